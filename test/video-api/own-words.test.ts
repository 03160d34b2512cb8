import fc from "fast-check";
import { expect, test } from "vitest";
import { looksLikeKey } from "../../src/core/text/secret.ts";
import { ownWords, saysBusy } from "../../src/video-api/read-answer.ts";
import { hostile } from "../fuzz/hostile.ts";

const wordsOf = (msg: unknown, key: string | null = null) => ownWords(JSON.stringify({ code: 7, msg }), key);

test.for([
  [{ code: 7, msg: "Prompt is too violent" }],
  [{ message: "Prompt is too violent" }],
  [{ error: "Prompt is too violent" }],
  [{ error: { message: "Prompt is too violent" } }],
  [{ code: 7, data: { msg: "Prompt is too violent" } }],
  [{ msg: " ", data: { message: "Prompt is too violent" } }],
  [{ msg: 400, message: "Prompt is too violent" }],
])("the service's own words are found in %j", ([body]) => {
  expect(ownWords(JSON.stringify(body), null)).toBe("Prompt is too violent");
});

test.for(["", "<html><body>Bad Request</body></html>", "{", "null", "[]", '"text"', '{"msg":null}', '{"msg":"…"}'])(
  "%s says nothing that a person could read",
  (body) => {
    expect(ownWords(body, null)).toBeNull();
  },
);

test.for([
  ["one line\r\nand\u2028another\u0000\t", "one line and another"],
  ["**aspect_ratio** must be `16:9` or ~9:16~", "aspect ratio must be 16:9 or 9:16"],
  ["see <b>the docs</b> at https://evil.example/x?y=1 now", "see the docs at now"],
  ["[Free credits](https://evil.example) or www.evil.example or evil.example/free", "Free or or"],
  ["mail mailto:a@evil.example, discord.gg/abc", "mail"],
  ["<@123456789012345678> @everyone <!channel> look", "everyone look"],
  ["invalid key sk-4f9a8b7c6d5e4f3a2b1c given", "invalid key … given"],
  ["a\u202egnp.exe\u200b b", "a gnp.exe b"],
])("%j is shown as %j", ([msg, shown]) => {
  expect(wordsOf(msg)).toBe(shown);
});

test("words that say the very key that was sent are not shown, whatever its form", () => {
  expect(wordsOf("no such key: plainword", "plainword")).toBeNull();
  expect(wordsOf("no such key: plainword", "another")).toBe("no such key: plainword");
});

test("long words end within 200 characters, cut between letters", () => {
  const shown = wordsOf("𝒜".repeat(500)) ?? "";
  expect([...shown]).toHaveLength(200);
  expect(shown.endsWith("𝒜…")).toBe(true);
  expect(shown.isWellFormed()).toBe(true);
});

test("whatever the service says is one plain line without a link or a key", () => {
  fc.assert(
    fc.property(hostile, (msg) => {
      const shown = wordsOf(msg) ?? "";
      expect([...shown].length).toBeLessThanOrEqual(200);
      expect(shown).not.toMatch(/[\p{Cc}*_~`|<>[\]#@]|:\/\//u);
      expect(looksLikeKey(shown)).toBe(false);
    }),
  );
});

test.for([
  ["The model is overloaded", true],
  ["Server busy, try again later", true],
  ["Too many requests", true],
  ["a busybody in the prompt", false],
  ["Invalid prompt", false],
  [null, false],
] as const)("%s is about too much to do: %s", ([words, isBusy]) => {
  expect(saysBusy(words)).toBe(isBusy);
});
