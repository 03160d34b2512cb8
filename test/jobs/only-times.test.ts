import { expect, test } from "vitest";
import { advance } from "../../src/core/job/advance.ts";
import { paced } from "../../src/core/job/due.ts";
import type { Job } from "../../src/core/job/job.ts";
import { estimatedEnd } from "../../src/core/pace/next-poll.ts";
import { onlyTimesChanged } from "../../src/jobs/apply.ts";
import { aJob, anAnnouncing, anUnknown, aRunning, TEST_START } from "../fakes/jobs.ts";

const seen = aRunning({ percent: 42, trace: [[4_000, 42]] });
const now = TEST_START + 8_000;
const pace = { pollMinMs: 2_000 };
/** The state after an earlier poll. */
const running = { ...seen, endsAt: estimatedEnd(seen, TEST_START + 4_000) };
const job = aJob({ state: running });

test("a poll with unchanged progress is treated as a mere change of timestamps", () => {
  const polled = advance(job, { kind: "polled", task: { status: "running", percent: 42 } }, now);
  expect(polled.state).toEqual({ ...job.state, lastRunningAt: now, notBefore: now });
  expect(onlyTimesChanged(job, paced(polled, now, pace, 0))).toBe(true);
});

test("a new estimated finish time of a video is treated as a mere change of timestamps", () => {
  const after = aJob({ state: { ...running, endsAt: now + 600_000 } });
  expect(onlyTimesChanged(job, { ...job, state: after.state })).toBe(true);
});

test.for<[string, Job]>([
  ["a new percentage", { ...job, state: { ...running, percent: 43 } }],
  ["a failed poll", { ...job, state: { ...running, misses: 1, missing: "no_answer", missingSince: now } }],
  ["a missing API key", { ...job, state: { ...running, waitingFor: "key" } }],
  ["an outcome", { ...job, state: anAnnouncing(anUnknown({ taskId: "task-1" })) }],
  ["a new deadline", { ...job, deadlineAt: job.deadlineAt + 1 }],
  ["a new person to notify", { ...job, notify: ["1"] }],
  ["an uncertain edit of the card", { ...job, isCardInDoubt: true }],
  ["an additional field", { ...job, isSilent: true }],
])("%s is not treated as a mere change of timestamps", ([, after]) => {
  expect(onlyTimesChanged(job, after)).toBe(false);
});

test("a removed field is not treated as a mere change of timestamps", () => {
  expect(onlyTimesChanged({ ...job, isSilent: true }, job)).toBe(false);
});

test("a new time for the next step of an accepted job is not treated as a mere change of timestamps", () => {
  expect(onlyTimesChanged(aJob(), aJob({ dueAt: now }))).toBe(false);
});
