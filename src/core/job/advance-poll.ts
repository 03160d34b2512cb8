import type { EpochMs } from "../clock.ts";
import type { PollRefusal, Task } from "../ports.ts";
import { unreachable } from "../result.ts";
import type { Job } from "./job.ts";
import type { JobEvent } from "./job-event.ts";
import type { Miss, Running } from "./running.ts";
import { settle } from "./settle.ts";
import { traced } from "./trace.ts";

/** How long a link to a finished video works. Source: the video service's interface, section 8 (read 2026-11-21). */
const LINK_LIFE_MS = 7_200_000;
/** A task past its job's deadline is polled for a day more, see `gapOf` in pace.ts. */
const GIVE_UP_AFTER_MS = 86_400_000;
/** A service may need a moment before it knows a task it has just begun. */
const UNKNOWN_PATIENCE_MS = 60_000;
const UNKNOWN_POLLS = 5;
const UNKNOWN_FOR_MS = 120_000;
const NO_LINK_POLLS = 5;
/** After a 429 the next poll waits no longer than this, even if the service asks for more. */
const RETRY_AFTER_MAX_MS = 120_000;

const noMiss = { misses: 0, missing: null, missingSince: null } as const;

/** What one poll does to a running job. */
export function advancePoll(job: Job, state: Running, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "polled":
      return afterTask(job, state, event.task, now);
    case "poll_refused":
      return afterRefusal(job, { ...state, notBefore: now + event.waitMs }, event.refusal, now);
    case "poll_held":
      return held(job, { ...state, notBefore: now + event.waitMs }, event);
    case "key_renewed":
      if (state.waitingFor !== "key") return job;
      // Due now, without regard to the pace.
      return {
        ...job,
        dueAt: now,
        pacedAt: now,
        state: { ...state, ...noMiss, waitingFor: null, keyRenewedAt: now, notBefore: now },
      };
    default:
      return job;
  }
}

function afterTask(job: Job, state: Running, task: Task, now: EpochMs): Job {
  const { taskId, credits, creditsAreExact } = state;
  switch (task.status) {
    case "running": {
      const percent = shownPercent(state.percent, task.percent);
      const trace = percent === null ? null : traced(state.trace ?? [], now - state.since, percent);
      const seen: Running = {
        ...state,
        ...noMiss,
        percent,
        lastRunningAt: now,
        waitingFor: null,
        ...(trace && { trace }),
      };
      return giveUpOr(job, seen, now);
    }
    case "failed":
      return settle(job, { kind: "failed", taskId, refunded: credits, creditsAreExact }, now);
    case "succeeded": {
      const { videoUrl } = task;
      const isLastTry = state.missing === "no_link" && state.misses >= NO_LINK_POLLS;
      return videoUrl === null && !isLastTry ? missed(job, state, "no_link", now) : made(job, state, videoUrl, now);
    }
    default:
      return unreachable(task);
  }
}

function afterRefusal(job: Job, state: Running, refusal: PollRefusal, now: EpochMs): Job {
  switch (refusal.kind) {
    case "no_key":
    case "bad_key":
    case "no_credits":
      return missed(job, { ...state, waitingFor: "key" }, "bad_key", now);
    case "rate_limited": {
      const askedMs = Math.min(RETRY_AFTER_MAX_MS, refusal.retryAfterMs ?? 0);
      const notBefore = Math.max(state.notBefore, now + askedMs);
      return missed(job, { ...state, notBefore }, "no_answer", now);
    }
    case "bad_request":
    case "busy":
    case "wrong_address":
    case "unavailable":
      return missed(job, state, "no_answer", now);
    case "unknown_task": {
      if (now - state.since < UNKNOWN_PATIENCE_MS) return missed(job, state, "no_answer", now);
      const isSame = state.missing === "unknown_task";
      const isLasting = now - (state.missingSince ?? now) >= UNKNOWN_FOR_MS;
      if (isSame && state.misses + 1 >= UNKNOWN_POLLS && isLasting) return lost(job, state, now);
      return missed(job, state, "unknown_task", now);
    }
    default:
      return unreachable(refusal);
  }
}

/** The time that a service is down is not held against a job. */
function held(job: Job, state: Running, { because, waitMs }: { because: "service" | "key"; waitMs: number }): Job {
  if (because === "key") return { ...job, state: { ...state, waitingFor: "key" } };
  const missingSince = state.missingSince === null ? null : state.missingSince + waitMs;
  return { ...job, deadlineAt: job.deadlineAt + waitMs, state: { ...state, missingSince } };
}

function missed(job: Job, state: Running, miss: Miss, now: EpochMs): Job {
  // A poll without an answer, or with a key that is refused, says nothing about a link that is missing.
  const saysNothing = miss === "no_answer" || miss === "bad_key";
  if (saysNothing && state.missing === "no_link") return giveUpOr(job, state, now);
  const isSame = state.missing === miss;
  const next: Running = {
    ...state,
    misses: isSame ? state.misses + 1 : 1,
    missing: miss,
    missingSince: isSame ? state.missingSince : now,
  };
  return giveUpOr(job, next, now);
}

/** What was last heard of a task that is given up stays: it is made, though no link to it was named. */
function giveUpOr(job: Job, next: Running, now: EpochMs): Job {
  if (now <= job.deadlineAt + GIVE_UP_AFTER_MS) return { ...job, state: next };
  return next.missing === "no_link" ? made(job, next, null, now) : lost(job, next, now);
}

function made(job: Job, state: Running, videoUrl: string | null, now: EpochMs): Job {
  const { taskId, credits, creditsAreExact } = state;
  const expiresAt = state.lastRunningAt + LINK_LIFE_MS;
  return settle(job, { kind: "succeeded", taskId, videoUrl, expiresAt, credits, creditsAreExact }, now);
}

function lost(job: Job, state: Running, now: EpochMs): Job {
  return settle(job, { kind: "unknown", taskId: state.taskId, atMost: state.credits }, now);
}

/** Never falls; a running task shows 99 at most, even if the service says more. */
function shownPercent(before: number | null, now: number | null): number | null {
  if (now === null || !Number.isFinite(now)) return before;
  return Math.max(before ?? 0, Math.min(99, Math.max(0, Math.round(now))));
}
