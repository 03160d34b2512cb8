import fc from "fast-check";
import { expect, test } from "vitest";
import type { JobState, Outcome } from "../../../src/core/job/job.ts";
import { addUp, ledgerOf } from "../../../src/core/job/ledger.ts";
import { boundsOf, monthOf } from "../../../src/core/period.ts";
import {
  aClosed,
  aFailed,
  aGathering,
  aJob,
  aKeeping,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anAttaching,
  anUnknown,
  aPosting,
  aRefused,
  aRunning,
  aSeveral,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";
import { anyLife, turnsOf } from "./job-events.ts";

const failed = aFailed();

const nothing = [0, 0, 0] as const;
const paidBack = [95, 95, 0] as const;

test.for<[string, string, JobState, readonly [charged: number, refunded: number, unknown: number]]>([
  ["a waiting job", "no credits", aWaiting(), nothing],
  ["an accepted job", "no credits", anAccepted(), nothing],
  ["an open batch", "no credits", aGathering(), nothing],
  ["a job during its paid call", "no credits", aSubmitting(), nothing],
  ["a running job", "its charge", aRunning({ credits: 95 }), [95, 0, 0]],
  ["a failed job before its final message", "its charge and refund", anAnnouncing(failed), paidBack],
  ["a failed job before its notification", "its charge and refund", aPosting(failed), paidBack],
  ["a failed job before its file is attached", "its charge and refund", anAttaching({ outcome: failed }), paidBack],
  ["a failed job before its video is stored", "its charge and refund", aKeeping({ outcome: failed }), paidBack],
  ["a closed failed job", "its charge and refund", aClosed(failed), paidBack],
])("the ledger of %s contains %s", ([, , state, [charged, refunded, unknown]]) => {
  expect(ledgerOf(aJob({ state }))).toEqual({ charged, refunded, unknown });
});

test.for<[string, string, Outcome, readonly [charged: number, refunded: number, unknown: number]]>([
  ["a successful job", "its charge", succeeded, [95, 0, 0]],
  ["a refused job", "no credits", aRefused({ kind: "no_credits" }), nothing],
  ["a job ended by a restore from a backup", "no credits", aNotStarted("restored"), nothing],
  ["a closed batch", "no credits", aSeveral(), nothing],
  [
    "a job with an unknown outcome",
    "its highest possible charge as uncertain",
    anUnknown({ atMost: 308 }),
    [0, 0, 308],
  ],
])("the ledger of %s contains %s", ([, , outcome, [charged, refunded, unknown]]) => {
  expect(ledgerOf(aJob({ state: aClosed(outcome) }))).toEqual({ charged, refunded, unknown });
});

test("two ledgers are added amount by amount", () => {
  const sum = addUp({ charged: 95, refunded: 10, unknown: 1 }, { charged: 205, refunded: 20, unknown: 2 });
  expect(sum).toEqual({ charged: 300, refunded: 30, unknown: 3 });
});

test("for any sequence of events, a job's ledger has no negative amount and no refund above the charge", () => {
  fc.assert(
    fc.property(anyLife, (life) => {
      for (const { after } of turnsOf(life, aJob(), TEST_START)) {
        const { charged, refunded, unknown } = ledgerOf(after);
        expect(Math.min(charged, unknown, charged - refunded)).toBeGreaterThanOrEqual(0);
        // A charge is known or it is not; no job has both.
        expect(charged === 0 || unknown === 0).toBe(true);
      }
    }),
  );
});

test.for([
  ["the last millisecond of November", Date.UTC(2026, 10, 30, 23, 59, 59, 999), "2026-11"],
  ["the first millisecond of December", Date.UTC(2026, 11, 1), "2026-12"],
] as const)("the UTC month of %s is $2", ([, at, month]) => {
  expect(monthOf(at)).toBe(month);
});

test.for([
  ["2026-11", Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)],
  ["2026-12", Date.UTC(2026, 11, 1), Date.UTC(2027, 0, 1)],
] as const)("the month %s begins and ends at midnight in UTC", ([month, begin, end]) => {
  expect(boundsOf(month)).toEqual([begin, end]);
});
