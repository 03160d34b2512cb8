import { expect, test } from "vitest";
import { advance } from "../../src/core/advance.ts";
import type { Job } from "../../src/core/job.ts";
import { onlyTimesChanged } from "../../src/core/only-times.ts";
import { aJob, anAnnouncing, aRunning, TEST_START } from "../fakes/jobs.ts";

const running = aRunning({ percent: 42 });
const job = aJob({ state: running });
const now = TEST_START + 8_000;

test("a poll without news changes nothing but times", () => {
  const polled = advance(job, { kind: "polled", task: { status: "running", percent: 42 } }, now);
  expect(polled.state).toEqual({ ...running, lastRunningAt: now });
  expect(onlyTimesChanged(job, { ...polled, dueAt: now + 8_000 })).toBe(true);
});

test.for<[string, Job]>([
  ["another percentage", { ...job, state: { ...running, percent: 43 } }],
  ["a miss", { ...job, state: { ...running, misses: 1, missing: "no_answer", missingSince: now } }],
  ["waiting for a key", { ...job, state: { ...running, waitingFor: "key" } }],
  ["an end", { ...job, state: anAnnouncing({ kind: "unknown", taskId: "task-1", atMost: 95 }) }],
  ["another deadline", { ...job, deadlineAt: job.deadlineAt + 1 }],
  ["a listener", { ...job, notify: ["1"] }],
  ["a doubt about the card", { ...job, isCardInDoubt: true }],
  ["a field that was not there", { ...job, isSilent: true }],
])("%s is more than times", ([, after]) => {
  expect(onlyTimesChanged(job, after)).toBe(false);
});

test("a field that is gone is more than times", () => {
  expect(onlyTimesChanged({ ...job, isSilent: true }, job)).toBe(false);
});

test("of a job that is not running nothing changes but by news", () => {
  expect(onlyTimesChanged(aJob(), aJob({ dueAt: now }))).toBe(false);
});
