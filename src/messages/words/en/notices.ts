import type { Piece, Sentence } from "../../../core/chat.ts";

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
      `${most} ${most === 1 ? "video is" : "videos are"} being made here, and more are not allowed at once. Nothing was charged.`,
    next: "Try again in a few minutes.",
  },
  tooManyCommands: {
    title: "A little slower, please",
    text: (most: number) => `More than ${most} commands in a minute are not taken. Try again in a minute.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay is busy",
    text: "Reelay is busy with other people's commands. Try again in a minute.",
    next: NOTHING,
  },
  notAllowedHere: { title: "Not here", body: ["Videos cannot be made here, or not by you. Nothing was charged.", ASK] },
  blocked: { title: "Not allowed", body: ["You cannot make videos with this bot. Nothing was charged.", ASK] },
  notYours: {
    title: "Not yours",
    body: ["Only the person who asked for this video can do that. You can make one of your own."],
  },
  strayPress: {
    title: "Nothing was done",
    body: [
      "This button is not part of the message in which it was pressed. Nothing was charged.",
      "Use the video's own card: your list of videos brings it here.",
    ],
  },
  goneCard: {
    title: "Too old",
    body: [
      "Reelay has forgotten this video, so this button does nothing any more. Nothing was charged.",
      "Ask for a new one.",
    ],
  },
  noSuchVideo: {
    title: "No such video",
    body: ["Not one of your videos begins with that id. Your list of videos shows them: give six characters or more."],
  },
  forgottenPrompt: {
    title: "Too old",
    body: ["Reelay has forgotten that prompt. Nothing was charged.", "Type it once more."],
  },
  stillStarting: {
    title: "Just starting",
    body: ["This video is just starting. Bring its card here in a moment."],
  },
  unknownAct: {
    title: "Not known here",
    text: "This is from another version of Reelay, so nothing was done. Nothing was charged.",
    next: (help: string) => `Type ${help} to see what there is.`,
  },
  somethingWentWrong: {
    title: "Something went wrong",
    body: [
      "Something went wrong inside Reelay. No video was started for this. Nothing was charged.",
      "Try again in a minute.",
    ],
  },
  alreadyOnItsWay: {
    title: "Already on its way",
    body: ["It is already on its way. This press started nothing more."],
  },
  toldToo: { title: "You will be told too.", body: ["When this video ends, one message names you as well."] },
  toldUntil: {
    title: "You will be told too, for a while.",
    text: (when: Piece): Sentence => [
      "If this video ends before ",
      when,
      ", one message names you as well. After that Reelay can tell only the person who asked for it.",
    ],
  },
  nobodyTold: {
    title: "Nobody can be told here",
    body: ["When this video ends, Reelay can tell only the person who asked for it. Nobody was put on a list."],
  },
  toldAlready: { title: "You are on the list already.", body: ["When this video ends, one message names you."] },
  toldAnyway: {
    title: "You are told anyway.",
    body: ["This is your own video: when it ends, one message names you."],
  },
  listFull: {
    title: "The list is full",
    body: ["One message cannot name more people. The card itself changes for everyone."],
  },
  alreadyOver: {
    title: "It has ended already",
    body: ["There is nothing left to wait for: the card says what became of it."],
  },
  stillRunning: {
    title: "Still on its way",
    body: [
      "This video is still on its way, so its card stays. The service cannot stop a video that has started.",
      "You can delete the card when it is done.",
    ],
  },
};
