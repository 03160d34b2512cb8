import fc from "fast-check";
import type { Button, ChatMessage, Piece } from "../../../src/core/chat.ts";
import { anyText } from "../../fakes/any-text.ts";
import { anyUrl } from "../../fakes/any-url.ts";

/** Somebody who could be mentioned. */
export const ada = "U00000ADA1";

/** Texts of a person who means harm, or types too much. */
export const evil = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("<", ">", "&", "@", "!", "*", "_", "~", "`", ":", "|", " ", "\n", "a", "😀", "U00000ADA1"),
  }),
  fc.constantFrom(
    `<@${ada}>`,
    "<!channel>",
    "<!here|x>",
    "<https://evil.example|bank>",
    "*bold* _it_ ~no~ `code` :cat:",
    "> quote",
    "😀".repeat(5_000),
    "half a \ud83d character",
  ),
);
const piece = fc.oneof<fc.Arbitrary<Piece>[]>(
  evil,
  evil.map((text) => ({ kind: "strong", text })),
  evil.map((text) => ({ kind: "code", text })),
  fc.record({ kind: fc.constant("link" as const), label: evil, url: fc.oneof(evil, anyUrl()) }),
  fc.record({
    kind: fc.constant("time" as const),
    at: fc.integer({ min: 0, max: 4e12 }),
  }),
);
const button: fc.Arbitrary<Button> = fc.record({
  label: evil,
  id: fc.string(),
  style: fc.constantFrom("primary" as const, "secondary" as const, "danger" as const),
});
/** A message in which every string is theirs. */
export const message: fc.Arbitrary<ChatMessage> = fc.record({
  tone: fc.constant("plain" as const),
  title: evil,
  quote: fc.option(evil),
  body: fc.array(fc.array(piece), { maxLength: 60 }),
  bar: fc.option(fc.record({ percent: fc.option(fc.double()), words: evil })),
  facts: fc.array(fc.array(piece), { maxLength: 20 }),
  video: fc.option(fc.record({ description: evil })),
  buttons: fc.array(button, { maxLength: 30 }),
});
