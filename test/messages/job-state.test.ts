import { expect, test } from "vitest";
import { jobStateText } from "../../src/messages/job-state.ts";
import { aJob, aRunning, TEST_START } from "../fakes/jobs.ts";
import { everyJob, freeOutcomes, settled, succeeded, unclearOutcomes } from "./every-job.ts";

test.for(everyJob)("every state has a word of its own: %j", (job) => {
  expect(jobStateText(job)).toMatch(/^[A-Z\d]/);
});

test("what is under way says how far it is", () => {
  expect(jobStateText(aJob())).toBe("Starting");
  const state = { status: "accepted", answer: "given", attempts: 1, notBefore: TEST_START } as const;
  expect(jobStateText(aJob({ state: { ...state, waitingFor: "rate_limit" } }))).toBe("Waiting to start");
  expect(jobStateText(aJob({ state: aRunning() }))).toBe("Running");
  expect(jobStateText(aJob({ state: aRunning({ percent: 42 }) }))).toBe("42% done");
  expect(jobStateText(aJob({ state: aRunning({ waitingFor: "key" }) }))).toBe("Waiting for your key");
});

test("what has ended says what it came to", () => {
  expect(jobStateText(settled(succeeded))).toBe("Ready");
  expect(jobStateText(settled({ kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true }))).toBe(
    "Failed, 95 credits came back",
  );
  for (const outcome of freeOutcomes) expect(jobStateText(settled(outcome))).toContain("nothing charged");
  for (const outcome of unclearOutcomes) expect(jobStateText(settled(outcome))).toContain("may have been charged");
});
