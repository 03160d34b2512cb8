import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, dueAt } from "../../../src/core/job/due.ts";
import { aClosedJob, aJob, aRunning, TEST_START } from "../../fakes/jobs.ts";

const pace = { pollMinMs: 2_000 };

describe("backoffMs", () => {
  test.for([
    [1, 0, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [5, 1, 16_000],
    [6, 1, 30_000],
    [1_000, 0, 15_000],
  ] as const)("after %i failures with chance %f waits %i ms", ([failures, fraction, waitMs]) => {
    expect(backoffMs(failures, 30_000, fraction)).toBe(waitMs);
  });
});

describe("dueAt", () => {
  test("is a whole millisecond, whatever the age and the chance", () => {
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
    [
      "accepted and waiting",
      aJob({ state: { status: "accepted", answer: "given", attempts: 1, waitingFor: null, notBefore } }),
      notBefore,
    ],
    ["submitting", aJob({ state: { status: "submitting", since: now, attempts: 1, answer: null } }), now],
    ["running", aJob({ state: aRunning({ trace: [[100_000, 30]] }) }), now + 8_000],
    ["running, told to wait", aJob({ state: aRunning({ notBefore: now + 60_000 }) }), now + 60_000],
    ["running, one miss", aJob({ state: aRunning({ misses: 1 }) }), now + 2_000],
    ["running, many misses", aJob({ state: aRunning({ misses: 20 }) }), now + 30_000],
    ["running without a key", aJob({ state: aRunning({ waitingFor: "key", misses: 5 }) }), now + 60_000],
    ["running, overdue", aJob({ state: aRunning(), deadlineAt: now }), now + 60_000],
    ["running, overdue by almost two hours", aJob({ state: aRunning(), deadlineAt: now - 7_199_000 }), now + 60_000],
    ["running, overdue by two hours", aJob({ state: aRunning(), deadlineAt: now - 7_200_000 }), now + 300_000],
    ["running, overdue by a day", aJob({ state: aRunning(), deadlineAt: now - 86_000_000 }), now + 300_000],
    [
      "running without a key, overdue by three hours",
      aJob({ state: aRunning({ waitingFor: "key", misses: 5 }), deadlineAt: now - 10_800_000 }),
      now + 300_000,
    ],
    ["closed", aClosedJob(), null],
  ] as const)("of a job that is %s", ([, job, at]) => {
    expect(dueAt(job, now, pace, 1)).toBe(at);
  });
});
