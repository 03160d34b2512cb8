import { describe, expect, test } from "vitest";
import { cardOf } from "../../../src/messages/card/card.ts";
import { notificationOf } from "../../../src/messages/card/notification.ts";
import { aRequest, TEST_START } from "../../fakes/jobs.ts";
import { settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;

describe("a finished card", () => {
  test.for([
    ["due", true],
    ["here", true],
    ["skipped", false],
    ["too_large", false],
    ["not_taken", false],
  ] as const)("whose video is %s: the film is shown once, so its link is not unfolded too: %s", ([video, hides]) => {
    const job = { ...settled(succeeded), video };
    expect(cardOf(job, NOW).hidesPreview).toBe(hides);
    expect(notificationOf(job, NOW).hidesPreview).toBe(hides);
  });

  test.for(unclearOutcomes)("that is doubtful sends its person to their dashboard once: %j", (outcome) => {
    const words = wordsOf({ ...cardOf(settled(outcome), NOW), buttons: [] });
    expect(words.match(/dashboard|check/gi)).toEqual(["Check", "dashboard"]);
    expect(words).toContain("Asking again makes a second video, which costs extra.");
  });

  test("says what it cost once", () => {
    expect(wordsOf({ ...cardOf(settled(succeeded), NOW), buttons: [] }).match(/95 credits/g)).toHaveLength(1);
  });

  test("says what Again costs on the button, by the request and not by what the last one cost", () => {
    const job = { ...settled(succeeded), request: aRequest({ resolution: "720p", duration: 15 }) };
    expect(labelsOf(cardOf(job, NOW))[0]).toBe("Again · 308 credits");
  });
});
