import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { mayBeCharged } from "../../../src/core/job/final-word.ts";
import { type JobState, outcomeOf } from "../../../src/core/job/job.ts";
import { ledgerOf, nothingSpent } from "../../../src/core/job/ledger.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, aRunning, aWaiting, TEST_START } from "../../fakes/jobs.ts";

const NOW = TEST_START + 3_600_000;
const unbegun = { attempts: 1, waitingFor: null, notBefore: TEST_START } as const;
const parts = [aJobId(2), aJobId(3)];

const COULD_PAY: readonly JobState[] = [
  ...(["approval", "turn", "service", "film"] as const).map((cause) => aWaiting({ for: cause })),
  ...(["due", "unclear", "retried", "given"] as const).map(
    (answer): JobState => ({ status: "accepted", answer, ...unbegun }),
  ),
  { status: "gathering", answer: "unclear", notBefore: TEST_START },
];

const COULD_NOT: readonly JobState[] = [
  { status: "gathering", answer: "given", notBefore: TEST_START },
  { status: "submitting", since: TEST_START, attempts: 1, answer: null },
  { status: "submitting", since: TEST_START, attempts: 1, answer: { text: "{}", isWhole: true } },
  aRunning(),
  anAnnouncing({ kind: "unknown", taskId: null, atMost: 95 }),
  aClosedJob().state,
];

describe("when a backup is put back", () => {
  test.for(COULD_PAY)("%o ends as perhaps made since, and counts as nothing charged", (state) => {
    const job = advance(aJob({ state, ...(state.status === "gathering" && { parts }) }), { kind: "restored" }, NOW);
    const outcome = outcomeOf(job);
    expect(outcome).toEqual({ kind: "not_started", why: "restored" });
    expect(outcome && mayBeCharged(outcome)).toBe(true);
    expect(ledgerOf(job)).toEqual(nothingSpent);
    expect(job.state.status).toBe("announcing");
  });

  test.for(COULD_NOT)("%o stays as it is", (state) => {
    const job = aJob({ state });
    expect(advance(job, { kind: "restored" }, NOW)).toBe(job);
  });

  test("a video of a batch that has not begun is closed, and told of on the batch's card", () => {
    const part = aJob({ state: aWaiting({ for: "turn" }), partOf: { job: aJobId(9), nth: 1 } });
    expect(advance(part, { kind: "restored" }, NOW).state).toMatchObject({
      status: "closed",
      outcome: { kind: "not_started", why: "restored" },
    });
  });
});
