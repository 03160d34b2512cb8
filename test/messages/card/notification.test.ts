import { describe, expect, test } from "vitest";
import { notificationOf } from "../../../src/messages/card/notification.ts";
import { aFailed, aJob, aJobId, aNotStarted, aPosting, aRequest, TEST_START } from "../../fakes/jobs.ts";
import { titled } from "../../fakes/titled.ts";
import { everyOutcome, freeOutcomes, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;

describe("the notification", () => {
  test("of a finished video shows the prompt and no link", () => {
    const message = notificationOf(settled(succeeded), NOW);
    expect([message.title, message.quote, message.body]).toEqual(["Your video is ready.", aRequest().prompt, []]);
  });

  test("shows the link and the link's expiry if the card is not updated yet", () => {
    const state = aPosting(succeeded, { isCardDue: true });
    const words = wordsOf(notificationOf({ ...settled(succeeded), state }, NOW));
    expect(words).toContain("[Watch or download the video](https://cdn.example.com/v.mp4)");
    expect(words).toContain("The link expires");
  });

  test("of a failed video shows the refund", () => {
    const failed = settled(aFailed());
    expect(wordsOf(notificationOf(failed, NOW))).toContain("Your video failed.\n\n95 credits were refunded.");
  });

  test.for(titled(freeOutcomes))("says that nothing was charged (outcome: %s)", ([, outcome]) => {
    expect(wordsOf(notificationOf(settled(outcome), NOW))).toContain("Nothing was charged.");
  });

  test.for(titled(unclearOutcomes))("says that the video may have been charged (outcome: %s)", ([, outcome]) => {
    const words = wordsOf(notificationOf(settled(outcome), NOW));
    expect(words).toContain("It may have been charged: up to 95 credits.");
    expect(words).not.toMatch(/nothing was charged/i);
  });

  test.for(titled(everyOutcome))(
    "has at most two sentences, no button and no HTTP status (outcome: %s)",
    ([, outcome]) => {
      const message = notificationOf(settled(outcome), NOW);
      expect(wordsOf(message)).not.toMatch(/\b[45]\d\d\b|HTTP/);
      expect(message.body.length).toBeLessThanOrEqual(2);
      expect(message.buttons).toEqual([]);
    },
  );

  test.for([
    ["not started in time", "too_old", "Your video was not started.", "Your videos were not started."],
    ["declined", "declined", "Your video was declined.", "Your videos were declined."],
    [
      "not approved in time",
      "expired",
      "Your video was not approved in time.",
      "Your videos were not approved in time.",
    ],
  ] as const)("has different titles for one video and for several videos (reason: %s)", ([, why, one, several]) => {
    const job = settled(aNotStarted(why));
    expect(notificationOf(job, NOW).title).toBe(one);
    expect(notificationOf({ ...job, parts: [aJobId(1), aJobId(2)] }, NOW).title).toBe(several);
  });

  test("shows only the beginning of a long prompt", () => {
    const job = settled(succeeded);
    const long = notificationOf({ ...job, request: { ...job.request, prompt: "boat ".repeat(600) } }, NOW);
    expect(long.quote).toMatch(/^boat boat .*…$/);
    expect(long.quote?.length).toBeLessThanOrEqual(100);
  });

  test("cannot be created for a job without an outcome", () => {
    expect(() => notificationOf(aJob(), NOW)).toThrow(/no outcome/);
  });
});
