import type { EpochMs } from "../core/clock.ts";
import { isOpen, type JobId } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";
import { announce, post } from "./outbox.ts";
import { poll } from "./poll.ts";
import { type ShowProgress, showProgress } from "./progress.ts";
import { start } from "./start.ts";

/** Takes one job as far as it can go now; answers when it is due again, null once it is closed. */
export function stepJobs(deps: JobDeps): (id: JobId) => Promise<EpochMs | null> {
  const show = showProgress(deps);

  return async (id) => {
    for (;;) {
      const stored = await deps.jobs.load(id);
      if (!stored || !isOpen(stored.job)) {
        show.forget(id);
        return null;
      }
      const due = stored.job.dueAt ?? deps.clock.now();
      if (due > deps.clock.now()) return due;
      await act(deps, stored, show);
    }
  };
}

/** One act of the state the job is in. What it did is saved, or another process was faster; either way it is read again. */
async function act(deps: JobDeps, stored: StoredJob, show: ShowProgress): Promise<void> {
  const { state } = stored.job;
  switch (state.status) {
    case "accepted":
      return start(deps, stored, state, show);
    case "submitting":
      // A step that makes the paid call does not come back here before it has its answer: this one was cut off.
      await apply(deps, stored, { kind: "interrupted" });
      return;
    case "running":
      return poll(deps, stored, state, show);
    case "announcing":
      return announce(deps, stored, state);
    case "posting":
      return post(deps, stored, state);
    case "closed":
      return;
    default:
      return unreachable(state);
  }
}
