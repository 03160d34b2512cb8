import fc from "fast-check";
import type { Button, ChatMessage, Piece, Select, Sentence } from "../../../src/core/chat.ts";
import { anyText } from "../../fakes/any-text.ts";
import { anyUrl } from "../../fakes/any-url.ts";

/** Texts of people who want to see what breaks. */
const snippets = [
  "@everyone",
  "@here",
  "<@200000000000000001>",
  "<@&300000000000000001>",
  "<#400000000000000001>",
  "</video:1>",
  "<:blob:12345>",
  "<t:1700000000:R>",
  "https://evil.example/a_b",
  "http://x.example",
  "discord://x",
  "[click](https://evil.example)",
  "[click](<https://evil.example>)",
  "**bold**",
  "__under__",
  "~~gone~~",
  "||spoiler||",
  "`code`",
  "```js\nfence\n```",
  "\n# heading",
  "\n-# small",
  "\n> quote",
  "\n>>> all of it",
  "\n- item",
  "\n* item",
  "\n+ item",
  "\n1. item",
  "\n2) item",
  "\\",
  "\\\\",
  "\u202e",
  "\r\n",
  "\u2028",
  "\u0000",
  "\ud83d",
  "👨‍👩‍👧‍👦",
  "ﷺ",
  " ",
];

/** Any string a person may type, short and long, well-formed or not. */
export const typed: fc.Arbitrary<string> = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(fc.constantFrom(...snippets), { maxLength: 12 }).map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom(...snippets), fc.integer({ min: 1, max: 3_000 }))
    .map(([part, times]) => part.repeat(times).slice(0, 6_000)),
);

const piece: fc.Arbitrary<Piece> = fc.oneof(
  typed,
  fc.record({ kind: fc.constant("strong" as const), text: typed }),
  fc.record({ kind: fc.constant("code" as const), text: typed }),
  fc.record({
    kind: fc.constant("link" as const),
    label: typed,
    url: fc.oneof(anyUrl(), typed),
  }),
  fc.record({
    kind: fc.constant("time" as const),
    at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  }),
  fc.record({ kind: fc.constant("person" as const), userId: fc.oneof(fc.constant("200000000000000001"), typed) }),
);

const sentence: fc.Arbitrary<Sentence> = fc.array(piece, { maxLength: 4 });

const buttons: fc.Arbitrary<readonly Button[]> = fc
  .array(fc.tuple(typed, fc.constantFrom("primary" as const, "secondary" as const, "danger" as const)), {
    maxLength: 7,
  })
  .map((all) => all.map(([label, style], index) => ({ label, style, id: `again:${String(index).padStart(20, "0")}` })));

const select: fc.Arbitrary<Select> = fc.record({
  label: typed,
  options: fc
    .array(typed, { maxLength: 30 })
    .map((labels) => labels.map((label, nth) => ({ label, value: `show_job:${String(nth).padStart(20, "0")}` }))),
});

/** Any message that could be written at all. */
export const anyMessage: fc.Arbitrary<ChatMessage> = fc.record(
  {
    select,
    tone: fc.constantFrom("waiting", "running", "good", "bad", "unsure", "plain"),
    title: typed,
    quote: fc.option(typed),
    body: fc.array(sentence, { maxLength: 4 }),
    bar: fc.option(fc.record({ percent: fc.option(fc.integer({ min: 0, max: 100 })), words: typed })),
    facts: fc.array(sentence, { maxLength: 4 }),
    video: fc.option(fc.record({ description: typed })),
    buttons,
  },
  { requiredKeys: ["tone", "title", "quote", "body", "bar", "facts", "video", "buttons"] },
);

/** A message with nothing in it but what is given. */
export function message(over: Partial<ChatMessage> = {}): ChatMessage {
  return {
    tone: "plain",
    title: "Working",
    quote: null,
    body: [],
    bar: null,
    facts: [],
    video: null,
    buttons: [],
    ...over,
  };
}
