import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { type Job, type JobState, outcomeOf } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import { aJob, aRunning, TEST_START } from "../../fakes/jobs.ts";

const NOW = TEST_START + 1_000;
const HOUR = 3_600_000;
const inState = (state: JobState): Job => aJob({ state });

describe("a running job", () => {
  const poll = (state: ReturnType<typeof aRunning>, event: JobEvent, now = NOW) => advance(inState(state), event, now);
  const polled = (percent: number | null): JobEvent => ({ kind: "polled", task: { status: "running", percent } });
  const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
  const unknownTask: JobEvent = { kind: "poll_refused", refusal: { kind: "unknown_task" }, waitMs: 0 };

  test.for([
    [null, 41.6, 42],
    [40, 30, 40],
    [40, null, 40],
    [40, Number.NaN, 40],
    [40, 100, 99],
    [null, -5, 0],
    [null, null, null],
  ] as const)("at %s percent that is told %s shows %s", ([before, told, shown]) => {
    expect(poll(aRunning({ percent: before }), polled(told)).state).toMatchObject({ percent: shown });
  });

  test("that is told again forgets its misses and goes on with its key", () => {
    const amiss = aRunning({ misses: 3, missing: "bad_key", missingSince: TEST_START, waitingFor: "key" });
    expect(poll(amiss, polled(10)).state).toMatchObject({
      misses: 0,
      missing: null,
      waitingFor: null,
      lastRunningAt: NOW,
    });
  });

  test("that succeeded has a link until two hours after it was last seen running", () => {
    const task = { status: "succeeded", videoUrl: "https://e.com/v.mp4" } as const;
    const { state } = poll(aRunning({ lastRunningAt: TEST_START + 500 }), { kind: "polled", task });
    expect(state).toMatchObject({
      outcome: { kind: "succeeded", expiresAt: TEST_START + 500 + 2 * HOUR, credits: 95 },
    });
  });

  test("that succeeded without a link is asked five times more, then done without one", () => {
    let job = inState(aRunning());
    for (let n = 0; n < 5; n += 1) job = advance(job, done, NOW + n);
    expect(job.state).toMatchObject({ status: "running", missing: "no_link", misses: 5 });
    expect(outcomeOf(advance(job, done, NOW + 5))).toMatchObject({ kind: "succeeded", videoUrl: null });
  });

  test("that is given up a day after its deadline is done without a link where that was all that was missing", () => {
    const late = TEST_START + 25 * HOUR + 1;
    const silent: JobEvent = {
      kind: "poll_refused",
      refusal: { kind: "unavailable", sent: true, detail: "" },
      waitMs: 0,
    };
    const noLink = aRunning({ misses: 2, missing: "no_link", missingSince: TEST_START });
    expect(outcomeOf(poll(noLink, silent, late))).toMatchObject({ kind: "succeeded", videoUrl: null });
    expect(outcomeOf(poll(aRunning(), silent, late))).toMatchObject({ kind: "unknown" });
    expect(outcomeOf(poll(noLink, silent, late - 2))).toBeNull();
  });

  test("that failed is refunded what it cost", () => {
    const { state } = poll(aRunning({ credits: 143 }), { kind: "polled", task: { status: "failed" } });
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "failed", refunded: 143 } });
  });

  test.for(["no_key", "bad_key", "no_credits"] as const)("whose poll is refused with %s waits for a key", (kind) => {
    expect(poll(aRunning(), { kind: "poll_refused", refusal: { kind }, waitMs: 0 }).state).toMatchObject({
      waitingFor: "key",
      misses: 1,
    });
  });

  test("that is told 429 waits as long as asked, two minutes at most", () => {
    const event: JobEvent = {
      kind: "poll_refused",
      refusal: { kind: "rate_limited", retryAfterMs: 999_000 },
      waitMs: 0,
    };
    expect(poll(aRunning(), event).state).toMatchObject({ notBefore: NOW + 120_000 });
  });

  test("that the service does not know is lost after five polls over two minutes, not before", () => {
    let job = inState(aRunning());
    const at = (n: number) => TEST_START + 60_000 + n * 30_000;
    for (let n = 0; n < 4; n += 1) job = advance(job, unknownTask, at(n));
    expect(job.state).toMatchObject({ status: "running", missing: "unknown_task", misses: 4 });
    expect(outcomeOf(advance(job, unknownTask, at(3) + 1))).toBeNull();
    expect(outcomeOf(advance(job, unknownTask, at(4)))).toEqual({ kind: "unknown", taskId: "task-1", atMost: 95 });
  });

  test("that gave no answer for long is not lost by the first poll that does not know it", () => {
    const silent = aRunning({ misses: 10, missing: "no_answer", missingSince: TEST_START });
    expect(poll(silent, unknownTask, TEST_START + 300_000).state).toMatchObject({ missing: "unknown_task", misses: 1 });
  });

  test("whose link is missing is not counted anew for a key that is refused in between", () => {
    const noLink = aRunning({ misses: 4, missing: "no_link", missingSince: TEST_START });
    const { state } = poll(noLink, { kind: "poll_refused", refusal: { kind: "bad_key" }, waitMs: 0 });
    expect(state).toMatchObject({ missing: "no_link", misses: 4, waitingFor: "key" });
  });

  test("that is young may be unknown to the service for a minute", () => {
    expect(poll(aRunning(), unknownTask, TEST_START + 59_999).state).toMatchObject({ missing: "no_answer" });
  });

  test("is given up a day after its deadline, and nobody can tell", () => {
    const at = TEST_START + HOUR + 24 * HOUR;
    expect(outcomeOf(poll(aRunning(), polled(50), at))).toBeNull();
    expect(outcomeOf(poll(aRunning(), polled(50), at + 1))).toMatchObject({ kind: "unknown", taskId: "task-1" });
  });
});
