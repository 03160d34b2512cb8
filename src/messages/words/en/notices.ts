import type { Piece, Sentence } from "../../../core/sentence.ts";

const ASK = "Ask the people who run this bot.";
const NOTHING = "Nothing was charged.";

export const notices = {
  cannotSave: {
    title: "Not now",
    body: ["Reelay cannot save this now. Nothing was charged.", "Try again in a minute."],
  },
  workspaceFull: {
    title: "Too many videos here",
    text: (most: number) =>
      `${most} ${most === 1 ? "video is" : "videos are"} being made here, and that is the limit. Nothing was charged.`,
    next: "Try again in a few minutes.",
  },
  tooManyCommands: {
    title: "A little slower, please",
    text: (most: number) => `You can use up to ${most} commands a minute. Try again in a minute.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay is busy",
    text: "Reelay is busy with other people's commands. Try again in a minute.",
    next: NOTHING,
  },
  notAllowedHere: { title: "Not here", body: ["You can't make videos here. Nothing was charged.", ASK] },
  blocked: { title: "Not allowed", body: ["You can't make videos with this bot. Nothing was charged.", ASK] },
  notYours: {
    title: "Not your video",
    body: ["Only the person who asked for this video can do that. You can make your own."],
  },
  strayPress: {
    title: "Nothing happened",
    body: [
      "This button does not belong to the message it was pressed in. Nothing was charged.",
      "Use the video's own card: you can bring it here from your list of videos.",
    ],
  },
  goneCard: {
    title: "Expired",
    body: [
      "This video's record has been deleted, so its buttons no longer work. Nothing was charged.",
      "Ask for a new video.",
    ],
  },
  noSuchVideo: {
    title: "No such video",
    body: [
      "None of your videos has an id that begins like that, or several do. Your list of videos shows their ids: type at least six characters.",
    ],
  },
  forgottenPrompt: {
    title: "Expired",
    body: ["That prompt is no longer saved. Nothing was charged.", "Type it again."],
  },
  stillStarting: {
    title: "Just starting",
    body: ["This video is just starting. You can bring its card here in a moment."],
  },
  unknownAct: {
    title: "From another version",
    text: "This is from another version of Reelay, so it does not work here. Nothing was charged.",
    next: (help: Piece): Sentence => ["Type ", help, " to see what you can do."],
  },
  somethingWentWrong: {
    title: "Something went wrong",
    body: ["Something went wrong in Reelay, and no video was started. Nothing was charged.", "Try again in a minute."],
  },
  alreadyOnItsWay: {
    title: "Already in progress",
    body: ["This video is already in progress. You did not start another one."],
  },
  /** A form that was sent too soon after the last one. */
  justStarted: {
    title: "Just started",
    body: [
      "A video was started from this card a moment ago. To make another one, send the form again in a few seconds. Nothing was charged for this one.",
    ],
  },
  toldToo: { title: "You'll be notified too.", body: ["We'll mention you when this video is done."] },
  toldUntil: {
    title: "You'll be notified too, for a while.",
    text: (when: Piece): Sentence => [
      "If this video is done before ",
      when,
      ", we'll mention you. After that, Reelay can only notify the person who asked for it.",
    ],
  },
  nobodyTold: {
    title: "No notifications here",
    body: ["Reelay can only notify the person who asked for this video. You were not added to the list."],
  },
  toldAlready: { title: "You're already on the list.", body: ["We'll mention you when this video is done."] },
  toldAnyway: {
    title: "You'll be notified anyway.",
    body: ["This is your own video: we'll mention you when it is done."],
  },
  listFull: {
    title: "The list is full",
    body: ["One message can't mention more people. The card itself updates for everyone."],
  },
  alreadyOver: {
    title: "Already finished",
    body: ["There is nothing left to wait for: the card has the result."],
  },
  stillRunning: {
    title: "Still in progress",
    body: [
      "This video is still being made, so its card stays. A video that has started cannot be stopped.",
      "You can delete the card when it is done.",
    ],
  },
};
