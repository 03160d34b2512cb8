import type { Waiting } from "../../core/job/job.ts";
import { startsUntil } from "../../core/job/submit-retry.ts";
import type { StoredJob } from "../../core/ports.ts";
import { admit, apply } from "../apply.ts";
import type { ShowProgress } from "../deliver/progress.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";
import { settleFirstCard } from "./first-card.ts";

/** Whether a running place is free is looked at again after this. */
const TURN_LOOK_MS = 2_000;
/** A card that cannot be changed now holds up an approved video for so long. */
const SHOW_WITHIN_MS = 10_000;

export type Wait = (stored: StoredJob, state: Waiting) => Promise<HeldUntil>;

/** The steps of a job that has not begun: its first card, the managers who are asked, its turn, its end. */
export function waiting(deps: JobDeps, progress: ShowProgress): Wait {
  const { clock } = deps;

  /** Its card says who approved it before anything is paid; where no place is free, it answers when to look again. */
  async function takeTurn(stored: StoredJob): Promise<HeldUntil> {
    const now = clock.now();
    const showAgainAt = await progress.show(stored);
    const showUntil = (stored.job.approval?.decision?.at ?? now) + SHOW_WITHIN_MS;
    if (showAgainAt !== null && now < showUntil) return Math.min(showAgainAt, showUntil);
    // Where the card had moved meanwhile, the job is read again.
    const latest = await deps.jobs.load(stored.job.id);
    if (latest?.job.state.status !== "waiting") return null;
    const admitted = await admit(deps, latest, { kind: "turn_came" });
    return admitted.ok ? null : clock.now() + TURN_LOOK_MS;
  }

  return async (stored, state) => {
    const { job } = stored;
    const now = clock.now();
    if (state.answer !== "given") {
      if (now > startsUntil(job)) await apply(deps, stored, { kind: "not_started", why: "too_old" });
      else await settleFirstCard(deps, stored, state);
      return null;
    }
    if (now >= state.until) await apply(deps, stored, { kind: "waited_in_vain" });
    else if (state.for === "turn") return takeTurn(stored);
    else {
      await deps.managers.ask(job);
      await apply(deps, stored, { kind: "managers_asked" });
    }
    return null;
  };
}
