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

describe("the next step of a job", () => {
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
    ["due at the end of the wait", "is accepted but must wait", aJob({ state: anAccepted({ notBefore }) }), notBefore],
    ["due at once", "is making its paid call", aJob({ state: aSubmitting({ since: now }) }), now],
    [
      "due in 8 s",
      "is 30 percent done after 100 s",
      aJob({ state: aRunning({ trace: [[100_000, 30]] }) }),
      now + 8_000,
    ],
    [
      "due in 3.5 s",
      "has run for two minutes without a poll",
      aJob({ state: aRunning({ since: now - 120_000 }) }),
      now + 3_500,
    ],
    [
      "due in 2 s",
      "is running with a start time in the future",
      aJob({ state: aRunning({ since: now + 9_000, notBefore: now }) }),
      now + 2_000,
    ],
    [
      "due in 60 s",
      "must wait 60 s after an HTTP 429 response",
      aJob({ state: aRunning({ notBefore: now + 60_000 }) }),
      now + 60_000,
    ],
    ["due in 3.5 s", "has one failed poll", aJob({ state: aRunning({ misses: 1 }) }), now + 3_500],
    ["due in 30 s", "has many failed polls", aJob({ state: aRunning({ misses: 20 }) }), now + 30_000],
    [
      "due in 60 s",
      "is running without a valid API key",
      aJob({ state: aRunning({ waitingFor: "key", misses: 5 }) }),
      now + 60_000,
    ],
    ["due in 60 s", "is past its deadline", aJob({ state: aRunning(), deadlineAt: now }), now + 60_000],
    [
      "due in 60 s",
      "is almost two hours past its deadline",
      aJob({ state: aRunning(), deadlineAt: now - 7_199_000 }),
      now + 60_000,
    ],
    [
      "due in 300 s",
      "is two hours past its deadline",
      aJob({ state: aRunning(), deadlineAt: now - 7_200_000 }),
      now + 300_000,
    ],
    ["never due", "is closed", aClosedJob(), null],
  ] as const)("is %s if the job %s", ([, , job, at]) => {
    expect(dueAt(job, now, pace, 1)).toBe(at);
  });
});

const failed = aFailed();
const MINUTE = 60_000;
const DAY = 86_400_000;

test.for([
  ["an accepted job", "ten minutes", aJob().state, 10 * MINUTE],
  ["a job with a deliverable final message", "ten minutes", anAnnouncing(failed), 10 * MINUTE],
  ["a job with an undeliverable final message", "a day", anAnnouncing(failed, { noWaySince: TEST_START }), DAY],
  ["a waiting job", "a day", aWaiting(), DAY],
] as const)(
  "the next step of %s is due at once if the saved time of the step is more than %s ahead",
  ([, , state, mostMs]) => {
    const job = aJob({ state });
    const dueIn = (waitMs: number) => dueNow({ ...job, dueAt: TEST_START + waitMs }, TEST_START) - TEST_START;
    expect([dueIn(mostMs), dueIn(mostMs + 1)]).toEqual([mostMs, 0]);
  },
);

test("a closed job is saved without a time for a next step", () => {
  const closed = aClosedJob({ dueAt: TEST_START });
  expect(paced(closed, TEST_START, pace, 0)).toEqual({ ...closed, dueAt: null });
});

test("the next step of a job is due at once if no time is saved for the step", () => {
  expect(dueNow(aClosedJob(), TEST_START)).toBe(TEST_START);
});

test("a running job with known progress is saved with the time of its next poll and the estimated end of its video", () => {
  const trace = [[50_000, 50]] as const;
  const now = TEST_START + 50_000;
  const seen = aRunning({ trace, percent: 50, lastRunningAt: now });
  const after = paced(aJob({ state: seen }), now, pace, 0);
  expect(after).toMatchObject({ dueAt: now + 8_000, state: { ...seen, endsAt: expect.any(Number) } });
  expect(paced(aJob({ state: aRunning() }), now, pace, 0).state).toEqual(aRunning());
});

test("the first step of an accepted job is due at the time of the job's acceptance", () => {
  const now = TEST_START + 50_000;
  const accepted = aJob({ acceptedAt: now + 1_000, dueAt: 0 });
  expect(paced(accepted, now, pace, 0)).toEqual({ ...accepted, dueAt: now + 1_000 });
});
