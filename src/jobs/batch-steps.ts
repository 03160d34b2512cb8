import { areSettled, haveEnded, partsToStop } from "../core/batch/batch.ts";
import type { EpochMs } from "../core/clock.ts";
import { earlierPart, heardOf, lacksFrame, partsToWake } from "../core/film/film-chain.ts";
import { startsUntil } from "../core/job/advance.ts";
import { dueNow } from "../core/job/due.ts";
import { isPastTrying } from "../core/job/final-word.ts";
import type { JobId } from "../core/job/ids.ts";
import { type Attaching, type FirstCard, isOpen, type Job, needsApproval, outcomeOf } from "../core/job/job.ts";
import type { JobEvent } from "../core/job/job-event.ts";
import type { StoredJob } from "../core/ports.ts";
import { apply, applyTo } from "./apply.ts";
import type { Attach } from "./deliver/attach.ts";
import type { Doubts, ShowProgress } from "./deliver/progress.ts";
import type { HeldUntil, JobDeps } from "./deps.ts";
import { noneIfUnreadable, partsOf } from "./related-jobs.ts";
import { settleFirstCard } from "./start/first-card.ts";
import { takeFrame } from "./start/take-frame.ts";

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

/** Puts the next of the films that are due into the card of their batch, one at a time; answers when to come back, `Infinity` where there is none, null: something has changed. */
function nextFilm(
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

/** Takes the frame that a part of a batch begins with, where one is due, and puts it into the batch's card; false: none is. */
async function nextFrame(deps: JobDeps, batch: StoredJob, parts: readonly StoredJob[]): Promise<boolean> {
  const part = parts.find(({ job }) => lacksFrame(job) && isBeginning(deps, job));
  if (!part || deps.stopping.aborted || parts.some(({ job }) => mayLandLate(deps, job))) return false;
  const card = await deps.jobs.load(batch.job.id);
  if (!card) return false;
  await takeFrame(deps, part, card.job);
  deps.wake(part.job.id);
  return true;
}

/** A film whose try ended without a clear answer: an edit that lands late keeps only the files that it knew of, and the frame would be gone. */
function mayLandLate({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "attaching" && state.triedAt !== null && state.notBefore > clock.now();
}

function isBeginning({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "accepted" && state.answer === "given" && state.notBefore <= clock.now();
}

/** A part is woken by its batch, and looks at it this often in case that it was not; while managers are asked, that. */
const PART_LOOK_MS = 2_000;
const ASKED_LOOK_MS = 60_000;
/** The same for a part whose film is on its way, or that waits for the one before it. */
const FILM_LOOK_MS = 60_000;

/** A part that has not begun goes as its batch goes: it begins where the person sees the card, and ends where the batch did. */
export async function followBatch(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const event = eventOf(batch?.job ?? null);
  if (event === null) return deps.clock.now() + (needsApproval(stored.job) ? ASKED_LOOK_MS : PART_LOOK_MS);
  await apply(deps, stored, event);
  return null;
}

/** A part of a chain waits for the film of the one before it, and then for its turn; where there will be none, it ends unpaid. */
export async function awaitFilm(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const earlier = earlierPart(stored.job);
  const found = earlier === null ? null : await deps.jobs.load(earlier).catch(noneIfUnreadable);
  const event = heardOf(found?.job ?? null);
  if (event === null) return deps.clock.now() + FILM_LOOK_MS;
  await apply(deps, stored, event);
  return null;
}

/** Its batch puts its film into the card, and wakes it; where that batch has ended, or the film's time is over, so has this one. */
export async function leaveToBatch(deps: JobDeps, stored: StoredJob, state: Attaching): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const now = deps.clock.now();
  // The last of its tries may be under way.
  const isLate = isPastTrying({ ...state, attempts: 0 }, now);
  if (batch && isOpen(batch.job) && !isLate) return now + FILM_LOOK_MS;
  // Its batch's card is in doubt, it has none.
  const late = { kind: "attach_refused", why: "not_taken", isClear: true } as const;
  await apply(deps, stored, isLate ? late : { kind: "attach_skipped" });
  return null;
}

/** null: it is not decided yet. */
function eventOf(batch: Job | null): JobEvent | null {
  if (batch === null) return { kind: "not_started", why: "restart" };
  const outcome = outcomeOf(batch);
  if (outcome?.kind === "not_started") return { kind: "not_started", why: outcome.why };
  const { state, reply } = batch;
  return state.status === "gathering" && state.answer === "given" ? { kind: "answered", reply } : null;
}
