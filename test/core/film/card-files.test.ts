import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileName } from "../../../src/core/film/card-files.ts";
import { anyText } from "../../fakes/any-text.ts";

describe("the file name of a video", () => {
  test.for<readonly [string, string]>([
    ["a paper boat in the rain", "a-paper-boat-in-the-rain.mp4"],
    ["  A  Paper-Boat, in the RAIN!  ", "a-paper-boat-in-the-rain.mp4"],
    ["Ein Straßencafé in Köln, Žižkov & Łódź", "ein-strassencafe-in-koln-zizkov-lodz.mp4"],
    ["a cat 🐈 surfing on ½ a wave", "a-cat-surfing-on-1-2-a-wave.mp4"],
    ['../../etc/passwd\\..:*?"<>|', "etc-passwd.mp4"],
    ["雨の中の紙の船", "video.mp4"],
    ["雨の中の紙の船 4k", "video.mp4"],
    ["🐈🐈🐈", "video.mp4"],
    ["", "video.mp4"],
    ["42", "video.mp4"],
    ["vk-1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p", "video.mp4"],
  ])("with the prompt %j is %s", ([prompt, name]) => {
    expect(fileName(prompt, "mp4", "ascii")).toBe(name);
  });

  test.for<readonly [string, string]>([
    ["雨の中の紙の船", "雨の中の紙の船.mp4"],
    ["бумажный кораблик под дождём", "бумажный-кораблик-под-дождём.mp4"],
    ["がんばれ नाव", "がんばれ-नाव.mp4"],
    ["un café à Köln", "un-cafe-a-koln.mp4"],
    ["🐈", "video.mp4"],
  ])("with the prompt %j is %s if the platform accepts non-Latin letters", ([prompt, name]) => {
    expect(fileName(prompt, "mp4", "any")).toBe(name);
  });

  test("ends with a complete word if the prompt is long", () => {
    expect(fileName("one two three four ".repeat(10), "mp4", "ascii")).toBe(
      "one-two-three-four-one-two-three-four-one-two-three-four.mp4",
    );
  });

  test("is cut within a word if the first word is too long", () => {
    expect(fileName("a".repeat(200), "mp4", "ascii")).toBe(`${"a".repeat(56)}.mp4`);
  });

  test("is short, safe and never empty for any prompt", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (prompt) => {
        expect(fileName(prompt, "mp4", "ascii")).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.mp4$/);
        const any = fileName(prompt, "webm", "any");
        expect(any).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*\.webm$/u);
        expect([...any].length).toBeLessThanOrEqual(60);
        expect(any.isWellFormed()).toBe(true);
      }),
    );
  });
});
