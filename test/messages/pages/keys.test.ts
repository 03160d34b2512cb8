import { describe, expect, test } from "vitest";
import {
  badKey,
  confirmKeyRemoval,
  keyRemoved,
  keySaved,
  keySavedButRefused,
  keyStatus,
  noKeyStored,
  noKeyYet,
  notAKey,
} from "../../../src/messages/pages/keys-page.ts";
import { tooManyWaiting } from "../../../src/messages/team/approval-messages.ts";
import { en } from "../../../src/messages/words/en.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

describe("words about keys", () => {
  test("a request without a key is kept, continues by itself and cost nothing", () => {
    const message = noKeyYet("goes_on", en);
    expect(wordsOf(message)).toMatch(/kept for an hour and continues by itself/);
    expect(wordsOf(message)).toContain("Nothing was charged.");
    expect(labelsOf(message)).toEqual(["Add my key"]);
  });

  test("a key that works is named by its last four", () => {
    expect(wordsOf(keySaved({ lastFour: "1234", verdict: "good", goesOn: false }, en))).toContain(
      "Your key (ends in 1234) works",
    );
  });

  test("a short key is not named at all", () => {
    expect(wordsOf(keySaved({ lastFour: "", verdict: "good", goesOn: false }, en))).toContain(
      "Your key works and is stored encrypted.",
    );
  });

  test("an unchecked key is never said to work", () => {
    const words = wordsOf(keySaved({ lastFour: "1234", verdict: "unchecked", goesOn: true }, en));
    expect(words).toContain("we couldn't verify it yet");
    expect(words).not.toContain("1234) works");
  });

  test("a saved key whose waiting request was refused says both", () => {
    const words = wordsOf(
      keySavedButRefused(keySaved({ lastFour: "1234", verdict: "good", goesOn: false }, en), tooManyWaiting(5, en), en),
    );
    expect(words).toContain("ends in 1234");
    expect(words).toContain("was not started");
    expect(words).toContain("5 videos waiting");
  });

  test("a bad key was not saved and can be typed again", () => {
    expect(wordsOf(badKey(en))).toContain("was not saved");
    expect(labelsOf(badKey(en))).toEqual(["Add my key"]);
  });

  test.for([
    ["good", "Your key works", []],
    ["bad", "Your key does not work", ["Add my key"]],
    ["unchecked", "Your key could not be checked", []],
  ] as const)("the status of a %s key is titled: %s", ([verdict, title, labels]) => {
    const message = keyStatus("1234", verdict, en);
    expect(message.title).toBe(title);
    expect(wordsOf(message)).toContain("ends in 1234");
    expect(labelsOf(message)).toEqual(labels);
  });

  test.for([
    [1, "1 video is still in progress"],
    [2, "2 videos are still in progress"],
  ] as const)("removing a key while %i videos run says how many and asks", ([count, sentence]) => {
    const message = confirmKeyRemoval(count, en);
    expect(wordsOf(message)).toContain(sentence);
    expect(message.buttons).toEqual([{ label: "Remove anyway", id: "remove_key", style: "danger" }]);
    expect(wordsOf(keyRemoved(count, en))).toContain(sentence);
  });

  test("without a key there is a way to add one", () => {
    expect(labelsOf(noKeyStored(en))).toEqual(["Add my key"]);
  });

  test.for([true, false])("what cannot be a key is not saved (empty: %s)", (isEmpty) => {
    expect(wordsOf(notAKey(isEmpty, en).message)).toContain("Nothing was saved.");
  });
});
