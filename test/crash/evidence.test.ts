import { expect, test } from "vitest";
import { evidence } from "./evidence.ts";
import type { Sight } from "./protocol.ts";

const PROMPT = "kite w1 n0001";
const QUESTION = `Start now?\n${PROMPT}\nStart when it clears waits for up to an hour`;

test("a question before it starts is no card, and what is said in its place is one", () => {
  const seen = evidence();
  const say = (what: Sight["what"], text: string) =>
    seen.take({ platform: "discord", at: 1, what, messageId: "question", text });
  say("message", QUESTION);
  expect(seen.about(PROMPT)).toEqual([]);
  say("edited", "Not started\nNothing was charged.\n16:9 · 10 seconds · 480p");
  expect(seen.about(PROMPT).flatMap(({ texts }) => texts.map(({ text }) => text))).toEqual([
    "Not started\nNothing was charged.\n16:9 · 10 seconds · 480p",
  ]);
  expect(seen.isAsked(PROMPT)).toBe(true);
});
