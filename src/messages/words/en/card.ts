import type { Piece, Sentence } from "../../../core/sentence.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card = {
  received: {
    title: "Request received",
    body: ["This card updates while your video is made. If it can't, you'll get a new message instead."],
  },
  starting: "Starting…",
  queued: {
    title: "Queued",
    body: ["The video service is busy, so this video is queued and will start by itself. Nothing charged yet."],
  },
  serviceAway: "The video service cannot be reached. Reelay keeps trying. Nothing charged yet.",
  making: "Making the video",
  overdue: {
    title: "Still not finished…",
    body: ["This is taking much longer than usual. Reelay keeps checking and updates this card when there is news."],
  },
  needsKey: "The video service no longer accepts your key. Add a new key, and this video continues by itself.",
  lastSight: "This card will stop updating soon. You'll get the result as a direct message.",
  noPercentage: "In progress",
  percentDone: (percent: number) => `${percent}% done`,
  left: (time: string) => `${time} left`,
  slow: "slower than usual",
  /** Between the parts of what the bar says. */
  comma: ", ",
};

/** The small print. */
export const facts = {
  askedBy: (person: Piece): Sentence => ["Requested by ", person],
  price: (price: number) => `Price: ${credits(price)}`,
  seconds: (seconds: number) => `${seconds} seconds`,
  shapeOfPicture: "shape of your picture",
  fromPicture: "from a picture",
};

/** Where a video is, in a few words. */
export const state = {
  waitingToStart: "Waiting to start",
  starting: "Starting",
  waitingForKey: "Waiting for your key",
  running: "Running",
  percentDone: (percent: number) => `${percent}% done`,
  ready: "Ready",
  doneWithoutLink: "Done, but no link",
  failed: (refunded: number) => `Failed, ${credits(refunded)} refunded`,
  refused: "Refused, nothing charged",
  notStarted: "Not started, nothing charged",
  nobodyKnows: "Unknown: may have been charged",
};
