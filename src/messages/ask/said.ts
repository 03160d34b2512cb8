import type { ChatMessage } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import { priceOf } from "../../core/request/price.ts";
import type { PictureProblem, VideoRequest } from "../../core/request/video-request.ts";
import { addKeyButton, helpButton, makeVideoButton, openKeptButton } from "../card/buttons.ts";
import { factsForOwner } from "../card/facts.ts";
import { pictureProblemText } from "../card/picture-problem.ts";
import { quoteOf, told } from "../message.ts";
import type { Words } from "../words.ts";

/** Offers to make a video of what somebody wrote to the bot; `leftOut` says what of it is not used. */
export function makeOfThis(id: JobId, request: VideoRequest, leftOut: readonly string[], words: Words): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  const { title, body } = words.said.offer;
  return told(
    "plain",
    { title, body: [...leftOut, ...body] },
    {
      ...quoteOf(request.prompt, words),
      facts: factsForOwner({ request, price }, words),
      buttons: [openKeptButton(id, words)],
    },
  );
}

/** Somebody wrote to the bot, or mentioned it, without a word about a video. */
export function sayWhat(leftOut: readonly string[], words: Words): ChatMessage {
  const { title, body } = words.said.what;
  return told("plain", { title, body: [...leftOut, ...body] }, { buttons: [makeVideoButton(words)] });
}

/** The same, with a picture that is kept under that id. */
export function sayWhatWithPicture(id: JobId, leftOut: readonly string[], words: Words): ChatMessage {
  const { title } = words.said.what;
  const body = [words.said.withPicture, ...leftOut];
  return told("plain", { title, body }, { buttons: [openKeptButton(id, words)] });
}

/** Says which files of a message no video begins with, and why; `isAny`: one can. Nothing where all of them can. */
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

/** Somebody greeted the bot. */
export function greeting(words: Words): ChatMessage {
  return told("plain", words.said.hello, { buttons: [makeVideoButton(words), helpButton(words)] });
}

/** What was written may be an API key: it is not repeated. */
export function keyInTheOpen(words: Words): ChatMessage {
  const buttons = [addKeyButton(words), { ...makeVideoButton(words), style: "secondary" } as const];
  return told("bad", words.leak.inTheOpen, { buttons });
}
