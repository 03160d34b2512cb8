import { expect, test } from "vitest";
import { cutOut, unmarked } from "../../../src/core/text/cut-out.ts";

/** Cuts out the parts between < and >. These signs are not part of the text. */
function cut(marked: string): string {
  const parts: { start: number; end: number }[] = [];
  let text = "";
  for (const [nth, piece] of marked.split(/[<>]/).entries()) {
    if (nth % 2 === 1) parts.push({ start: text.length, end: text.length + piece.length });
    text += piece;
  }
  return cutOut(text, parts);
}

test.for([
  ["a fox <x>", "a fox"],
  ["<x> a fox", "a fox"],
  ["a <x> fox", "a fox"],
  ["a <x> red <y> fox", "a red fox"],
  ["a\n<x>\nfox", "a\nfox"],
  ["a <x>\nfox", "a\nfox"],
  ["a<x>fox", "a fox"],
  ["<x>", ""],
  // Punctuation.
  ["a fox <x>, red", "a fox, red"],
  ["A fox runs <x>. It jumps.", "A fox runs. It jumps."],
  ["a fox, <x>, red", "a fox, red"],
  ["a fox! <x>, red", "a fox! red"],
  ["<x>, a fox", "a fox"],
  ["a fox <x>.", "a fox"],
  ["a fox, <x>", "a fox"],
  ["a fox, <x>, <y>.", "a fox"],
  ["a fox. <x>", "a fox."],
  ["狐，<x>，赤", "狐， 赤"],
  ["狐、<x>", "狐"],
  // Brackets and quotation marks.
  ["a fox (<x>)", "a fox"],
  ["a fox (<x> <y>) runs", "a fox runs"],
  ["a fox (red <x>)", "a fox (red)"],
  ["a fox (<x> red)", "a fox (red)"],
  ["a `<x>` fox", "a fox"],
  ['a "<x>" fox', "a fox"],
  ["a “<x>” fox", "a fox"],
  ["a [<x>] {<y>} （<z>） 【<w>】 fox", "a fox"],
  ['say "hi" <x> "again"', 'say "hi" "again"'],
  ['"a fox <x>"', '"a fox"'],
] as const)("cutting out the parts in < > turns %j into %j", ([marked, left]) => {
  expect(cut(marked)).toBe(left);
});

test("a text with nothing to cut out keeps its spaces and punctuation", () => {
  expect(cut("a  fox, ")).toBe("a  fox, ");
});

test.for([
  ["9:16,", "9:16"],
  ["text...", "text"],
  ["6)", "6"],
  ["6).", "6"],
  ["red (dark).", "red (dark)"],
  ["文、。", "文"],
  [",", ""],
] as const)("removing trailing punctuation turns %j into %j", ([typed, words]) => {
  expect(unmarked(typed)).toBe(words);
});

test.for(["red (dark)", "a, b"])("removing trailing punctuation does not change %j", (words) => {
  expect(unmarked(words)).toBe(words);
});
