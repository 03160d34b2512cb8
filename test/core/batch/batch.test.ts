import { describe, expect, test } from "vitest";
import {
  asOne,
  haveEnded,
  partsToCancel,
  partsToRetry,
  partsToStop,
  priceOfAll,
  spentOn,
} from "../../../src/core/batch/batch.ts";
import type { Job, JobState, Outcome } from "../../../src/core/job/job.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";

function part(nth: number, state: JobState): Job {
  return { ...aJob(), id: aJobId(nth), partOf: { job: aJobId(99), nth }, state };
}

const ended = (nth: number, outcome: Outcome) => part(nth, { status: "closed", outcome, told: true, closedAt: 0 });
const waits = (nth: number) => part(nth, { status: "waiting", for: "turn", answer: "given", notBefore: 0, until: 1 });
const succeeded = {
  kind: "succeeded",
  taskId: "t",
  videoUrl: null,
  expiresAt: null,
  credits: 95,
  creditsAreExact: true,
} as const;
const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
const unknown = { kind: "unknown", taskId: null, atMost: 95 } as const;
const refused = (kind: "no_credits" | "no_key" | "bad_key" | "busy") =>
  ended(2, { kind: "refused", refusal: kind === "busy" ? { kind, detail: "" } : { kind } });

describe("what a batch has cost", () => {
  test("is the sum of its videos", () => {
    expect(spentOn([ended(1, succeeded), ended(2, failed), ended(3, unknown), waits(4)])).toEqual({
      charged: 190,
      refunded: 95,
      unknown: 95,
    });
  });

  test("is judged as one video of the whole price", () => {
    const parts = [waits(1), waits(2)];
    expect(asOne({ ...aJob(), price: 0 }, parts).price).toBe(priceOfAll(parts));
    expect(priceOfAll(parts)).toBe(190);
  });
});

describe("a refusal", () => {
  test.for(["no_credits", "no_key", "bad_key"] as const)("%s stops what was not sent yet", (kind) => {
    expect(partsToStop([ended(1, succeeded), refused(kind), waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
  });

  test("that concerns one video alone stops no other", () => {
    const bad = ended(1, { kind: "refused", refusal: { kind: "bad_request", detail: "" } });
    expect(partsToStop([bad, refused("busy"), waits(3)])).toEqual([]);
  });
});

describe("another try", () => {
  test("is offered for what may come out otherwise, never for what may have been charged", () => {
    const stopped = ended(5, { kind: "not_started", why: "stopped" });
    const withdrawn = ended(6, { kind: "not_started", why: "withdrawn" });
    const bad = ended(7, { kind: "refused", refusal: { kind: "bad_request", detail: "" } });
    const all = [
      ended(1, succeeded),
      refused("no_credits"),
      ended(3, failed),
      ended(4, unknown),
      stopped,
      withdrawn,
      bad,
    ];
    expect(partsToRetry(all).map(({ partOf }) => partOf?.nth)).toEqual([2, 3, 5]);
  });
});

test("a batch has ended when each of its videos has; only what was not sent can be cancelled", () => {
  const running = part(2, { status: "submitting", since: 0, attempts: 1, answer: null });
  expect(haveEnded([ended(1, succeeded), running])).toBe(false);
  expect(haveEnded([ended(1, succeeded)])).toBe(true);
  expect(partsToCancel([ended(1, succeeded), running, waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
});
