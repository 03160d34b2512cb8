import type { EpochMs } from "../../core/clock.ts";
import type { Waiting } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { admit, apply } from "../apply.ts";
import { awaitFilm, followBatch } from "../batch-steps.ts";
import type { CardProgress } from "../deliver/progress.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { settleFirstCard } from "./first-card.ts";

/**
 * The first in a queue checks its turn after this, in case a wake was lost or reached a process that does not yet know why;
 * those further behind check that much less often.
 */
const CHECK_MS = 2_000;
const CHECK_MAX_MS = 20_000;
/** A card that cannot be changed now holds up an approved video for this long. */
const SHOW_WITHIN_MS = 10_000;

/** A time that differs by less than this, or by less than a quarter, is left as it is: the card must not flicker. */
const STEADY_MS = 60_000;
const STEADY_SHARE = 0.25;

/** Takes a job that has not begun one step on: its first card, the question to the managers, its turn, its end. */
export async function wait(
  deps: JobDeps,
  stored: StoredJob,
  state: Waiting,
  progress: CardProgress,
): Promise<HeldUntil> {
  const { job } = stored;
  if (job.partOf && (state.answer !== "given" || state.for === "approval")) return followBatch(deps, stored);
  if (state.answer !== "given") return settleFirstCard(deps, stored, state);
  if (deps.clock.now() >= state.until) await apply(deps, stored, { kind: "waited_in_vain" });
  else if (state.for === "turn") return takeTurn(deps, stored, state, progress);
  else if (state.for === "service") return awaitService(deps, stored, progress);
  else if (state.for === "film") return awaitFilm(deps, stored);
  else {
    await deps.managers.ask(job);
    await apply(deps, stored, { kind: "managers_asked" });
  }
  return null;
}

/** Shows on the card who approved the job before anything is paid. Returns when to check again where no place is free. */
async function takeTurn(deps: JobDeps, stored: StoredJob, state: Waiting, progress: CardProgress): Promise<HeldUntil> {
  const { clock } = deps;
  const { approval, id } = stored.job;
  const { isTurn, place } = await deps.queues.placeOf(stored.job);
  if (!isTurn) {
    if (hasMoved(state.place, place, clock.now())) await apply(deps, stored, { kind: "place_changed", place });
    const showAgainAt = await progress.show((await deps.jobs.load(id)) ?? stored);
    const checkAt = clock.now() + checkAfterMs(place.nth);
    return Math.min(showAgainAt ?? checkAt, checkAt);
  }
  const showAgainAt = approval ? await progress.show(stored) : null;
  const showUntil = (approval?.decision?.at ?? clock.now()) + SHOW_WITHIN_MS;
  if (showAgainAt !== null && clock.now() < showUntil) return Math.min(showAgainAt, showUntil);
  // Where the card had moved meanwhile, the job is read again.
  const latest = await deps.jobs.load(id);
  if (latest?.job.state.status !== "waiting") return null;
  const admitted = await admit(deps, latest, { kind: "turn_came" });
  return admitted.ok ? null : clock.now() + CHECK_MS;
}

/** Lets a released job go on as a new one does: to a running place, or into the queue. */
async function awaitService(deps: JobDeps, stored: StoredJob, progress: CardProgress): Promise<HeldUntil> {
  const { isNext, nth, noneReleasedSince } = await deps.releases.placeOf(stored.job);
  const room = { ...deps.room, noneReleasedSince };
  const released = isNext ? await admit({ ...deps, room }, stored, { kind: "released" }) : null;
  if (released?.ok) return null;
  const checkAt = deps.clock.now() + checkAfterMs(nth);
  return Math.min((await progress.show(stored)) ?? checkAt, checkAt);
}

function checkAfterMs(nth: number): number {
  return Math.min(CHECK_MAX_MS, Math.max(1, nth) * CHECK_MS);
}

function hasMoved(before: Waiting["place"], place: NonNullable<Waiting["place"]>, now: EpochMs): boolean {
  if (before?.nth !== place.nth) return true;
  if (before.startsAt === null || place.startsAt === null) return before.startsAt !== place.startsAt;
  const steadyMs = Math.max(STEADY_MS, STEADY_SHARE * (place.startsAt - now));
  return Math.abs(before.startsAt - place.startsAt) > steadyMs;
}
