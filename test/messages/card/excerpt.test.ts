import { expect, test } from "vitest";
import { excerpt } from "../../../src/messages/card/card-facts.ts";

test.for([
  ["a boat", 6, "a boat"],
  ["a  boat\n", 6, "a boat"],
  ["a boats", 6, "a boa…"],
  ["ein Böötchen", 6, "ein B…"],
  ["👩‍👩‍👧 afloat", 9, "👩‍👩‍👧 afloat"],
  ["👩‍👩‍👧 afloat", 7, "👩‍👩‍👧 aflo…"],
  ["", 6, ""],
] as const)("of “%s” %i characters are “%s”", ([text, most, words]) => {
  expect(excerpt(text, most)).toBe(words);
});
