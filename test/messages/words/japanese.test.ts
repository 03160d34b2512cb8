import { expect, test } from "vitest";
import { ja } from "../../../src/messages/words/ja.ts";
import { everyForm, everyMessage } from "../every-message.ts";
import { said } from "../said-with.ts";
import { wordsOf } from "../words-of.ts";

const LETTER = "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー々]";
const own = Object.values({ ...ja.slackForms, whyHere: ja.frontEnd.whyHere }).filter(
  (each) => typeof each === "string",
);
const shown = [
  ...everyMessage(ja).flatMap((message) => wordsOf(message).split("\n")),
  ...everyForm(ja).flatMap(({ title, submit, note }) => [title, submit, note ?? ""]),
  ...own,
];
const texts = [...said(ja).map(([, text]) => text), ...shown];

function those(all: readonly string[], pattern: string): readonly string[] {
  const wrong = new RegExp(pattern, "u");
  return [...new Set(all)].filter((text) => wrong.test(text));
}

test("Japanese marks are full width, and no space follows them", () => {
  expect(texts.length).toBeGreaterThan(300);
  expect(those(texts, `${LETTER}[(),.!?:;]|[(),.!?;]${LETTER}`)).toEqual([]);
  expect(those(shown, "[。、：（！？] ")).toEqual([]);
});

test("no space stands between Japanese and a Latin word or a number in it", () => {
  // What is put into a sentence stands apart where it is typed, such as /video, and so does an address or a flag.
  const apart = /⟨.⟩|742|753|(?:--|https:)\S*/g;
  const sentences = said(ja).map(([, text]) => text.replace(apart, ""));
  expect(those(sentences, `${LETTER} [A-Za-z0-9]|[A-Za-z0-9] ${LETTER}| ）`)).toEqual([]);
});

test("one thing has one word: what is given back, an address, what a service answers, and the reader", () => {
  expect(those(texts, "返金|払い戻|戻り|戻る|アドレス|返事|ご自身|あなたの|あなた自身")).toEqual([]);
});
