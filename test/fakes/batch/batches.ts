import { chained } from "../../../src/core/film/film-chain.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import { type Job, type Outcome, outcomeOf } from "../../../src/core/job/job.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import {
  aClosed,
  aClosedJob,
  aFailed,
  aGathering,
  aJob,
  aJobId,
  aNotStarted,
  anUnknown,
  aRefused,
  aRequest,
  aRunning,
  aSeveral,
  aWaiting,
  TEST_START,
} from "../jobs.ts";

/** A newly accepted batch and its parts, which wait for their turn. `job` is the job of one such video. */
export function batchOf(job: Job, each: NonNullable<Order["each"]>): readonly [Job, ...Job[]] {
  const { state, acceptedAt } = job;
  const wait = aWaiting({ for: "turn", until: acceptedAt + 7_200_000, answer: "due", notBefore: acceptedAt });
  const parts = each.map((request, index): Job => {
    const nth = index + 1;
    const price = priceOf(request);
    const { approval: _, ...part } = {
      ...job,
      id: partIdFrom(job.id, nth),
      request,
      price,
      partOf: { job: job.id, nth },
    };
    return { ...part, sealedKey: null, state: state.status === "waiting" ? state : wait };
  });
  const gathering = aGathering({ answer: "due", notBefore: acceptedAt });
  const batch = { ...job, price: 0, parts: parts.map(({ id }) => id), sealedKey: null };
  return [{ ...batch, state: state.status === "waiting" ? state : gathering }, ...parts];
}

/** The state of one part: running, or its outcome. */
export type PartEnd = "running" | "ready" | "failed" | "no_credits" | "stopped" | "unknown" | "film" | "broken";

/** A batch whose parts have these states, in order. It has ended if all of them have. */
export function aBatch(ends: readonly PartEnd[], overrides: Partial<Job> = {}): readonly [Job, ...Job[]] {
  const each = ends.map((_, index) => aRequest({ prompt: `scene ${index + 1}` }));
  return madeOf(each, ends, overrides);
}

/** A batch in which each video continues the one before. */
export function aChain(ends: readonly PartEnd[], overrides: Partial<Job> = {}): readonly [Job, ...Job[]] {
  const [first, ...more] = ends.map((_, index) => aRequest({ prompt: `scene ${index + 1}` }));
  if (!first) throw new Error("a chain has parts");
  return madeOf(chained(overrides.id ?? aJobId(50), [first, ...more]), ends, overrides);
}

function madeOf(
  each: readonly VideoRequest[],
  ends: readonly PartEnd[],
  overrides: Partial<Job>,
): readonly [Job, ...Job[]] {
  const [batch, ...fresh] = batchOf(aJob({ id: aJobId(50), ...overrides }), each);
  const parts = fresh.map((part, index) => ended(part, ends[index] ?? "running"));
  const isOver = parts.every((part) => outcomeOf(part) !== null);
  const over = isOver ? { dueAt: null, state: aClosed(aSeveral()) } : { dueAt: TEST_START, state: aGathering() };
  return [{ ...batch, ...over }, ...parts];
}

function ended(part: Job, end: PartEnd): Job {
  const taskId = `task-${part.partOf?.nth}`;
  const close = (outcome: Outcome): Job => ({ ...part, dueAt: null, state: aClosed(outcome) });
  switch (end) {
    case "running":
      return { ...part, state: aRunning({ taskId, percent: 40 }) };
    case "ready":
      return { ...part, dueAt: null, state: aClosedJob().state };
    case "failed":
      return close(aFailed({ taskId, refunded: part.price }));
    case "no_credits":
      return close(aRefused({ kind: "no_credits" }));
    case "stopped":
      return close(aNotStarted("stopped"));
    case "film":
      return { ...part, state: aWaiting({ for: "film" }) };
    case "broken":
      return close(aNotStarted("broken"));
    case "unknown":
      return close(anUnknown({ atMost: part.price }));
  }
}
