import type { Clock, EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Running } from "../../core/job/running.ts";
import { type Experience, kindOf, type TaskKind } from "../../core/pace/experience.ts";

/** How old the videos are that this process polls. */
export interface RunningAges {
  /** One was found running. The median age of its kind, in milliseconds, where most of them are late; else null. */
  looked(job: Job, state: Running): number | null;
  ended(id: JobId): void;
}

/** The median of fewer says nothing. */
const RUNNING_MIN = 3;
/** Of more the newest are known. */
const RUNNING_MAX = 1_000;
/** A video that was not polled for so long runs elsewhere, or no more. */
const UNSEEN_MS = 360_000;
/** A kind is judged so often. */
const JUDGE_EVERY_MS = 30_000;

interface Run {
  readonly kind: TaskKind;
  readonly since: EpochMs;
  readonly seenAt: EpochMs;
}

export function runningAges(
  clock: Clock,
  experienceOf: (request: Job["request"]) => Pick<Experience, "slowAfterMs">,
): RunningAges {
  const runs = new Map<JobId, Run>();
  const judgedAt = new Map<TaskKind, EpochMs>();

  function note(id: JobId, run: Run): void {
    // The one that was seen last stands last.
    runs.delete(id);
    runs.set(id, run);
    for (const [oldest, { seenAt }] of runs) {
      if (runs.size <= RUNNING_MAX && run.seenAt - seenAt < UNSEEN_MS) return;
      runs.delete(oldest);
    }
  }

  return {
    looked({ id, request, deadlineAt }, { since }) {
      const now = clock.now();
      const kind = kindOf(request);
      // What is overdue says nothing of the others: it may never end.
      if (now >= deadlineAt) runs.delete(id);
      else note(id, { kind, since, seenAt: now });
      if (Math.abs(now - (judgedAt.get(kind) ?? 0)) < JUDGE_EVERY_MS) return null;
      judgedAt.set(kind, now);
      const { slowAfterMs } = experienceOf(request);
      const ages = [...runs.values()].filter((run) => run.kind === kind).map((run) => now - run.since);
      const ageMs = ages.sort((a, b) => a - b)[Math.floor((ages.length - 1) / 2)];
      const isLate = ages.length >= RUNNING_MIN && slowAfterMs !== null && ageMs !== undefined && ageMs > slowAfterMs;
      return isLate ? ageMs : null;
    },
    ended: (id) => void runs.delete(id),
  };
}
