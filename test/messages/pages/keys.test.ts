import { describe, expect, test } from "vitest";
import { keySaved, keySavedButRefused } from "../../../src/messages/pages/keys-page.ts";
import { tooManyWaiting } from "../../../src/messages/team/approval-messages.ts";
import { en } from "../../../src/messages/words/en.ts";
import { wordsOf } from "../words-of.ts";

const goodKey = (lastFour: string) =>
  keySaved({ prefix: "video", lastFour, verdict: "good", goesOn: null, woken: 0 }, en);

describe("the texts about API keys", () => {
  test("show the last four characters of a working key, and no character of a short key", () => {
    expect(wordsOf(goodKey("1234"))).toContain("Your key (ends in 1234) works");
    expect(wordsOf(goodKey(""))).toContain("Your key works and is stored encrypted.");
  });

  test("never say that an unchecked key works", () => {
    const words = wordsOf(
      keySaved({ prefix: "video", lastFour: "1234", verdict: "unchecked", goesOn: 95, woken: 0 }, en),
    );
    expect(words).toContain("we couldn't verify it yet");
    expect(words).not.toContain("1234) works");
  });

  test("say that the key is saved, even if the video that waited for the key is refused", () => {
    const words = wordsOf(keySavedButRefused(goodKey("1234"), tooManyWaiting(5, en), en));
    expect(words).toContain("ends in 1234");
    expect(words).toContain("was not started");
    expect(words).toContain("5 videos waiting");
  });
});
