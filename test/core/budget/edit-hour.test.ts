import { describe, expect, test } from "vitest";
import { shares } from "../../../src/frontends/slack/slack-limits.ts";
import { isMutating } from "../../fakes/how-many.ts";
import { editHour, quantile } from "./edit-hour.ts";

const edits = { name: "edits", ...shares.edits };
/** It never asks for more than there is, nor for two edits of one card at once. */
const fits = { refused: 0, together: 1 };
/** With fewer edits in the hour, the limit would not be tried at all. */
const FOUGHT_FOR = 2_200;

describe.skipIf(isMutating)("an hour of a Slack workspace, before a limiter that takes 50 edits in any minute", () => {
  const anHour = (jobs: number) => editHour({ jobs, bucket: edits, perMinute: 50, seed: 7 });

  test.for([10, 50])(
    "with %i videos under way fits into the limit, tells 99 of 100 ends within a second, and is not more than a fifth staler than cards shown in turns",
    (jobs) => {
      const hour = anHour(jobs);
      expect(hour).toMatchObject(fits);
      expect(quantile(hour.lateMs, 0.99)).toBeLessThanOrEqual(1_000);
      expect(hour.ageMs).toBeLessThanOrEqual(1.2 * (jobs / (2 * (50 / 60_000))));
      expect(hour.lateMs.length + hour.progressEdits).toBeGreaterThan(FOUGHT_FOR);
    },
  );

  test("with 100 videos under way fits into the limit, tells 99 of 100 ends within ten seconds, and half of them at once", () => {
    const hour = anHour(100);
    expect(hour).toMatchObject(fits);
    expect(quantile(hour.lateMs, 0.5)).toBe(0);
    expect(quantile(hour.lateMs, 0.99)).toBeLessThanOrEqual(10_000);
    expect(hour.lateMs.length + hour.progressEdits).toBeGreaterThan(FOUGHT_FOR);
  });
});

test.skipIf(isMutating)(
  "where Slack takes half as many edits as it says, an hour sees less than one refusal a minute, and more than two thirds of the edits there may be",
  () => {
    const { refused, lateMs, progressEdits } = editHour({ jobs: 50, bucket: edits, perMinute: 25, seed: 7 });
    expect(refused).toBeLessThan(60);
    expect(lateMs.length + progressEdits).toBeGreaterThan((2 / 3) * 25 * 60);
    // Where final words went slower after a 429, too, it was 49 s.
    expect(quantile(lateMs, 0.99)).toBeLessThanOrEqual(15_000);
  },
);
