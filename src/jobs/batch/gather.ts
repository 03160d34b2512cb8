import { areSettled, haveEnded, partsToStop } from "../../core/batch/batch.ts";
import { partsToWake } from "../../core/batch/chain.ts";
import { partsOf } from "../../core/batch/parts-of.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { FirstCard, Job } from "../../core/job/job.ts";
import { startsUntil } from "../../core/job/submit-retry.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply, applyTo } from "../apply.ts";
import type { Attach } from "../deliver/attach.ts";
import type { Doubts } from "../deliver/doubts.ts";
import type { ShowProgress } from "../deliver/progress.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";
import { settleFirstCard } from "../start/first-card.ts";
import { nextFilm } from "./next-film.ts";
import { nextFrame } from "./next-frame.ts";

/** A batch is woken by each change of its parts, and looks at them this often in case that it was not. */
const LOOK_MS = 30_000;

/** The steps of a batch, which alone writes its card. The videos themselves are its parts' own. */
export interface Gather {
  /** Its first card, its progress, and each film as its video ends. */
  gather(stored: StoredJob, state: FirstCard): Promise<HeldUntil>;
  /** The films that are left when its final word is said. */
  file(stored: StoredJob): Promise<HeldUntil>;
}

export function gathering(
  deps: JobDeps,
  { progress, attach, doubts }: { progress: ShowProgress; attach: Attach; doubts: Doubts },
): Gather {
  const { clock, jobs } = deps;
  const film = nextFilm(deps, attach);
  const within = (at: EpochMs) => Math.min(at, clock.now() + LOOK_MS);

  return {
    async gather(stored, state) {
      const { job } = stored;
      if (state.answer !== "given") {
        if (clock.now() > startsUntil(job)) await apply(deps, stored, { kind: "not_started", why: "too_old" });
        else await settleFirstCard(deps, stored, state, doubts);
        return null;
      }
      const since = clock.now();
      const found = await partsOf(jobs, job);
      const parts = found.map((part) => part.job);
      for (const { id } of partsToStop(parts)) await applyTo(deps, id, { kind: "not_started", why: "stopped" });
      for (const { id } of partsToWake(parts)) deps.wake(id);
      if (areSettled(parts)) {
        await apply(deps, stored, { kind: "parts_settled", areFilmsDue: !haveEnded(parts) });
        return null;
      }
      if (await nextFrame(deps, stored, found)) return null;
      const showAgainAt = await progress.show(stored, since);
      const filmAt = await film(job.id, found);
      return filmAt === null ? null : within(Math.min(showAgainAt ?? filmAt, filmAt));
    },
    async file(stored) {
      const found = await partsOf(jobs, stored.job);
      const parts = found.map((part) => part.job);
      if (haveEnded(parts)) {
        await apply(deps, stored, { kind: "parts_ended", isFileMissing: parts.some(isFileMissing) });
        return null;
      }
      const filmAt = await film(stored.job.id, found);
      return filmAt === null ? null : within(filmAt);
    },
  };
}

function isFileMissing({ video }: Job): boolean {
  return video === "too_large" || video === "not_taken";
}
