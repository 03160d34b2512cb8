import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { priceOf } from "../../core/request/price.ts";
import type { PictureProblem, VideoRequest } from "../../core/request/video-request.ts";
import { buttonFor } from "../card/buttons.ts";
import { factsForOwner } from "../card/card-facts.ts";
import { timeAt } from "../card/card-outcome.ts";
import { command, message, quoteOf, told } from "../message.ts";
import type { Words } from "../words.ts";
import { pictureProblemText } from "./draft-problems.ts";

/** Our own store is slow or down. */
export function cannotSave({ notices }: Words): ChatMessage {
  return told("bad", notices.cannotSave);
}

/**
 * The person sent more commands in a minute than are allowed; the text is for the field of a form, which stays open.
 */
export function tooManyCommands(most: number, { notices }: Words): TurnedAway {
  const { title, text, next } = notices.tooManyCommands;
  return { text: text(most), message: told("bad", { title, body: [text(most), next] }) };
}

/** More people are active than the process can handle; the text is for the field of a form, which stays open. */
export function busy({ notices }: Words): TurnedAway {
  const { title, text, next } = notices.busy;
  return { text, message: told("bad", { title, body: [text, next] }) };
}

export interface TurnedAway {
  readonly text: string;
  readonly message: ChatMessage;
}

/** The operator did not allow this place. */
export function notAllowedHere({ notices }: Words): ChatMessage {
  return told("bad", notices.notAllowedHere);
}

/** The operator has blocked this person. */
export function blocked({ notices }: Words): ChatMessage {
  return told("bad", notices.blocked);
}

/** The button belongs to somebody else's video. */
export function notYours({ notices }: Words): ChatMessage {
  return told("plain", notices.notYours);
}

/** A button does not belong to the message in which it was pressed. */
export function strayPress({ notices }: Words): ChatMessage {
  return told("plain", notices.strayPress);
}

/** The video of this button was deleted. */
export function goneCard({ notices }: Words): ChatMessage {
  return told("plain", notices.goneCard);
}

/** None of the person's videos has that id, or more than one does. */
export function noSuchVideo({ notices }: Words): ChatMessage {
  return told("plain", notices.noSuchVideo);
}

/** The choice named an earlier prompt that no longer exists. */
export function forgottenPrompt({ notices }: Words): ChatMessage {
  return told("bad", notices.forgottenPrompt);
}

/** The video of this card is not running yet. */
export function stillStarting({ notices }: Words): ChatMessage {
  return told("plain", notices.stillStarting);
}

/** This version does not understand the command, button or form. */
export function unknownAct(prefix: string, { notices }: Words): ChatMessage {
  const { title, text, next } = notices.unknownAct;
  return message({ tone: "plain", title, body: [[text], next(command(prefix, "-help"))] });
}

/** Our own program made a mistake. */
export function somethingWentWrong({ notices }: Words): ChatMessage {
  return told("bad", notices.somethingWentWrong);
}

/** The button was pressed a second time for the same video. */
export function alreadyOnItsWay({ notices }: Words): ChatMessage {
  return told("plain", notices.alreadyOnItsWay);
}

/** A form of *Edit & run* was sent too soon after the last one; the text is for its field, and it stays open. */
export function justStarted({ notices }: Words): TurnedAway {
  const { title, body } = notices.justStarted;
  return { text: body.join(" "), message: told("plain", { title, body }) };
}

/** The presser will be notified. */
export function toldToo({ notices }: Words): ChatMessage {
  return told("good", notices.toldToo);
}

/** The presser will be notified, but only until then. */
export function toldUntil(until: EpochMs, words: Words): ChatMessage {
  const { title, text } = words.notices.toldUntil;
  return message({ tone: "good", title, body: [text({ ...timeAt(until, words), as: "clock" })] });
}

/** Only the card's owner can be notified of the end. */
export function nobodyTold({ notices }: Words): ChatMessage {
  return told("plain", notices.nobodyTold);
}

/** The presser was on the list already. */
export function toldAlready({ notices }: Words): ChatMessage {
  return told("plain", notices.toldAlready);
}

/** The presser is the one who asked for the video. */
export function toldAnyway({ notices }: Words): ChatMessage {
  return told("plain", notices.toldAnyway);
}

/** Nobody more fits into one notification. */
export function listFull({ notices }: Words): ChatMessage {
  return told("plain", notices.listFull);
}

/** The video of this card has ended meanwhile. */
export function alreadyOver({ notices }: Words): ChatMessage {
  return told("plain", notices.alreadyOver);
}

/** The video of this card is still being made. */
export function stillRunning({ notices }: Words): ChatMessage {
  return told("plain", notices.stillRunning);
}

/** Offers to make a video from what somebody wrote to the bot; `leftOut` says what is not used of it. */
export function makeOfThis(id: JobId, request: VideoRequest, leftOut: readonly string[], words: Words): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  const { title, body } = words.said.offer;
  return told(
    "plain",
    { title, body: [...leftOut, ...body] },
    {
      ...quoteOf(request.prompt, words),
      facts: factsForOwner({ request, price }, words),
      buttons: [buttonFor({ kind: "open_kept", jobId: id }, words)],
    },
  );
}

/** Asks for a prompt: somebody wrote to the bot, or mentioned it, and said nothing about a video. */
export function sayWhat(leftOut: readonly string[], words: Words): ChatMessage {
  const { title, body } = words.said.what;
  return told("plain", { title, body: [...leftOut, ...body] }, { buttons: [buttonFor({ kind: "make_video" }, words)] });
}

/** Asks for a prompt for the picture that is stored under that id. */
export function sayWhatWithPicture(id: JobId, leftOut: readonly string[], words: Words): ChatMessage {
  const { title } = words.said.what;
  const body = [words.said.withPicture, ...leftOut];
  return told("plain", { title, body }, { buttons: [buttonFor({ kind: "open_kept", jobId: id }, words)] });
}

/** Says which files of a message cannot begin a video, and why; `isAny`: one can. Empty where all of them can. */
export function leftOutText(
  {
    problems,
    otherFiles,
    isAny,
  }: { readonly problems: readonly PictureProblem[]; readonly otherFiles: number; readonly isAny: boolean },
  words: Words,
): readonly string[] {
  const { animate, said } = words;
  const [first] = problems;
  const count = problems.length + otherFiles;
  if (count === 0) return [];
  if (isAny) return [animate.sentence(animate.leftOut(count))];
  return [
    ...(first ? [pictureProblemText(first, words)] : []),
    ...(otherFiles > 0 ? [said.notPictures(otherFiles)] : []),
  ];
}

/** Answers a greeting. */
export function greeting(words: Words): ChatMessage {
  return told("plain", words.said.hello, {
    buttons: [buttonFor({ kind: "make_video" }, words), buttonFor({ kind: "help" }, words)],
  });
}

/** Says that the written text may be an API key; it is not repeated. */
export function keyInTheOpen(words: Words): ChatMessage {
  const buttons = [
    buttonFor({ kind: "add_key" }, words),
    { ...buttonFor({ kind: "make_video" }, words), style: "secondary" } as const,
  ];
  return told("bad", words.leak.inTheOpen, { buttons });
}
