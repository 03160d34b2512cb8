import type { EpochMs } from "../../core/clock.ts";
import { dueNow } from "../../core/job/due.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Attaching } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import type { Attach } from "../deliver/attach.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";

/** Puts the next of the films that are due into the card of their batch, one at a time; answers when to come back, `Infinity` where there is none, null: something has changed. */
export function nextFilm(
  { clock, jobs }: Pick<JobDeps, "clock" | "jobs">,
  attach: Attach,
): (batch: JobId, parts: readonly StoredJob[]) => Promise<HeldUntil> {
  return async (batch, parts) => {
    const now = clock.now();
    let nextAt: EpochMs = Number.POSITIVE_INFINITY;
    for (const part of parts) {
      const { state } = part.job;
      if (state.status !== "attaching") continue;
      const dueAt = dueNow(part.job, now);
      if (dueAt > now) nextAt = Math.min(nextAt, dueAt);
      else return putInto(batch, part, state);
    }
    return nextAt;
  };

  /** The card as it is now: it may have moved since the batch was read. */
  async function putInto(batch: JobId, part: StoredJob, state: Attaching): Promise<HeldUntil> {
    const card = await jobs.load(batch);
    return card && attach(part, state, card);
  }
}
