import type { Piece, Sentence } from "../../../core/chat.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card = {
  received: {
    title: "Request received",
    body: ["This card changes while the video is made. If it stays as it is, a new message takes its place."],
  },
  starting: "Starting…",
  queued: {
    title: "Queued",
    body: ["The video service is busy, so this video is queued and starts by itself. Nothing charged yet."],
  },
  serviceAway: "The video service cannot be reached. Reelay is trying again. Nothing charged yet.",
  making: "Making the video",
  overdue: {
    title: "Still not finished…",
    body: ["This takes much longer than usual. Reelay keeps looking, and this card changes when there is news."],
  },
  needsKey: "The video service does not accept your key any more. Add a new key, and this video goes on by itself.",
  lastSight: "This card can soon be changed no more. The result comes as a direct message.",
  noPercentage: "No percentage yet",
  percentDone: (percent: number) => `${percent}% done`,
  left: (time: string) => `${time} left`,
  slow: "slower than usual",
  /** Between the parts of what the bar says. */
  comma: ", ",
};

/** The small print. */
export const facts = {
  askedBy: (person: Piece): Sentence => ["Asked by ", person],
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
  doneWithoutLink: "Done, but without a link",
  failed: (refunded: number) => `Failed, ${credits(refunded)} came back`,
  refused: "Refused, nothing charged",
  notStarted: "Not started, nothing charged",
  nobodyKnows: "Nobody knows, it may have been charged",
};
