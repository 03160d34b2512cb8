import type { EpochMs } from "../../core/clock.ts";
import { startsUntil } from "../../core/job/advance.ts";
import type { Waiting } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { admit, apply } from "../apply.ts";
import { awaitFilm, followBatch } from "../batch-steps.ts";
import type { Doubts, ShowProgress } from "../deliver/progress.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { settleFirstCard } from "./first-card.ts";

/** A job in the queue checks its turn after this, in case a wake was lost; further behind, that much less often. */
const TURN_LOOK_MS = 2_000;
const TURN_LOOK_MAX_MS = 20_000;
/** A job that waits for the service checks its health after this, in case a wake was lost. */
const SERVICE_LOOK_MS = 10_000;
/** A card that cannot be changed now holds up an approved video for this long. */
const SHOW_WITHIN_MS = 10_000;

/** A time that differs by less than this, or by less than a quarter, is left as it is: the card must not flicker. */
const STEADY_MS = 60_000;
const STEADY_SHARE = 0.25;

export type Wait = (stored: StoredJob, state: Waiting) => Promise<HeldUntil>;

/** The steps of a job that has not begun: its first card, the question to the managers, its turn, its end. */
export function waiting(deps: JobDeps, progress: ShowProgress, doubts: Doubts): Wait {
  const { clock } = deps;

  /** Shows on the card who approved the job before anything is paid. Returns when to check again where no place is free. */
  async function takeTurn(stored: StoredJob, state: Waiting): Promise<HeldUntil> {
    const { isTurn, place } = await deps.line.look(stored.job);
    if (!isTurn) {
      if (hasMoved(state.place, place, clock.now())) await apply(deps, stored, { kind: "line_moved", place });
      const showAgainAt = await progress.show((await deps.jobs.load(stored.job.id)) ?? stored);
      const lookAt = clock.now() + Math.min(TURN_LOOK_MAX_MS, place.nth * TURN_LOOK_MS);
      return Math.min(showAgainAt ?? lookAt, lookAt);
    }
    const showAgainAt = stored.job.approval ? await progress.show(stored) : null;
    const now = clock.now();
    const showUntil = (stored.job.approval?.decision?.at ?? now) + SHOW_WITHIN_MS;
    if (showAgainAt !== null && now < showUntil) return Math.min(showAgainAt, showUntil);
    // Where the card had moved meanwhile, the job is read again.
    const latest = await deps.jobs.load(stored.job.id);
    if (latest?.job.state.status !== "waiting") return null;
    const admitted = await admit(deps, latest, { kind: "turn_came" });
    return admitted.ok ? null : clock.now() + TURN_LOOK_MS;
  }

  /** Lets a released job go on as a new one does: to a running place, or into the queue. */
  async function awaitService(stored: StoredJob): Promise<HeldUntil> {
    const { isNext, noneReleasedSince } = await deps.releases.look(stored.job);
    const room = { ...deps.room, noneReleasedSince };
    const released = isNext ? await admit({ ...deps, room }, stored, { kind: "released" }) : null;
    if (released?.ok) return null;
    const lookAt = clock.now() + SERVICE_LOOK_MS;
    return Math.min((await progress.show(stored)) ?? lookAt, lookAt);
  }

  return async (stored, state) => {
    const { job } = stored;
    const now = clock.now();
    if (job.partOf && (state.answer !== "given" || state.for === "approval")) return followBatch(deps, stored);
    if (state.answer !== "given") {
      if (now > startsUntil(job)) await apply(deps, stored, { kind: "not_started", why: "too_old" });
      else await settleFirstCard(deps, stored, state, doubts);
      return null;
    }
    if (now >= state.until) await apply(deps, stored, { kind: "waited_in_vain" });
    else if (state.for === "turn") return takeTurn(stored, state);
    else if (state.for === "service") return awaitService(stored);
    else if (state.for === "film") return awaitFilm(deps, stored);
    else {
      await deps.managers.ask(job);
      await apply(deps, stored, { kind: "managers_asked" });
    }
    return null;
  };
}

function hasMoved(before: Waiting["place"], place: NonNullable<Waiting["place"]>, now: EpochMs): boolean {
  if (before?.nth !== place.nth) return true;
  if (before.startsAt === null || place.startsAt === null) return before.startsAt !== place.startsAt;
  const steadyMs = Math.max(STEADY_MS, STEADY_SHARE * (place.startsAt - now));
  return Math.abs(before.startsAt - place.startsAt) > steadyMs;
}
