import fc from "fast-check";
import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { isFromAhead } from "../../../src/core/job/clock-set-back.ts";
import type { Job, JobState, Posting } from "../../../src/core/job/job.ts";
import { aClosedJob, aJob, anAnnouncing, aRunning, TEST_START } from "../../fakes/jobs.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The clock was an hour ahead when the job was saved last. */
const now = TEST_START;
const ahead = TEST_START + HOUR;
const failed = { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true } as const;

const aPosting = (over: Partial<Posting> = {}): Posting => ({
  status: "posting",
  outcome: failed,
  settledAt: now,
  nonce: "nonce-1",
  triedAt: null,
  attempts: 0,
  notBefore: now,
  ...over,
});

const after = (state: JobState, over: Partial<Job> = {}): Job =>
  advance(aJob({ state, pacedAt: ahead, acceptedAt: now - MINUTE, ...over }), { kind: "clock_set_back" }, now);

test("a running job is due now, keeps its age, and no time of it is ahead", () => {
  const state = aRunning({
    since: ahead - 5 * MINUTE,
    lastRunningAt: ahead,
    missingSince: ahead,
    missing: "no_answer",
  });
  const job = after(state, { acceptedAt: ahead - 6 * MINUTE, deadlineAt: ahead + 54 * MINUTE });
  // The clock may be wrong now, and have been right: the deadline stays.
  expect(job).toMatchObject({ dueAt: now, acceptedAt: ahead - 6 * MINUTE, deadlineAt: ahead + 54 * MINUTE });
  expect(job.state).toMatchObject({ since: now - 5 * MINUTE, lastRunningAt: now, missingSince: now, notBefore: now });
});

test("a job that has not begun is begun no later than one that was accepted now", () => {
  const waits = {
    status: "accepted",
    answer: "given",
    attempts: 1,
    waitingFor: "rate_limit",
    notBefore: ahead,
  } as const;
  expect(after(waits, { acceptedAt: ahead - MINUTE })).toMatchObject({ acceptedAt: now, dueAt: now });
});

test("a task that began before the clock was ahead keeps its beginning and its deadline", () => {
  const job = after(aRunning({ since: now - MINUTE, lastRunningAt: ahead }), { deadlineAt: now + 59 * MINUTE });
  expect(job.deadlineAt).toBe(now + 59 * MINUTE);
  expect(job.state).toMatchObject({ since: now - MINUTE, lastRunningAt: now });
});

test("a notification that was tried under the clock that was ahead is no repetition within its nonce's time", () => {
  const { state } = after(aPosting({ settledAt: ahead, triedAt: ahead, notBefore: ahead }));
  expect(state).toMatchObject({ settledAt: now, notBefore: now + 30_000 });
  expect(state.status === "posting" && now - (state.triedAt ?? now)).toBeGreaterThanOrEqual(120_000);
});

test("a link lives no longer for a clock that was ahead", () => {
  const outcome = { kind: "succeeded", taskId: "task-1", videoUrl: "https://v.example/1", credits: 95 } as const;
  const end = { ...outcome, creditsAreExact: true, expiresAt: ahead + 2 * HOUR };
  const { state } = after({ ...anAnnouncing(end), settledAt: ahead, noWaySince: ahead });
  expect(state).toMatchObject({
    outcome: { expiresAt: now + 2 * HOUR },
    settledAt: now,
    noWaySince: now,
    notBefore: now,
  });
});

test("a job whose answer is due waits for the platform as before, and a closed one stays as it is", () => {
  const due = { status: "accepted", answer: "due", attempts: 0, waitingFor: null, notBefore: ahead } as const;
  const job = aJob({ state: due, pacedAt: ahead });
  expect(advance(job, { kind: "clock_set_back" }, now)).toBe(job);
  const closed = { ...aClosedJob(), pacedAt: ahead };
  expect(advance(closed, { kind: "clock_set_back" }, now)).toBe(closed);
});

test("a job that does not say when it was paced is known by its last poll", () => {
  expect(isFromAhead(aJob({ state: aRunning({ lastRunningAt: now + 6_000 }) }), now)).toBe(true);
  expect(isFromAhead(aJob({ state: aRunning({ lastRunningAt: now + 4_000 }) }), now)).toBe(false);
});

test("whatever was ahead, the job is no more so, and due", () => {
  const time = fc.integer({ min: now - HOUR, max: ahead });
  const states = fc.oneof(
    fc.record({ since: time, lastRunningAt: time, notBefore: time }).map((over) => aRunning(over)),
    fc.record({ settledAt: time, triedAt: fc.option(time), notBefore: time }).map((over) => aPosting(over)),
    fc.record({ settledAt: time, begunAt: time }).map((over) => ({ ...anAnnouncing(failed), ...over })),
    time.map((since): JobState => ({ status: "submitting", since, attempts: 1, answer: null })),
    time.map((triedAt): JobState => {
      const waits = { attempts: 0, waitingFor: null, notBefore: ahead } as const;
      return { status: "accepted", answer: "unclear", triedAt, ...waits };
    }),
  );
  fc.assert(
    fc.property(states, time, (state, pacedAt) => {
      const before = aJob({ state, pacedAt, acceptedAt: now - HOUR });
      const job = advance(before, { kind: "clock_set_back" }, now);
      expect(isFromAhead(job, now)).toBe(false);
      if (isFromAhead(before, now)) expect(job.dueAt).toBe(now);
      else expect(job).toBe(before);
    }),
  );
});
