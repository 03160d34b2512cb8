import type { Piece, Sentence } from "../../../core/chat.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome = {
  ready: "The video is ready",
  tooLarge: "The video is too large for this chat, so here is the link alone.",
  notTaken: "The video could not be put into this chat, so here is the link alone.",
  link: "Watch or download the video",
  linkIsNew: "The link was asked for anew just now. Nobody says how long it works: save the video soon.",
  linkExpires: (when: Piece): Sentence => ["The link expires ", when, "."],
  linkHasExpired: (when: Piece): Sentence => [
    "The link has probably expired (",
    when,
    "). Look in the dashboard of your account at the video service, or make the video again.",
  ],
  used: (amount: number) => `${credits(amount)} used.`,
  usedAbout: (amount: number) => `About ${credits(amount)} used.`,
  noLink: {
    title: "The video is done, but there is no link",
    body: ["The video service says that it is done and gave no link to it."],
  },
  failed: "Failed and refunded",
  failedText: (refund: string) => `The video failed. ${refund} Try again, or change the prompt.`,
  refund: (amount: number) => `${credits(amount)} came back to you.`,
  refundAbout: (amount: number) => `About ${credits(amount)} came back to you.`,
  notStarted: "Not started",
  pressAgain: "Press Again to start it now.",
  why: {
    too_old: "Reelay was away for too long, so this video was not started. Nothing was charged.",
    restart: "Reelay was restarted before this video was begun, so it was not started. Nothing was charged.",
    answer_lost:
      "It is not known whether you were shown the first card, so this video was not started. Nothing was charged.",
    answer_refused: "The answer to your command did not arrive, so this video was not started. Nothing was charged.",
    store: "Reelay could not save this in time, so this video was not started. Nothing was charged.",
  },
};

/** Nobody knows what became of a video. */
export const unknown = {
  title: "We cannot tell what became of this video",
  answerLost: "The answer of the video service was lost, so nobody here knows whether the video was started.",
  error: "The video service returned an error, so nobody here knows whether the video was started.",
  silent: "The video was started, but the video service tells no more about it.",
  mayBeCharged: (atMost: number) => `It may have been charged: ${credits(atMost)} at most.`,
  whereToLook: ["Look in the dashboard of your account at the video service."] as Sentence,
  whereToLookFor: (task: Piece): Sentence => [
    "Look in the dashboard of your account at the video service; the task is ",
    task,
    ".",
  ],
  lookFirst: "Look there before you ask again: a second request may cost a second time.",
};

/** The one message that notifies. */
export const notification = {
  ready: "Your video is ready.",
  noLink: { title: "Your video is done, but there is no link.", body: ["The card says where to look for it."] },
  failed: "Your video failed.",
  notStarted: { title: "Your video was not started.", body: ["Nothing was charged. The card says why."] },
  /** For those who wanted to be told, too: its person alone reads why. */
  notStartedForOthers: "The video was not started.",
  askedBy: (person: Piece): Sentence => ["It was asked for by ", person, ". Nothing was charged."],
  unknown: "We cannot tell what became of your video.",
  unknownText: (mayBeCharged: string) => `${mayBeCharged} The card says where to look.`,
};

export const refusal = {
  noKey: {
    title: "Your key is missing",
    body: ["There is no API key of yours that could be used. Nothing was charged."],
  },
  badKey: {
    title: "Your key was refused",
    body: ["The video service does not accept your API key. Nothing was charged."],
  },
  addKeyThen: (again: Piece): Sentence => ["Add a new key, then press ", again, "."],
  noCredits: "Not enough credits",
  costs: (price: number) => `This video costs ${credits(price)} and your account has too few. Nothing was charged.`,
  topUp: "Top up your account at the video service, then press Again.",
  topUpOr: (least: number) =>
    `Top up your account at the video service, or choose 480p and 10 seconds, which costs ${credits(least)}.`,
  badRequest: {
    title: "Request rejected",
    body: ["The video service rejected this request. Nothing was charged."],
    said: (words: string) => `The video service rejected this request: “${words}”. Nothing was charged.`,
    edit: "Press Edit & run to change it.",
  },
  changePrompt: "Change the prompt, and ask again.",
  changePromptOrPicture: "Change the prompt or the picture, and ask again.",
  rateLimited: {
    title: "The video service is busy",
    body: ["The video service is busy right now. Nothing was charged.", "Press Again in a few minutes."],
  },
  wrongAddress: {
    title: "Reelay is set up wrongly",
    body: [
      "Reelay has a wrong address for the video service, so this video was not started. Nothing was charged.",
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
