import type { Piece, Sentence } from "../../../core/sentence.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome = {
  ready: "The video is ready",
  tooLarge: "The video is too large for this chat, so here is just the link.",
  notTaken: "The video could not be posted in this chat, so here is just the link.",
  link: "Watch or download the video",
  linkIsNew: "This is a new link. We don't know how long it will work: download the video soon.",
  linkExpires: (when: Piece): Sentence => ["The link expires ", when, "."],
  linkHasExpired: (when: Piece): Sentence => [
    "The link has probably expired (",
    when,
    "). Check your dashboard at the video service, or make the video again.",
  ],
  used: (amount: number) => `${credits(amount)} used.`,
  usedAbout: (amount: number) => `About ${credits(amount)} used.`,
  noLink: {
    title: "Done, but no link",
    body: ["The video service finished the video but returned no link."],
  },
  failed: "Failed and refunded",
  failedText: (refund: string) => `The video failed. ${refund} Try again, or change the prompt.`,
  refund: (amount: number) => `${credits(amount)} ${amount === 1 ? "was" : "were"} refunded.`,
  refundAbout: (amount: number) => `About ${credits(amount)} were refunded.`,
  notStarted: "Not started",
  pressAgain: "Press Again to start it now.",
  why: {
    too_old: "Reelay was offline for too long, so this video was not started. Nothing was charged.",
    restart: "Reelay restarted before it could start this video, so it was not started. Nothing was charged.",
    answer_lost: "We couldn't tell whether you saw the first card, so this video was not started. Nothing was charged.",
    answer_refused: "Our answer to your command did not reach you, so this video was not started. Nothing was charged.",
    store: "Reelay could not save this in time, so this video was not started. Nothing was charged.",
  },
};

/** It is not known whether a video was made and paid for. */
export const unknown = {
  title: "We don't know whether this video was made",
  answerLost: "We got no clear answer from the video service, so we don't know whether the video was started.",
  error: "The video service answered with an error, so we don't know whether the video was started.",
  silent: "The video was started, but the video service has stopped telling us about it.",
  mayBeCharged: (atMost: number) => `It may have been charged: up to ${credits(atMost)}.`,
  whereToLook: ["Check your dashboard at the video service."] as Sentence,
  whereToLookFor: (task: Piece): Sentence => ["Check your dashboard at the video service; the task is ", task, "."],
  lookFirst: "Check there before you ask again: a second video costs again.",
};

/** The one message that notifies. */
export const notification = {
  ready: "Your video is ready.",
  noLink: { title: "Your video is done, but there is no link.", body: ["The card says where to look for it."] },
  failed: "Your video failed.",
  notStarted: { title: "Your video was not started.", body: ["Nothing was charged. The card says why."] },
  /** For those who wanted to be told, too: its person alone reads why. */
  notStartedForOthers: "The video was not started.",
  askedBy: (person: Piece): Sentence => ["It was requested by ", person, ". Nothing was charged."],
  unknown: "We don't know whether your video was made.",
  unknownText: (mayBeCharged: string) => `${mayBeCharged} The card says where to look.`,
};

export const refusal = {
  noKey: {
    title: "No API key",
    body: ["You have no API key saved. Nothing was charged."],
  },
  badKey: {
    title: "Your key was refused",
    body: ["The video service does not accept your API key. Nothing was charged."],
  },
  addKeyThen: (again: Piece): Sentence => ["Add a new key, then press ", again, "."],
  noCredits: "Not enough credits",
  costs: (price: number) =>
    `This video costs ${credits(price)}, and your account doesn't have enough. Nothing was charged.`,
  topUp: "Top up your account at the video service, then press Again.",
  topUpOr: (least: number) =>
    `Top up your account at the video service, or choose 480p and 10 seconds, which costs ${credits(least)}.`,
  badRequest: {
    title: "Request rejected",
    body: ["The video service rejected this request. Nothing was charged."],
    said: (words: string) => `The video service rejected this request: “${words}”. Nothing was charged.`,
    edit: "Press Edit & run to change it.",
  },
  changePrompt: "Change the prompt and ask again.",
  changePromptOrPicture: "Change the prompt or the picture and ask again.",
  rateLimited: {
    title: "The video service is busy",
    body: ["The video service is busy right now. Nothing was charged.", "Press Again in a few minutes."],
  },
  wrongAddress: {
    title: "Setup problem",
    body: [
      "Reelay has the wrong address for the video service, so this video was not started. Nothing was charged.",
      "Please tell the people who run this bot.",
    ],
  },
  unavailable: {
    title: "The video service cannot be reached",
    body: [
      "The video service could not be reached, so this video was not started. Nothing was charged.",
      "Press Again in a few minutes.",
    ],
  },
  picture: "This picture cannot be used",
  nothingCharged: "Nothing was charged.",
};
