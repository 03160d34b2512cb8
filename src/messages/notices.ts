import type { ChatMessage, Tone } from "../core/chat.ts";
import { message, paragraphs } from "./message.ts";

const ASK = "Ask the people who run this bot.";

/** Our own store is slow or down. */
export function cannotSave(): ChatMessage {
  return notice("bad", "Not now", "Reelay cannot save this now. Nothing was charged.", "Try again in a minute.");
}

/** The workspace has as many videos on their way as it may have. */
export function workspaceFull(most: number): ChatMessage {
  return notice(
    "waiting",
    "Too many videos here",
    `${most} ${most === 1 ? "video is" : "videos are"} being made here, and more are not allowed at once. Nothing was charged.`,
    "Try again in a few minutes.",
  );
}

/** The person sent more commands in a minute than are allowed. */
export function tooManyCommands(most: number): ChatMessage {
  return notice("waiting", "A little slower, please", tooManyCommandsText(most), "Nothing was charged.");
}

/** The same for the field of a form, which stays open with everything in it. */
export function tooManyCommandsText(most: number): string {
  return `More than ${most} commands in a minute are not taken. Try again in a minute.`;
}

/** More people are at it than the process can hold. */
export function busy(): ChatMessage {
  return notice("waiting", "Reelay is busy", busyText(), "Nothing was charged.");
}

/** The same for the field of a form, which stays open with everything in it. */
export function busyText(): string {
  return "Reelay is busy with other people's commands. Try again in a minute.";
}

/** The operator did not allow this place. */
export function notAllowedHere(): ChatMessage {
  return notice("bad", "Not here", "Videos cannot be made here, or not by you. Nothing was charged.", ASK);
}

/** The operator has blocked this person. */
export function blocked(): ChatMessage {
  return notice("bad", "Not allowed", "You cannot make videos with this bot. Nothing was charged.", ASK);
}

/** A button of somebody else's video. */
export function notYours(): ChatMessage {
  return notice(
    "plain",
    "Not yours",
    "Only the person who asked for this video can do that. You can make one of your own.",
  );
}

/** The video of this button is forgotten. */
export function goneCard(): ChatMessage {
  return notice(
    "plain",
    "Too old",
    "Reelay has forgotten this video, so this button does nothing any more. Nothing was charged.",
    "Ask for a new one.",
  );
}

/** No video of the person's own, or more than one, goes by that id. */
export function noSuchVideo(): ChatMessage {
  return notice(
    "plain",
    "No such video",
    "Not one of your videos begins with that id. Your list of videos shows them: give six characters or more.",
  );
}

/** A choice named an earlier prompt that is not there any more. */
export function forgottenPrompt(): ChatMessage {
  return notice("bad", "Too old", "Reelay has forgotten that prompt. Nothing was charged.", "Type it once more.");
}

/** The card of a video that is not running yet. */
export function stillStarting(): ChatMessage {
  return notice("plain", "Just starting", "This video is just starting. Bring its card here in a moment.");
}

/** A command, button or form that this version does not understand. */
export function unknownAct(prefix: string): ChatMessage {
  return notice(
    "plain",
    "Not known here",
    "This is from another version of Reelay, so nothing was done. Nothing was charged.",
    `Type /${prefix}-help to see what there is.`,
  );
}

/** A mistake in our own program. */
export function somethingWentWrong(): ChatMessage {
  return notice(
    "bad",
    "Something went wrong",
    "Something went wrong inside Reelay. No video was started for this. Nothing was charged.",
    "Try again in a minute.",
  );
}

/** A second press for the same video. */
export function alreadyOnItsWay(): ChatMessage {
  return notice("plain", "Already on its way", "It is already on its way. This press started nothing more.");
}

/** The presser is on the list. */
export function toldToo(): ChatMessage {
  return notice("good", "You will be told too.", "When this video ends, one message names you as well.");
}

/** The presser was on the list before. */
export function toldAlready(): ChatMessage {
  return notice("plain", "You are on the list already.", "When this video ends, one message names you.");
}

/** The presser is the one who asked for the video. */
export function toldAnyway(): ChatMessage {
  return notice("plain", "You are told anyway.", "This is your own video: when it ends, one message names you.");
}

/** Nobody more fits into one notification. */
export function listFull(): ChatMessage {
  return notice(
    "plain",
    "The list is full",
    "One message cannot name more people. The card itself changes for everyone.",
  );
}

/** The video of this card has ended meanwhile. */
export function alreadyOver(): ChatMessage {
  return notice("plain", "It has ended already", "There is nothing left to wait for: the card says what became of it.");
}

/** The card of a video that is still being made. */
export function stillRunning(): ChatMessage {
  return notice(
    "plain",
    "Still on its way",
    "This video is still on its way, so its card stays. The service cannot stop a video that has started.",
    "You can delete the card when it is done.",
  );
}

function notice(tone: Tone, title: string, ...texts: readonly string[]): ChatMessage {
  return message({ tone, title, body: paragraphs(...texts) });
}
