import { areSettled, haveEnded, partsToStop } from "../core/batch/batch.ts";
import type { EpochMs } from "../core/clock.ts";
import { earlierPart, eventForNextPart, lacksPicture, partsToWake } from "../core/film/film-chain.ts";
import { dueNow } from "../core/job/due.ts";
import { isPastTrying } from "../core/job/final-message.ts";
import type { JobId } from "../core/job/ids.ts";
import { type Attaching, type FirstCard, isOpen, type Job, needsApproval, outcomeOf } from "../core/job/job.ts";
import type { JobEvent } from "../core/job/job-event.ts";
import type { StoredJob } from "../core/job/job-storage.ts";
import { apply, applyTo } from "./apply.ts";
import type { Attach } from "./deliver/attach.ts";
import type { CardProgress } from "./deliver/progress.ts";
import type { HeldUntil, JobDeps } from "./deps.ts";
import { noneIfUnreadable, partsOf } from "./related-jobs.ts";
import { settleFirstCard } from "./start/accept.ts";
import { preparePicture } from "./start/prepare-picture.ts";

/** How often a batch checks its parts, in case a wake was lost. */
const CHECK_MS = 30_000;

/** Only the batch edits its card; each part makes its own video. */
export async function gather(
  deps: JobDeps,
  stored: StoredJob,
  state: FirstCard,
  { progress, attach }: { readonly progress: CardProgress; readonly attach: Attach },
): Promise<HeldUntil> {
  if (state.answer !== "given") return settleFirstCard(deps, stored, state);
  const since = deps.clock.now();
  const storedParts = await partsOf(deps.jobs, stored.job);
  const parts = storedParts.map((part) => part.job);
  for (const { id } of partsToStop(parts)) await applyTo(deps, id, { kind: "not_started", why: "stopped" });
  for (const { id } of partsToWake(parts)) deps.wake(id);
  if (areSettled(parts)) {
    await apply(deps, stored, { kind: "parts_settled", areFilmsDue: !haveEnded(parts) });
    return null;
  }
  if (await nextPicture(deps, stored, storedParts)) return null;
  const showAgainAt = await progress.show(stored, since);
  // A restored card may already have these files, so it must be read first.
  if (stored.job.restored) return Math.min(showAgainAt ?? Number.POSITIVE_INFINITY, deps.clock.now() + CHECK_MS);
  const withFiles = storedParts.filter((part) => !isCopyDue(part));
  const filmAt = await nextFilm(deps, stored.job.id, withFiles, attach);
  return filmAt && Math.min(showAgainAt ?? filmAt, filmAt, deps.clock.now() + CHECK_MS);
}

export async function fileParts(deps: JobDeps, stored: StoredJob, attach: Attach): Promise<HeldUntil> {
  const storedParts = await partsOf(deps.jobs, stored.job);
  const parts = storedParts.map((part) => part.job);
  if (haveEnded(parts)) {
    const isCardOld = parts.some((part) => isShownAtEnd(deps, part, stored.job));
    await apply(deps, stored, { kind: "parts_ended", isCardOld });
    return null;
  }
  const copiesLast = storedParts.toSorted((one, other) => Number(isCopyDue(one)) - Number(isCopyDue(other)));
  const filmAt = await nextFilm(deps, stored.job.id, copiesLast, attach);
  return filmAt && Math.min(filmAt, deps.clock.now() + CHECK_MS);
}

const SHOWN_AT_END: ReadonlySet<string> = new Set(["copy", "too_large", "not_taken"]);

function isShownAtEnd({ keptFilms }: JobDeps, { video, film }: Job, { state }: Job): boolean {
  if (video !== undefined && SHOWN_AT_END.has(video)) return true;
  const isKeptSince = film !== undefined && "settledAt" in state && film.keptAt >= state.settledAt;
  return isKeptSince && keptFilms?.addressOf(film) != null;
}

/** Other parts' progress and the final message do not wait for a smaller copy. */
function isCopyDue({ job: { state } }: StoredJob): boolean {
  return state.status === "attaching" && state.copyBytes !== undefined;
}

/** Returns when to come back: `Infinity` if no file waits, null if something changed. */
async function nextFilm(
  { clock, jobs }: JobDeps,
  batch: JobId,
  parts: readonly StoredJob[],
  attach: Attach,
): Promise<HeldUntil> {
  const now = clock.now();
  let nextAt: EpochMs = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const { state } = part.job;
    if (state.status !== "attaching") continue;
    const dueAt = dueNow(part.job, now);
    nextAt = Math.min(nextAt, dueAt);
    if (dueAt > now) continue;
    const card = await jobs.load(batch);
    return card && attach(part, state, card);
  }
  return nextAt;
}

async function nextPicture(deps: JobDeps, batch: StoredJob, parts: readonly StoredJob[]): Promise<boolean> {
  const part = parts.find(({ job }) => lacksPicture(job) && isBeginning(deps, job));
  if (!part || deps.stopping.aborted || parts.some(({ job }) => mayLandLate(deps, job))) return false;
  const card = await deps.jobs.load(batch.job.id);
  if (!card) return false;
  await preparePicture(deps, part, card.job);
  deps.wake(part.job.id);
  return true;
}

/** A late edit keeps only the files that existed when it was sent, so it would remove the picture. */
function mayLandLate({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "attaching" && state.triedAt !== null && state.notBefore > clock.now();
}

function isBeginning({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "accepted" && state.answer === "given" && state.notBefore <= clock.now();
}

const PART_CHECK_MS = 2_000;
const ASKED_CHECK_MS = 60_000;
const FILM_CHECK_MS = 60_000;

/** A part begins once the person sees the batch's card, and ends if the batch did. */
export async function followBatch(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const event = eventForPart(batch?.job ?? null);
  if (event === null) return deps.clock.now() + (needsApproval(stored.job) ? ASKED_CHECK_MS : PART_CHECK_MS);
  await apply(deps, stored, event);
  return null;
}

/** A part of a chain waits for the previous part's film. If there will be no film, the part ends unpaid. */
export async function awaitFilm(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const earlier = earlierPart(stored.job);
  const storedJob = earlier === null ? null : await deps.jobs.load(earlier).catch(noneIfUnreadable);
  const event = eventForNextPart(storedJob?.job ?? null);
  if (event === null) return deps.clock.now() + FILM_CHECK_MS;
  await apply(deps, stored, event);
  return null;
}

export async function leaveToBatch(deps: JobDeps, stored: StoredJob, state: Attaching): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const now = deps.clock.now();
  // The last attempt may still be in progress.
  const isLate = isPastTrying({ ...state, attempts: 0 }, now);
  if (batch && isOpen(batch.job) && !isLate) return now + FILM_CHECK_MS;
  // A part has no card of its own, so the batch's card is the uncertain one.
  const late = { kind: "attach_refused", why: "not_taken", isClear: true } as const;
  await apply(deps, stored, isLate ? late : { kind: "attach_skipped" });
  return null;
}

function eventForPart(batch: Job | null): JobEvent | null {
  if (batch === null) return { kind: "not_started", why: "answer_lost" };
  const outcome = outcomeOf(batch);
  if (outcome?.kind === "not_started") return { kind: "not_started", why: outcome.why };
  const { state, reply } = batch;
  return state.status === "gathering" && state.answer === "given" ? { kind: "answered", reply } : null;
}
