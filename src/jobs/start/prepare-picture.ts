import type { ReplyHandle } from "../../core/chat.ts";
import { sleep, wasStalled } from "../../core/clock.ts";
import type { Frame, FrameProblem, MadePicture } from "../../core/film/film.ts";
import { continuesOf, lacksPicture } from "../../core/film/film-chain.ts";
import { PICTURE_TRIES } from "../../core/job/advance.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { inFull, type Picture, type PictureProblem } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { frameTitle } from "../../messages/card/card-facts.ts";
import { apply } from "../apply.ts";
import { noteInBatch, saveInBatch } from "../deliver/attach.ts";
import { drawCard } from "../deliver/job-card.ts";
import { type JobDeps, limited } from "../deps.ts";
import { filmSourcesOf } from "../related-jobs.ts";

/** Maximum time of one attempt, because the requester is waiting. An attempt that exceeds it is the last. */
const WITHIN_MS = 20_000;
const FIT_WITHIN_MS = 60_000;

/** `next`: the event that closes the job, or "retry" after `waitMs`. */
interface PictureFailure {
  readonly next: JobEvent | "retry";
  readonly waitMs?: number;
  readonly detail: string;
}

interface PreparedPicture {
  readonly event: Extract<JobEvent, { kind: "picture_prepared" }>;
  /** Set if the bot serves the frame itself: no card shows it yet. */
  readonly unseen?: Frame;
}

/**
 * Puts the first picture where the service can fetch it. Nothing is paid before that. Each attempt is saved first: a
 * file that crashes the process must not be retried forever. For a part, only the step of its `batch` calls this,
 * because nothing else may edit that card.
 */
export async function preparePicture(deps: JobDeps, stored: StoredJob, batch: Job | null = null): Promise<null> {
  const { picture } = stored.job.request;
  if (stored.job.state.status !== "accepted" || picture === null || !lacksPicture(stored.job)) return null;
  const { pictureTries = 0 } = stored.job.state;
  if (pictureTries >= PICTURE_TRIES) {
    await apply(deps, stored, gaveUp(picture));
    return null;
  }
  const begun = await apply(deps, stored, { kind: "picture_begun" });
  if (begun?.job.state.status !== "accepted") return null;
  const { signal, abort, end } = limited(deps, picture.fit ? FIT_WITHIN_MS : WITHIN_MS);
  void abortOnceSettled(deps, begun.job.id, { signal, abort });
  const prepared = await prepare(deps, { job: begun.job, batch, picture }, signal).finally(end);
  const isLate = signal.aborted;
  abort();
  if (prepared.ok) {
    const { event, unseen } = prepared.value;
    const latest = unseen ? await shareFrame(deps, begun, { batch, frame: unseen }) : begun;
    if (!latest || !(await apply(deps, latest, event))) await forgetUnused(deps, begun.job.id);
    return null;
  }
  // An attempt interrupted by a shutdown does not show whether the file is usable.
  if (deps.stopping.aborted) return null;
  const refusal: PictureFailure = isLate ? { next: gaveUp(picture), detail: "too late" } : prepared.refusal;
  deps.log.info("picture not prepared", { job: begun.job.id, reason: refusal.detail });
  const { next, waitMs = 0 } = refusal;
  if (next !== "retry") await apply(deps, begun, next);
  else if (pictureTries + 1 >= PICTURE_TRIES) await apply(deps, begun, gaveUp(picture));
  else await apply(deps, begun, { kind: "picture_postponed", waitMs, fraction: deps.chance.fraction() });
  return null;
}

function gaveUp({ fit }: Picture): JobEvent {
  return fit ? cannotUse({ kind: "picture_not_fitted" }) : { kind: "not_started", why: "no_frame" };
}

function cannotUse(problem: PictureProblem): JobEvent {
  return { kind: "refused", refusal: { kind: "picture", problem } };
}

/** How often to check whether another process withdrew the video. */
const CHECK_MS = 1_000;

async function abortOnceSettled(
  { clock, jobs }: JobDeps,
  id: JobId,
  { signal, abort }: { readonly signal: AbortSignal; abort(): void },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(clock, CHECK_MS, signal);
    const stored = await jobs.load(id).catch(() => null);
    if (stored && isSettled(stored.job)) abort();
  }
}

/** If the job ended during the attempt, nothing else would delete the frame. */
async function forgetUnused({ jobs, frames }: JobDeps, id: JobId): Promise<void> {
  const stored = await jobs.load(id);
  if (!stored || isSettled(stored.job)) await frames?.forget(id);
}

interface Beginning {
  readonly job: Job;
  readonly batch: Job | null;
  readonly picture: Picture;
}

async function prepare(
  deps: JobDeps,
  beginning: Beginning,
  signal: AbortSignal,
): Promise<Result<PreparedPicture, PictureFailure>> {
  const { job, picture } = beginning;
  const made = picture.fit ? await makeFit(deps, picture, signal) : await takeFrame(deps, job, signal);
  return made.ok ? carry(deps, beginning, made.value, signal) : made;
}

async function makeFit(
  { fitPicture }: JobDeps,
  picture: Picture,
  signal: AbortSignal,
): Promise<Result<MadePicture, PictureFailure>> {
  if (!fitPicture) return refuse({ next: gaveUp(picture), detail: "nothing makes it fit" });
  const copy = await fitPicture(picture, signal);
  if (copy.ok) return copy;
  const { refusal } = copy;
  return refuse({ next: cannotUse(inFull(refusal)), detail: refusal.kind });
}

async function takeFrame(deps: JobDeps, job: Job, signal: AbortSignal): Promise<Result<Frame, PictureFailure>> {
  const { films } = deps;
  const from = continuesOf(job)?.job;
  if (!films || from === undefined) return refuse({ next: noFrame, detail: "no decoder" });
  const places = await filmSourcesOf(deps, from);
  if (places.length === 0) return refuse({ next: filmGone, detail: "no place" });
  const frame = await films.takeFrame(places, signal);
  if (frame.ok) return frame;
  const { kind } = frame.refusal;
  return refuse({ next: NOT_TAKEN[kind], detail: kind });
}

const noFrame = { kind: "not_started", why: "no_frame" } as const;
const filmGone = { kind: "not_started", why: "film_gone" } as const;

const NOT_TAKEN: Readonly<Record<FrameProblem["kind"], PictureFailure["next"]>> = {
  gone: filmGone,
  too_large: noFrame,
  unreadable: noFrame,
  unreachable: "retry",
  too_slow: "retry",
};

async function carry(
  deps: JobDeps,
  { job, batch, picture }: Beginning,
  made: MadePicture & Pick<Frame, "isOfCopy">,
  signal: AbortSignal,
): Promise<Result<PreparedPicture, PictureFailure>> {
  const card = batch ?? job;
  const { showFrame } = deps.chatOf(card);
  const { width, height, isOfCopy } = made;
  const prepared = { kind: "picture_prepared", width, height, ...(isOfCopy && { isOfCopy }) } as const;
  if (showFrame !== null) {
    // Another process may have continued the job since.
    const since = deps.clock.now();
    const latest = await deps.jobs.load(job.id);
    const message = await drawCard(deps, card);
    if (!latest || !isSameTry(latest.job, job) || wasStalled(deps.clock, since))
      return refuse({ next: "retry", detail: "stalled" });
    const shown = await showFrame(card.reply, message, { ...made, nth: job.partOf?.nth, signal });
    if (batch) await noteInBatch(deps, batch, shown);
    if (shown.ok) {
      const { url, reply } = shown.value;
      return ok({ event: { ...prepared, url, ...(!batch && { reply }) } });
    }
    const { refusal } = shown;
    if (refusal.kind === "unavailable") return refuse({ next: "retry", detail: refusal.detail });
    if (refusal.kind === "rate_limited")
      return refuse({ next: "retry", waitMs: refusal.retryAfterMs, detail: refusal.kind });
    if (!deps.frames) return refuse({ next: gaveUp(picture), detail: refusal.kind });
  }
  if (!deps.frames) return refuse({ next: gaveUp(picture), detail: "no address" });
  const url = await deps.frames.keep(job.id, made);
  // Do not show people a picture that they provided.
  return ok({ event: { ...prepared, url }, ...(!picture.fit && { unseen: made }) });
}

function isSameTry({ state: latest }: Job, { state }: Job): boolean {
  return latest.status === "accepted" && state.status === "accepted" && latest.pictureTries === state.pictureTries;
}

const SHARE_WITHIN_MS = 10_000;

/** Saves before showing, because a restart must not show the frame twice. The video continues even if this fails. */
async function shareFrame(
  deps: JobDeps,
  stored: StoredJob,
  { batch, frame }: { readonly batch: Job | null; readonly frame: Frame },
): Promise<StoredJob | null> {
  const { job } = stored;
  const { reply } = batch ?? job;
  const nth = job.partOf?.nth;
  const { shareFrame: share } = deps.chatOf({ reply });
  if (share === null || isShared(reply, nth)) return stored;
  let latest: StoredJob | null = stored;
  async function save(next: ReplyHandle): Promise<boolean> {
    if (batch) return saveInBatch(deps, batch, next);
    latest = await apply(deps, stored, { kind: "shown", reply: next });
    return latest !== null;
  }
  const { signal, end } = limited(deps, SHARE_WITHIN_MS);
  const { bytes } = frame;
  const shared = await share(reply, { bytes, title: frameTitle(job), nth, signal, save }).finally(end);
  if (!shared.ok) deps.log.info("frame not shown", { job: job.id, reason: shared.refusal.kind });
  return latest;
}

function isShared(reply: ReplyHandle, nth: number | undefined): boolean {
  return (reply.files ?? []).some((file) => file.isFrame && file.nth === nth);
}
