import type { EpochMs } from "../../core/clock.ts";
import { within } from "../../core/clock.ts";
import type { Job } from "../../core/job/job.ts";
import type { ShowProgress } from "../deliver/progress.ts";
import type { JobDeps } from "../deps.ts";
import type { Poll } from "./poll.ts";

/** Sees to it that a card says at its deadline that its video is not finished, whenever the next poll is. */
export interface Deadlines {
  /** A poll. The card does not wait for its answer, nor for its turn, where the deadline comes first. */
  readonly keep: Poll;
  /** When a job is woken that is due at `at`. */
  noLater(job: Job, at: EpochMs): EpochMs;
}

export function keepDeadlines(
  { clock }: Pick<JobDeps, "clock">,
  { poll, progress }: { readonly poll: Poll; readonly progress: ShowProgress },
): Deadlines {
  return {
    async keep(stored, state) {
      const leftMs = stored.job.deadlineAt - clock.now();
      const shownAt = leftMs > 0 ? null : await progress.show(stored);
      const polled = poll(stored, state);
      if (leftMs > 0 && (await within(clock, leftMs, polled)) === "late") await progress.show(stored);
      const after = await polled;
      return typeof after === "number" ? Math.min(after, shownAt ?? after) : after;
    },
    noLater: ({ state, deadlineAt }, at) =>
      state.status === "running" && clock.now() < deadlineAt ? Math.min(at, deadlineAt) : at,
  };
}
