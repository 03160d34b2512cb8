import type { ChatMessage, Form } from "../../src/core/chat.ts";
import {
  LOOK_NAME_MAX,
  LOOK_TEXT_MAX,
  LOOKS_MAX,
  type LookShelf,
  noLooks,
  offeredLooks,
} from "../../src/core/look/look.ts";
import { lookForm, lookGone, lookList, lookMessage, lookProblem, lookWords } from "../../src/messages/pages/looks.ts";
import type { Words } from "../../src/messages/words.ts";

/** As many as there may be, each as long as it may be. */
const full = (first: string): LookShelf => ({
  looks: Array.from({ length: LOOKS_MAX }, (_, nth) => ({
    name: `${first}${nth} `.padEnd(LOOK_NAME_MAX, "x"),
    text: "ink on rice paper ".padEnd(LOOK_TEXT_MAX, "x"),
  })),
  always: null,
});
export const manyLooks = offeredLooks(full("a"), { ...full("b"), always: full("b").looks[0]?.name ?? null });
const look = { name: "ink", text: "ink: {prompt}" };

/** Everything there is to say about looks. */
export function everyLookMessage(words: Words): readonly ChatMessage[] {
  return [
    ...[noLooks, manyLooks].flatMap((looks) =>
      [null, "saved" as const, "removed" as const].map((done) => lookList(looks, done, words)),
    ),
    lookMessage({ ...look, of: "mine", isAlways: false }, words),
    ...manyLooks.all.slice(-1).map((one) => lookMessage({ ...one, isAlways: true }, words)),
    lookGone(words),
    ...(["name", "text", "full"] as const).map((what) => lookProblem(what, words, LOOKS_MAX).message),
    lookWords("video", words),
  ];
}

/** The forms about them. */
export function everyLookForm(words: Words): readonly Form[] {
  return [lookForm(null, false, words), lookForm({ ...look, of: "team", isAlways: true }, true, words)];
}
