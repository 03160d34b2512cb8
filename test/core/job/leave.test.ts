import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import type { Job, JobState } from "../../../src/core/job/job.ts";
import { aClosedJob, aJob, anAnnouncing, aRunning, aSlackReply, TEST_START } from "../../fakes/jobs.ts";

const NOW = TEST_START + 1_000;
const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
const left = (state: JobState): Job =>
  advance(
    aJob({ state, notify: ["U1"], reply: aSlackReply({ responseUrl: "https://hooks.slack.com/x" }) }),
    { kind: "workspace_left" },
    NOW,
  );
const words = (job: Job) => [job.request.prompt, job.request.picture, job.reply, job.notify];
const none = ["", null, expect.objectContaining({ responseUrl: null }), []];

test("a job that has not begun when its workspace leaves does not begin", () => {
  const job = left({ status: "accepted", answer: "given", attempts: 0, waitingFor: null, notBefore: NOW });
  expect(job).toMatchObject({ sealedKey: null, state: { status: "closed", outcome: { kind: "not_started" } } });
  expect(words(job)).toEqual(none);
});

test("a paid call on its way is left as it is, for its answer is saved over the job as it was", () => {
  const state: JobState = { status: "submitting", since: NOW, attempts: 1, answer: null };
  const job = aJob({ state });
  expect(advance(job, { kind: "workspace_left" }, NOW)).toBe(job);
});

test("a job that runs goes on without its words, keeps its key for the polls, and ends untold", () => {
  const job = left(aRunning());
  expect(words(job)).toEqual(none);
  expect(job).toMatchObject({ isForgotten: true, state: { status: "running" } });
  expect(job.sealedKey).not.toBeNull();
  expect(advance(job, { kind: "workspace_left" }, NOW)).toBe(job);
  const ended = advance(job, { kind: "polled", task: { status: "failed" } } as never, NOW + 1);
  expect(ended.state).toMatchObject({ status: "closed", told: false, outcome: { kind: "failed" } });
});

test("an outcome that was about to be told stays known, and is not told", () => {
  const job = left(anAnnouncing(failed));
  expect(job.state).toEqual({ status: "closed", outcome: failed, told: false, closedAt: NOW });
  expect(words(job)).toEqual(none);
});

test("others' jobs are told as ever", () => {
  const job = aJob({ state: anAnnouncing(failed) });
  expect(advance(job, { kind: "notify_me", userId: "U1" }, NOW)).toBe(job);
  const closed = aClosedJob();
  expect(advance(closed, { kind: "workspace_left" }, NOW).state).toBe(closed.state);
});
