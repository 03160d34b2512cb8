import fc from "fast-check";
import { expect, test } from "vitest";
import { normalisePrompt } from "../../../src/core/text/prompt-text.ts";
import { hostile } from "../../fuzz/hostile.ts";

test.for([
  ["combined emoji", "👩‍👩‍👧 and 🏴‍☠️ with ❤️‍🔥"],
  ["a skin tone inside an emoji", "🧑🏽‍🚀 waves 👋🏿"],
  ["a coloured flag emoji", "🏳️‍🌈 over 🇯🇵"],
  ["the flag of Wales", "a 🏴󠁧󠁢󠁷󠁬󠁳󠁿 in the wind"],
  ["a keycap", "number 1️⃣ of #️⃣"],
  ["a text-style symbol", "the ☺︎ of a clown"],
  ["Persian letters and a joiner", "کتاب‌ها می‌خوانم"],
  ["Persian vowels and a joiner", "بِ‌خوان"],
  ["Hindi letters and joiners", "क्‍ष और क्‌ष"],
  ["Sinhala letters", "ශ්‍රී ලංකා"],
  ["Vietnamese letters in combining marks", "Tiê\u0301ng Viê\u0323t"],
  ["two paragraphs", "A boat.\n\nThen the sea."],
  ["an indented poem", "a\n  b  c\n    d"],
  ["non-ASCII spaces", "10\u00a0km\u3000先"],
] as const)("a prompt with %s is sent as typed", ([, text]) => {
  expect(normalisePrompt(text)).toBe(text);
});

const tags = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");

test.for([
  ["Unicode tag characters", `a cat${tags}`, "a cat"],
  ["Unicode tag characters after a flag emoji", `🏴${tags}\u{e007f}`, "🏴"],
  ["a Hangul filler", "a rif\u115fle \u3164", "a rifle"],
  ["a Braille letter without dots", "a\u2800b", "ab"],
  ["blank symbols", "a\u{1d159}b\u{13441}\u{13442}", "ab"],
  ["many variation selectors", `❤${"\ufe0f".repeat(9)}`, "❤️"],
  ["a variation selector on a letter", "a\ufe0f\u{e0105}b", "ab"],
  ["a joiner between Latin letters", "r\u200di\u200cfle", "rifle"],
  ["two joiners in Hindi", "क्\u200d\u200dष", "क्‍ष"],
  ["a joiner after a removed character", "🏴\u200b\u200d☠", "🏴☠"],
  ["direction marks", "a \u202etac\u202c \u2066b\u2069\u200f", "a tac b"],
  ["control characters", "a\u0000\u001b[31mb\u007f", "a[31mb"],
  ["half a surrogate pair", "a\ud83d", "a\ufffd"],
  ["every kind of line end", "a\r\nb\rc\u2028d\u2029e\u0085f", "a\nb\nc\nd\ne\nf"],
  ["tabs", "a\tb", "a b"],
  ["many empty lines", "a\n\n \n\t\n\nb  \n", "a\n\nb"],
  ["only invisible characters", "\u200b\u3164 \u2800\n", ""],
] as const)("a prompt with %s is normalized before it is sent", ([, typed, sent]) => {
  expect(normalisePrompt(typed)).toBe(sent);
});

test("normalizing a prompt a second time changes nothing", () => {
  const marks = fc.constantFrom(
    ..."\u200d\u200c\ufe0f\u200b🏴☠❤🏽क्षه\u0650\u17b5ក1\u20e3\n \t\u2800\u{e0067}\u{e007f}",
  );
  const text = fc.oneof(
    hostile,
    fc.array(marks, { maxLength: 12 }).map((each) => each.join("")),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const once = normalisePrompt(typed);
      expect(normalisePrompt(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});
