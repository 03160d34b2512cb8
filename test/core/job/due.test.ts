import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueAt, dueNow, paced } from "../../../src/core/job/due.ts";
import {
  aClosedJob,
  aFailed,
  aJob,
  anAccepted,
  anAnnouncing,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";

const pace = { pollMinMs: 2_000 };

describe("the next step", () => {
  test("is due at a whole millisecond, for any age and random delay", () => {
    fc.assert(
      fc.property(fc.nat(4_000_000), fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }), (age, misses, fraction) => {
        const missing = misses > 0 ? "no_answer" : null;
        const state = aRunning({ misses, missing, notBefore: TEST_START + fraction });
        expect(dueAt(aJob({ state }), TEST_START + age, { pollMinMs: 20 }, fraction)).toSatisfy(Number.isInteger);
      }),
    );
  });

  const now = TEST_START + 100_000;
  const notBefore = now + 5_000;

  test.for([
    ["accepted and waiting", aJob({ state: anAccepted({ notBefore }) }), notBefore],
    ["submitting", aJob({ state: aSubmitting({ since: now }) }), now],
    ["running", aJob({ state: aRunning({ trace: [[100_000, 30]] }) }), now + 8_000],
    ["running for two minutes and never polled", aJob({ state: aRunning({ since: now - 120_000 }) }), now + 3_500],
    [
      "running since the clock was set back",
      aJob({ state: aRunning({ since: now + 9_000, notBefore: now }) }),
      now + 2_000,
    ],
    ["running and delayed by a 429", aJob({ state: aRunning({ notBefore: now + 60_000 }) }), now + 60_000],
    ["running after one miss", aJob({ state: aRunning({ misses: 1 }) }), now + 3_500],
    ["running after many misses", aJob({ state: aRunning({ misses: 20 }) }), now + 30_000],
    ["running without a key", aJob({ state: aRunning({ waitingFor: "key", misses: 5 }) }), now + 60_000],
    ["running past its deadline", aJob({ state: aRunning(), deadlineAt: now }), now + 60_000],
    [
      "running almost two hours past its deadline",
      aJob({ state: aRunning(), deadlineAt: now - 7_199_000 }),
      now + 60_000,
    ],
    ["running two hours past its deadline", aJob({ state: aRunning(), deadlineAt: now - 7_200_000 }), now + 300_000],
    ["closed", aClosedJob(), null],
  ] as const)("of a job that is %s is due at the right time", ([, job, at]) => {
    expect(dueAt(job, now, pace, 1)).toBe(at);
  });
});

const failed = aFailed();
const MINUTE = 60_000;
const DAY = 86_400_000;

test.for([
  ["that was accepted", aJob().state, 10 * MINUTE],
  ["with a deliverable final message", anAnnouncing(failed), 10 * MINUTE],
  ["with an undeliverable final message", anAnnouncing(failed, { noWaySince: TEST_START }), DAY],
  ["that waits", aWaiting(), DAY],
] as const)(
  "a job %s is due now if its due time is implausibly far ahead, because the clock was set back",
  ([, state, mostMs]) => {
    const job = aJob({ state });
    const dueIn = (waitMs: number) => dueNow({ ...job, dueAt: TEST_START + waitMs }, TEST_START) - TEST_START;
    expect([dueIn(mostMs), dueIn(mostMs + 1)]).toEqual([mostMs, 0]);
  },
);

test("a closed job has no due time, and counts as due now if it is run anyway", () => {
  const closed = aClosedJob({ dueAt: TEST_START });
  expect(paced(closed, TEST_START, pace, 0)).toEqual({ ...closed, dueAt: null });
  expect(dueNow(aClosedJob(), TEST_START)).toBe(TEST_START);
});

test("each saved job has the time of its next step and, if it has a task, the task's estimated end", () => {
  const trace = [[50_000, 50]] as const;
  const now = TEST_START + 50_000;
  const seen = aRunning({ trace, percent: 50, lastRunningAt: now });
  const after = paced(aJob({ state: seen }), now, pace, 0);
  expect(after).toMatchObject({ dueAt: now + 8_000, state: { ...seen, endsAt: expect.any(Number) } });
  const accepted = aJob({ acceptedAt: now + 1_000, dueAt: 0 });
  expect(paced(accepted, now, pace, 0)).toEqual({ ...accepted, dueAt: now + 1_000 });
  expect(paced(aJob({ state: aRunning() }), now, pace, 0).state).toEqual(aRunning());
});
