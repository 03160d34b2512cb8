import fc from "fast-check";
import type { Button, ChatMessage, Piece, Select } from "../../src/core/chat.ts";
import { SNIPPETS } from "../fuzz/hostile.ts";
import { anyText } from "./any-text.ts";
import { anyUrl } from "./any-url.ts";

const long = fc
  .tuple(fc.constantFrom(...SNIPPETS), fc.integer({ min: 1, max: 3_000 }))
  .map(([part, times]) => part.repeat(times).slice(0, 6_000));

/** Any string that a person may type, mostly short, and not always well-formed. */
export const typed: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: anyText({ maxLength: 60 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(..."<>&@!*_~`:| \na😀") }) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 12 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: long },
);

const button: fc.Arbitrary<Button> = fc.record({
  label: typed,
  id: fc.nat().map((nth) => `again:${String(nth).padStart(20, "0")}`),
  style: fc.constantFrom("primary" as const, "secondary" as const, "danger" as const),
});

const select: fc.Arbitrary<Select> = fc.record({
  label: typed,
  options: fc
    .array(typed, { maxLength: 30 })
    .map((labels) => labels.map((label, nth) => ({ label, value: `show_job:${String(nth).padStart(20, "0")}` }))),
});

/** Any valid message. It mentions only `people`, or nobody. */
export function anyMessage(people?: fc.Arbitrary<string>): fc.Arbitrary<ChatMessage> {
  const texts = typed.map((text): Piece => text);
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    texts,
    fc.record({ kind: fc.constantFrom("strong" as const, "code" as const), text: typed }),
    fc.record({ kind: fc.constant("link" as const), label: typed, url: fc.oneof(anyUrl(), typed) }),
    fc.record({ kind: fc.constant("time" as const), at: fc.integer({ min: 0, max: 4_102_444_800_000 }) }),
    fc.record({ kind: fc.constant("channel" as const), channelId: fc.oneof(typed, fc.constantFrom("C123", "123")) }),
    fc.record({ kind: fc.constant("role" as const), roleId: fc.oneof(typed, fc.constant("123")) }),
    people ? fc.record({ kind: fc.constant("person" as const), userId: people }) : texts,
  );
  const sentences = fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 5 });
  return fc.record(
    {
      select,
      tone: fc.constantFrom("waiting", "running", "good", "bad", "unsure", "plain"),
      title: typed,
      quote: fc.option(typed),
      body: sentences,
      bar: fc.option(fc.record({ percent: fc.option(fc.double({ min: -1, max: 101 })), words: typed })),
      facts: sentences,
      video: fc.option(fc.record({ description: typed })),
      buttons: fc.uniqueArray(button, { maxLength: 7, selector: ({ id }) => id }),
    },
    { requiredKeys: ["tone", "title", "quote", "body", "bar", "facts", "video", "buttons"] },
  );
}
