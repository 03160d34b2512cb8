import fc from "fast-check";
import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { addUp, type Ledger, ledgerOf, monthOf, nothingSpent } from "../../../src/core/job/ledger.ts";
import { aJob, TEST_START } from "../../fakes/jobs.ts";
import { everyJob } from "../../messages/every-job.ts";
import { anyEvent } from "./job-events.ts";

test("whatever happens to a job, its ledger is never less than nothing, and never gives back more than it took", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { size: "max", maxLength: 60 }), (events) => {
      let job = aJob();
      for (const event of events) {
        job = advance(job, event, TEST_START + 1_000);
        const { charged, refunded, unknown } = ledgerOf(job);
        expect(Math.min(charged, unknown, charged - refunded)).toBeGreaterThanOrEqual(0);
        // A charge is known or it is not; no job has both.
        expect(charged === 0 || unknown === 0).toBe(true);
      }
    }),
  );
});

test("it adds up: the sum over all jobs is the sum of its parts, in whatever order", () => {
  const sum = (all: readonly Ledger[]) => all.reduce(addUp, nothingSpent);
  const parts = everyJob.map(ledgerOf);
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), fc.nat(parts.length), (all, cut) => {
      expect(addUp(sum(all.slice(0, cut)), sum(all.slice(cut)))).toEqual(sum(parts));
    }),
  );
});

test.for([
  [Date.UTC(2026, 10, 30, 23, 59, 59, 999), "2026-11"],
  [Date.UTC(2026, 11, 1), "2026-12"],
] as const)("the month of %i is %s", ([at, month]) => {
  expect(monthOf(at)).toBe(month);
});
