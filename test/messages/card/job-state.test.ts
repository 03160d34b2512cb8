import { expect, test } from "vitest";
import { jobStateText } from "../../../src/messages/card/card-state.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aJob, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { everyJob, freeOutcomes, settled, succeeded, unclearOutcomes } from "../every-job.ts";

test.for(everyJob)("every state has a word of its own: %j", (job) => {
  expect(jobStateText(job, en)).toMatch(/^[A-Z\d]/);
});

test("what is under way says how far it is", () => {
  expect(jobStateText(aJob(), en)).toBe("Starting");
  const state = { status: "accepted", answer: "given", attempts: 1, notBefore: TEST_START } as const;
  expect(jobStateText(aJob({ state: { ...state, waitingFor: "rate_limit" } }), en)).toBe("Waiting to start");
  expect(jobStateText(aJob({ state: aRunning() }), en)).toBe("Running");
  expect(jobStateText(aJob({ state: aRunning({ percent: 42 }) }), en)).toBe("42% done");
  expect(jobStateText(aJob({ state: aRunning({ waitingFor: "key" }) }), en)).toBe("Waiting for your key");
});

test("what has ended says what it came to", () => {
  expect(jobStateText(settled(succeeded), en)).toBe("Ready");
  expect(jobStateText(settled({ kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true }), en)).toBe(
    "Failed, 95 credits refunded",
  );
  for (const outcome of freeOutcomes) expect(jobStateText(settled(outcome), en)).toContain("nothing charged");
  for (const outcome of unclearOutcomes) expect(jobStateText(settled(outcome), en)).toContain("may have been charged");
});
