import type { EpochMs } from "../core/clock.ts";
import type { Hold, Step } from "../core/engine.ts";
import { dueNow } from "../core/job/due.ts";
import { isBeforeFile, isBeforeFinalMessage } from "../core/job/final-message.ts";
import { isBeforePaid, isOpen, type Job, type Waiting } from "../core/job/job.ts";
import type { StoredJob } from "../core/job/job-storage.ts";
import { unreachable } from "../core/result.ts";
import { admit, apply } from "./apply.ts";
import { awaitFilm, fileParts, followBatch, gather, leaveToBatch } from "./batch-steps.ts";
import { type Attach, attacher } from "./deliver/attach.ts";
import { linkAlarm } from "./deliver/job-card.ts";
import { filmKeeper, type Keep } from "./deliver/keep.ts";
import { announce, post } from "./deliver/outbox.ts";
import { type CardProgress, cardProgress } from "./deliver/progress.ts";
import { type HeldUntil, type JobDeps, LOST_MS } from "./deps.ts";
import { type Poll, poller } from "./poll.ts";
import { noneIfUnreadable } from "./related-jobs.ts";
import { settleFirstCard } from "./start/accept.ts";
import { interrupted, startJob } from "./start/start.ts";

export function stepJobs(deps: JobDeps): Step {
  const { clock, jobs } = deps;
  const progress = cardProgress(deps);
  const acts: Acts = { progress, attach: attacher(deps), keep: filmKeeper(deps), poll: poller(deps) };
  const redrawWhenLinkEnds = linkAlarm(deps);

  return async (id, hold) => {
    let latest: StoredJob | null = null;
    let wasOpen = false;
    for (;;) {
      // An unreadable job is not woken again.
      const stored: StoredJob | null = latest ?? (await jobs.load(id).catch(noneIfUnreadable));
      latest = null;
      if (!stored || !isOpen(stored.job)) {
        progress.forget(id);
        if (stored && wasOpen) redrawWhenLinkEnds(stored.job);
        return null;
      }
      wasOpen = true;
      const { job } = stored;
      const now = clock.now();
      // The process that now has the job shows everything from here on.
      if (!hold.isHeld()) return now + LOST_MS;
      // Check jobs that are not due, too: their last process may have stalled during an edit.
      if (isCutOff(deps, job, hold)) {
        latest = await apply(deps, stored, { kind: "edit_unclear" });
        continue;
      }
      const due = dueNow(job, now);
      if (due > now) return Math.min(due, (await progress.show(stored)) ?? due);
      const acted = await act(deps, stored, acts);
      if (typeof acted === "number") return acted;
      latest = acted;
    }
  };
}

interface Acts {
  readonly progress: CardProgress;
  readonly attach: Attach;
  readonly keep: Keep;
  readonly poll: Poll;
}

/** Returns when to come back, or the changed job. Null: load the job again. */
async function act(deps: JobDeps, stored: StoredJob, acts: Acts): Promise<HeldUntil | StoredJob> {
  const { job } = stored;
  const { state } = job;
  switch (state.status) {
    case "waiting":
      return wait(deps, stored, state, acts.progress);
    case "accepted":
      return startJob(deps, stored, state);
    case "gathering":
      return gather(deps, stored, state, acts);
    case "submitting":
      return interrupted(deps, stored, state);
    case "running":
      return acts.poll(stored, state);
    case "announcing":
      return announce(deps, stored, state);
    case "posting":
      return post(deps, stored, state);
    case "attaching":
      if (job.parts) return fileParts(deps, stored, acts.attach);
      return job.partOf ? leaveToBatch(deps, stored, state) : acts.attach(stored, state);
    case "keeping":
      return acts.keep(stored, state);
    case "closed":
      return null;
    default:
      return unreachable(state);
  }
}

/** A crashed process may have an edit in flight that would overwrite the final message or the file. */
function isCutOff({ startedAt, clock }: JobDeps, job: Job, { isTakenOver }: Hold): boolean {
  const { acceptedAt, isCardInDoubt, state } = job;
  // A job accepted "in the future" is older, too: the clock was set back.
  const isOlder = startedAt > 0 && (acceptedAt < startedAt || acceptedAt > clock.now());
  if (job.partOf || isCardInDoubt || !(isTakenOver || isOlder)) return false;
  const isBegun = isBeforePaid(job) || state.status === "gathering";
  const isProgress = state.status === "running" || (isBegun && "answer" in state && state.answer === "given");
  return isProgress || isBeforeFinalMessage(job) || isBeforeFile(job, clock.now());
}

/**
 * A waiting job checks its turn this often, in case a wake was lost. Jobs further back in the queue check less often.
 */
const CHECK_MS = 2_000;
const CHECK_MAX_MS = 20_000;
const SHOW_WITHIN_MS = 10_000;

/** Smaller changes of a time are not shown: cards must not flicker. */
const STEADY_MS = 60_000;
const STEADY_SHARE = 0.25;

async function wait(deps: JobDeps, stored: StoredJob, state: Waiting, progress: CardProgress): Promise<HeldUntil> {
  const { job } = stored;
  if (job.partOf && (state.answer !== "given" || state.for === "approval")) return followBatch(deps, stored);
  if (state.answer !== "given") return settleFirstCard(deps, stored, state);
  if (deps.clock.now() >= state.until) await apply(deps, stored, { kind: "wait_expired" });
  else if (state.for === "turn") return takeTurn(deps, stored, state, progress);
  else if (state.for === "film") return awaitFilm(deps, stored);
  else {
    await deps.managers.ask(job);
    await apply(deps, stored, { kind: "managers_asked" });
  }
  return null;
}

/** The card shows who approved the job before anything is paid. Returns when to check again if no place is free. */
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
  const latest = await deps.jobs.load(id);
  if (latest?.job.state.status !== "waiting") return null;
  const admitted = await admit(deps, latest, { kind: "turn_came" });
  return admitted.ok ? null : clock.now() + CHECK_MS;
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
