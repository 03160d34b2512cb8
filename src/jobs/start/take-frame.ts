import type { ReplyHandle } from "../../core/chat.ts";
import { sleep, wasStalled } from "../../core/clock.ts";
import type { Frame, FrameProblem } from "../../core/film/film.ts";
import { continuesOf } from "../../core/film/film-chain.ts";
import { FRAME_TRIES } from "../../core/job/advance.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled, type Job, type NotStarted } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { frameTitle } from "../../messages/card/card-facts.ts";
import { apply } from "../apply.ts";
import { noteInBatch, saveInBatch } from "../deliver/attach.ts";
import { drawCard } from "../deliver/job-card.ts";
import { type JobDeps, limited } from "../deps.ts";
import { filmOf } from "../related-jobs.ts";

/**
 * One try, from the film's first byte to the frame's address, may take this long: its person waits. A try that takes
 * longer is the last.
 */
const WITHIN_MS = 20_000;

/** A try brought no frame to the service. `why` ends the job; null: it may go better after `waitMs`. */
interface NoFrame {
  readonly why: NotStarted | null;
  readonly waitMs?: number;
  readonly detail: string;
}

interface Brought {
  readonly taken: Extract<JobEvent, { kind: "frame_taken" }>;
  /** The frame that the bot serves itself: no card shows it. */
  readonly unseen?: Frame;
}

/**
 * Takes the last frame of the video that a job goes on from, and puts it where the video service finds it. Nothing is paid
 * before. Each try is saved before it begins, so that a film that ends the process is not tried for ever. `batch` is the
 * job whose card shows this part; its own step calls this, for nothing else writes that card.
 */
export async function takeFrame(deps: JobDeps, stored: StoredJob, batch: Job | null = null): Promise<null> {
  const from = continuesOf(stored.job)?.job;
  if (stored.job.state.status !== "accepted" || from === undefined) return null;
  const { frameTries = 0 } = stored.job.state;
  if (frameTries >= FRAME_TRIES) {
    await apply(deps, stored, { kind: "not_started", why: "no_frame" });
    return null;
  }
  const begun = await apply(deps, stored, { kind: "frame_begun" });
  if (begun?.job.state.status !== "accepted") return null;
  const { signal, abort, end } = limited(deps, WITHIN_MS);
  void abortOnceSettled(deps, begun.job.id, { signal, abort });
  const brought = await bring(deps, { job: begun.job, batch, from }, signal).finally(end);
  const isLate = signal.aborted;
  abort();
  if (brought.ok) {
    const { taken, unseen } = brought.value;
    const latest = unseen ? await shareFrame(deps, begun, { batch, frame: unseen }) : begun;
    if (!latest || !(await apply(deps, latest, taken))) await forgetUnused(deps, begun.job.id);
    return null;
  }
  // An interrupted try says nothing about the film.
  if (deps.stopping.aborted) return null;
  const refusal: NoFrame = isLate ? { why: "no_frame", detail: "too late" } : brought.refusal;
  deps.log.info("frame not taken", { job: begun.job.id, reason: refusal.detail });
  const why = refusal.why ?? (frameTries + 1 >= FRAME_TRIES ? "no_frame" : null);
  const { waitMs = 0 } = refusal;
  const later = { kind: "frame_put_off", waitMs, fraction: deps.chance.fraction() } as const;
  await apply(deps, begun, why === null ? later : { kind: "not_started", why });
  return null;
}

/** A video may be withdrawn meanwhile, in any process: its try ends within this. */
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

/** Forgets the frame where another save came first and has ended the job: nothing else deletes it then. */
async function forgetUnused({ jobs, frames }: JobDeps, id: JobId): Promise<void> {
  const stored = await jobs.load(id);
  if (!stored || isSettled(stored.job)) await frames?.forget(id);
}

interface Beginning {
  readonly job: Job;
  /** The batch whose card shows the job; null: the job has its own card. */
  readonly batch: Job | null;
  /** The video that the job goes on from. */
  readonly from: JobId;
}

async function bring(deps: JobDeps, beginning: Beginning, signal: AbortSignal): Promise<Result<Brought, NoFrame>> {
  const { films } = deps;
  if (!films) return refuse({ why: "no_frame", detail: "no decoder" });
  const places = await filmOf(deps, beginning.from);
  if (places.length === 0) return refuse({ why: "film_gone", detail: "no place" });
  const frame = await films.takeFrame(places, signal);
  if (frame.ok) return carry(deps, beginning, frame.value, signal);
  const { kind } = frame.refusal;
  return refuse({ why: NOT_TAKEN[kind], detail: kind });
}

const NOT_TAKEN: Readonly<Record<FrameProblem["kind"], NotStarted | null>> = {
  gone: "film_gone",
  too_large: "no_frame",
  unreadable: "no_frame",
  unreachable: null,
  too_slow: null,
};

/** Puts the frame into the card, where others can fetch it from there; else the bot serves it itself. */
async function carry(
  deps: JobDeps,
  { job, batch }: Beginning,
  frame: Frame,
  signal: AbortSignal,
): Promise<Result<Brought, NoFrame>> {
  const card = batch ?? job;
  const { showFrame } = deps.chatOf(card);
  const ofCopy = frame.isOfCopy ? { isOfCopy: true as const } : {};
  if (showFrame !== null) {
    // Another process may have gone on with the job meanwhile, and have shown more.
    const since = deps.clock.now();
    const latest = await deps.jobs.load(job.id);
    const message = await drawCard(deps, card);
    if (!latest || !isSameTry(latest.job, job) || wasStalled(deps.clock, since))
      return refuse({ why: null, detail: "stalled" });
    const shown = await showFrame(card.reply, message, { ...frame, nth: job.partOf?.nth, signal });
    if (batch) await noteInBatch(deps, batch, shown);
    if (shown.ok) {
      const { url, reply } = shown.value;
      return ok({ taken: { kind: "frame_taken", url, ...ofCopy, ...(!batch && { reply }) } });
    }
    const { refusal } = shown;
    if (refusal.kind === "unavailable") return refuse({ why: null, detail: refusal.detail });
    if (refusal.kind === "rate_limited")
      return refuse({ why: null, waitMs: refusal.retryAfterMs, detail: refusal.kind });
    if (!deps.frames) return refuse({ why: "no_frame", detail: refusal.kind });
  }
  if (!deps.frames) return refuse({ why: "no_frame", detail: "no address" });
  const url = await deps.frames.keep(job.id, frame);
  return ok({ taken: { kind: "frame_taken", url, ...ofCopy }, unseen: frame });
}

/** Returns true where nobody has begun another try, or gone further. */
function isSameTry({ state: latest }: Job, { state }: Job): boolean {
  return latest.status === "accepted" && state.status === "accepted" && latest.frameTries === state.frameTries;
}

/** A video waits no longer than this for its picture; a message that is under way then may take one call more. */
const SHARE_WITHIN_MS = 10_000;

/**
 * Shows people, beside the card, a frame that the card itself does not show. It is a courtesy: the video goes on without
 * it. It is saved before anybody sees it, so a restart shows none twice. `batch` is the job whose card it is, where the
 * job is a part. Returns the job as saved then; null: another save came first.
 */
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

/** Returns true where an earlier try has shown it, or may have. */
function isShared(reply: ReplyHandle, nth: number | undefined): boolean {
  return (reply.files ?? []).some((file) => file.isFrame && file.nth === nth);
}
