import { describe, expect, test } from "vitest";
import { shares } from "../../../src/frontends/slack/slack-limits.ts";
import { editHour, quantile } from "./edit-hour.ts";

const edits = { name: "edits", ...shares.edits };

describe("an hour of a Slack workspace, before a limiter that takes 50 edits in any minute", () => {
  const hours = [10, 50, 100].map((jobs) => ({ jobs, ...editHour({ jobs, bucket: edits, perMinute: 50, seed: 7 }) }));

  test.for(hours)(
    "with $jobs videos under way never asks for more than there is, nor for two edits of a card at once",
    ({ refused, together, lateMs, progressEdits }) => {
      expect(refused).toBe(0);
      expect(together).toBe(1);
      // The budget was fought for.
      expect(lateMs.length + progressEdits).toBeGreaterThan(2_200);
    },
  );

  test.for(hours.slice(0, 2))(
    "with $jobs videos under way tells 99 of 100 ends within a second, and is not more than a fifth staler than cards shown in turns",
    ({ jobs, lateMs, ageMs }) => {
      expect(quantile(lateMs, 0.99)).toBeLessThanOrEqual(1_000);
      expect(ageMs).toBeLessThanOrEqual(1.2 * (jobs / (2 * (50 / 60_000))));
    },
  );

  test("with 100 videos under way tells 99 of 100 ends within ten seconds, and half of them at once", () => {
    const lateMs = hours[2]?.lateMs ?? [];
    expect(quantile(lateMs, 0.5)).toBe(0);
    expect(quantile(lateMs, 0.99)).toBeLessThanOrEqual(10_000);
  });
});

test("where Slack takes half as many edits as it says, an hour sees less than one refusal a minute, and more than two thirds of the edits there may be", () => {
  const { refused, lateMs, progressEdits } = editHour({ jobs: 50, bucket: edits, perMinute: 25, seed: 7 });
  expect(refused).toBeLessThan(60);
  expect(lateMs.length + progressEdits).toBeGreaterThan((2 / 3) * 25 * 60);
  // Where final words went slower after a 429, too, it was 49 s.
  expect(quantile(lateMs, 0.99)).toBeLessThanOrEqual(15_000);
});
