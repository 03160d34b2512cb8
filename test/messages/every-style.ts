import type { ChatMessage, Form } from "../../src/core/chat.ts";
import {
  noStyles,
  offeredStyles,
  STYLE_NAME_MAX,
  STYLE_TEXT_MAX,
  STYLES_MAX,
  type StyleShelf,
} from "../../src/core/style.ts";
import { notice } from "../../src/messages/ask/notices.ts";
import { styleForm, styleList, styleMessage, styleProblem, styleWords } from "../../src/messages/pages/styles-page.ts";
import type { Words } from "../../src/messages/words.ts";

/** As many as there may be, each as long as it may be. */
const full = (first: string): StyleShelf => ({
  styles: Array.from({ length: STYLES_MAX }, (_, nth) => ({
    name: `${first}${nth} `.padEnd(STYLE_NAME_MAX, "x"),
    text: "ink on rice paper ".padEnd(STYLE_TEXT_MAX, "x"),
  })),
  always: null,
});
export const manyStyles = offeredStyles(full("a"), { ...full("b"), always: full("b").styles[0]?.name ?? null });
const style = { name: "ink", text: "ink: {prompt}" };

/** Everything there is to say about styles. */
export function everyStyleMessage(words: Words): readonly ChatMessage[] {
  return [
    ...[noStyles, manyStyles].flatMap((styles) =>
      [null, "saved" as const, "removed" as const].map((done) => styleList(styles, done, words)),
    ),
    styleMessage({ ...style, of: "mine", isAlways: false }, words),
    ...manyStyles.all.slice(-1).map((one) => styleMessage({ ...one, isAlways: true }, words)),
    notice("styleGone", words),
    ...(["name", "text", "full"] as const).map((what) => styleProblem(what, words).message),
    styleWords("video", words),
  ];
}

/** The forms about them. */
export function everyStyleForm(words: Words): readonly Form[] {
  return [styleForm(null, false, words), styleForm({ ...style, of: "team", isAlways: true }, true, words)];
}
