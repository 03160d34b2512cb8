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

test.for<[string, JobState, readonly [charged: number, refunded: number, unknown: number]]>([
  ["waiting", aWaiting(), nothing],
  ["accepted", anAccepted(), nothing],
  ["a batch", aGathering(), nothing],
  ["submitting", aSubmitting(), nothing],
  ["running", aRunning({ credits: 95 }), [95, 0, 0]],
  ["announcing", anAnnouncing(failed), paidBack],
  ["posting", aPosting(failed), paidBack],
  ["attaching", anAttaching({ outcome: failed }), paidBack],
  ["keeping", aKeeping({ outcome: failed }), paidBack],
  ["closed", aClosed(failed), paidBack],
])(
  "the ledger of a job that is %s has the right charged, refunded and uncertain credits",
  ([, state, [charged, refunded, unknown]]) => {
    expect(ledgerOf(aJob({ state }))).toEqual({ charged, refunded, unknown });
  },
);

test.for<[Outcome["kind"], Outcome, readonly [charged: number, refunded: number, unknown: number]]>([
  ["succeeded", succeeded, [95, 0, 0]],
  ["refused", aRefused({ kind: "no_credits" }), nothing],
  ["not_started", aNotStarted("restored"), nothing],
  ["several", aSeveral(), nothing],
  ["unknown", anUnknown({ atMost: 308 }), [0, 0, 308]],
])(
  "the ledger of a job with the outcome %s has the right charged, refunded and uncertain credits",
  ([, outcome, [charged, refunded, unknown]]) => {
    expect(ledgerOf(aJob({ state: aClosed(outcome) }))).toEqual({ charged, refunded, unknown });
  },
);

test("two ledgers are added amount by amount", () => {
  const sum = addUp({ charged: 95, refunded: 10, unknown: 1 }, { charged: 205, refunded: 20, unknown: 2 });
  expect(sum).toEqual({ charged: 300, refunded: 30, unknown: 3 });
});

test("for any sequence of events, a job's ledger is never negative and never refunds more than it charged", () => {
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
] as const)("the month %s has the right start and end", ([month, begin, end]) => {
  expect(boundsOf(month)).toEqual([begin, end]);
});
