import { haveEnded, partsToStop } from "../../core/batch/batch.ts";
import { partsOf } from "../../core/batch/parts-of.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { FirstCard } from "../../core/job/job.ts";
import { startsUntil } from "../../core/job/submit-retry.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply, applyTo } from "../apply.ts";
import type { ShowProgress } from "../deliver/progress.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";
import { settleFirstCard } from "../start/first-card.ts";

/** A batch is woken by each change of its parts, and looks at them this often in case that it was not. */
const LOOK_MS = 30_000;

export type Gather = (stored: StoredJob, state: FirstCard) => Promise<HeldUntil>;

/** The steps of a batch: its first card, its progress, its end. The videos themselves are its parts' own. */
export function gathering(deps: JobDeps, progress: ShowProgress): Gather {
  const { clock, jobs } = deps;

  return async (stored, state): Promise<EpochMs | null> => {
    const { job } = stored;
    if (state.answer !== "given") {
      if (clock.now() > startsUntil(job)) await apply(deps, stored, { kind: "not_started", why: "too_old" });
      else await settleFirstCard(deps, stored, state);
      return null;
    }
    const parts = (await partsOf(jobs, job)).map((part) => part.job);
    for (const { id } of partsToStop(parts)) await applyTo(deps, id, { kind: "not_started", why: "stopped" });
    if (haveEnded(parts)) {
      await apply(deps, stored, { kind: "parts_ended" });
      return null;
    }
    const lookAt = clock.now() + LOOK_MS;
    return Math.min((await progress.show(stored)) ?? lookAt, lookAt);
  };
}
