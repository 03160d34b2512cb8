import { isDeepStrictEqual } from "node:util";
import type { CardGone, ChatRefusal, ReplyHandle } from "../../core/chat.ts";
import { type EpochMs, sleep } from "../../core/clock.ts";
import type { AttachRefusal, AttachVideo, CopyFilm, Films, FrameProblem } from "../../core/film/film.ts";
import { placesOf } from "../../core/film/film-chain.ts";
import { ATTACH_WITHIN_MS, isPastTrying, liveLink, mayPass, videoOf } from "../../core/job/final-message.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Attaching, Job } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { unreachable } from "../../core/result.ts";
import { apply, applyTo } from "../apply.ts";
import { type HeldUntil, type JobDeps, limited, NEXT_PROCESS_MS } from "../deps.ts";
import { drawCard } from "./job-card.ts";
import { isUnclear, unsentMs } from "./traffic.ts";

const AT_ONCE = 3;
/** Separate from the limit of `AT_ONCE`. */
const COPIES_AT_ONCE = 4;
/** Retry interval, in case the wake of a waiting job was lost. */
const AGAIN_MS = 30_000;

export type Attach = (stored: StoredJob, state: Attaching, batch?: StoredJob) => Promise<HeldUntil>;

export function attacher(deps: JobDeps): Attach {
  const { clock, chatOf, films, stopping } = deps;
  const files = workerSlots(deps, AT_ONCE);
  const copies = workerSlots(deps, COPIES_AT_ONCE);

  return async (stored, state, batch) => {
    const { job } = stored;
    const card = batch?.job ?? job;
    const { attach } = chatOf(card);
    const { copyBytes } = state;
    const now = clock.now();
    const url = isPastTrying(state, now) ? null : liveLink(state.outcome, now);
    if (attach === null || url === null || (copyBytes !== undefined && films === null)) {
      const isClear = state.triedAt === null;
      const why = copyBytes === undefined ? "not_taken" : "too_large";
      const refused: JobEvent = { kind: "attach_refused", why, isClear };
      await apply(deps, stored, attach ? refused : { kind: "attach_skipped" });
      return null;
    }
    if (stopping.aborted) return now + NEXT_PROCESS_MS;
    return (copyBytes === undefined ? files : copies)(card.id, async () => {
      const waitMs = await deps.traffic.extraMs(card);
      if (waitMs > 0) return clock.now() + waitMs;
      return attachOne(deps, stored, { attach, url, state, batch: batch?.job ?? null });
    });
  };
}

/** At most `count` jobs work at once. A further job does not wait in its step: it is woken later, in order. */
export function workerSlots({ clock, wake }: JobDeps, count: number) {
  const waiting = new Set<JobId>();
  let underWay = 0;

  return async (id: JobId, work: () => Promise<HeldUntil>): Promise<HeldUntil> => {
    if (underWay >= count) {
      waiting.add(id);
      return clock.now() + AGAIN_MS;
    }
    waiting.delete(id);
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      const [next] = waiting;
      if (next !== undefined) {
        waiting.delete(next);
        wake(next);
      }
    }
  };
}

async function attachOne(
  deps: JobDeps,
  stored: StoredJob,
  {
    attach,
    url,
    state,
    batch,
  }: {
    readonly attach: AttachVideo;
    readonly url: string;
    readonly state: Attaching;
    readonly batch: Job | null;
  },
): Promise<null> {
  const { films, meter, log } = deps;
  const { triedAt, copyBytes } = state;
  const shown = { ...stored.job, video: videoOf(state) };
  // Save first: a file that crashes the process must not be tried for ever.
  const begun = await apply(deps, stored, { kind: "attaching" });
  if (begun?.job.state.status !== "attaching") return null;
  const { job } = begun;
  const card = batch ?? job;
  const { signal, end } = limited(deps, ATTACH_WITHIN_MS);
  try {
    const copy =
      films && copyBytes !== undefined ? await makeCopy(deps, job, { films, card, copyBytes, signal }) : null;
    if (copy && !copy.ok) {
      log.info("no smaller copy of a video", { job: job.id, why: copy.refusal.kind });
      await applyTo(deps, job.id, withoutCopy(deps, copy.refusal, triedAt));
      return null;
    }
    const message = await drawCard(deps, batch ?? shown);
    const video = { url, copy: copy?.value, nth: job.partOf?.nth, triedAt, signal };
    const put = await attach(card.reply, message, video);
    const refusal = put.ok ? null : put.refusal;
    deps.traffic.note(card, "edit", refusal && signOfAttempt(refusal));
    if (unsentMs(refusal) === null) meter.delivered(job.owner.platform, "video", refusal?.kind ?? "ok");
    if (refusal) log.info("video not attached", { job: job.id, why: refusal.kind, detail: detailOf(refusal) });
    if (batch) await noteInBatch(deps, batch, put);
    const event: JobEvent = put.ok
      ? { kind: "attached", reply: put.value.reply }
      : eventForRefusal(deps, put.refusal, state);
    await applyTo(deps, job.id, event);
    return null;
  } finally {
    end();
  }
}

async function makeCopy(
  deps: JobDeps,
  job: Job,
  {
    films,
    card,
    copyBytes,
    signal,
  }: {
    readonly films: Films;
    readonly card: Job;
    readonly copyBytes: number;
    readonly signal: AbortSignal;
  },
): ReturnType<CopyFilm> {
  const copy = await films.copyFilm(placesOf(job, null, deps.clock.now(), null), copyBytes, signal);
  if (copy.ok) await sleep(deps.clock, await deps.traffic.extraMs(card), signal);
  return copy;
}

/** Only an unreachable film is worth another attempt. */
function withoutCopy({ chance, stopping }: JobDeps, { kind }: FrameProblem, triedAt: EpochMs | null): JobEvent {
  const isClear = triedAt === null;
  if (kind !== "unreachable") return { kind: "attach_refused", why: "too_large", isClear };
  const fraction = chance.fraction();
  return { kind: "attach_failed", waitMs: 0, fraction, isCounted: !stopping.aborted, isClear };
}

/** Saves the film in the batch first, because later edits of the batch's card keep only saved files. */
export async function noteInBatch(deps: JobDeps, batch: Job, put: Awaited<ReturnType<AttachVideo>>): Promise<void> {
  if (put.ok) await saveInBatch(deps, batch, put.value.reply);
  else if (isUnclear(put.refusal)) await applyTo(deps, batch.id, { kind: "edit_unclear" });
}

export async function saveInBatch(deps: JobDeps, batch: Job, reply: ReplyHandle): Promise<boolean> {
  for (;;) {
    const stored = await deps.jobs.load(batch.id);
    if (!stored || !isDeepStrictEqual(stored.job.reply, batch.reply)) return false;
    if (await apply(deps, stored, { kind: "shown", reply })) return true;
  }
}

function eventForRefusal(
  { chance, clock, films, stopping }: JobDeps,
  refusal: AttachRefusal,
  state: Attaching,
): JobEvent {
  const { outcome, triedAt, copyBytes = Number.POSITIVE_INFINITY } = state;
  const fraction = chance.fraction();
  // A clear refusal does not show whether an earlier attempt arrived.
  const isSure = triedAt === null;
  const failed = (waitMs: number, isCounted: boolean, isClear: boolean): JobEvent => ({
    kind: "attach_failed",
    waitMs,
    fraction,
    isCounted: isCounted && !stopping.aborted,
    isClear: isClear && isSure,
  });
  const refused = (why: "too_large" | "not_taken"): JobEvent => ({ kind: "attach_refused", why, isClear: isSure });
  switch (refusal.kind) {
    case "too_large": {
      const { maxBytes = Number.POSITIVE_INFINITY } = refusal;
      return films && maxBytes < copyBytes ? { kind: "copy_due", maxBytes, isClear: isSure } : refused("too_large");
    }
    case "not_taken":
      return refused("not_taken");
    case "skipped":
      return { kind: "attach_skipped" };
    case "no_file":
      return mayPass(refusal.problem, outcome, clock.now()) ? failed(0, true, true) : refused("not_taken");
    case "card_gone":
    case "unreachable":
      return { kind: "undeliverable" };
    case "rate_limited":
      return failed(refusal.retryAfterMs, false, true);
    case "unavailable":
      return failed(0, true, !refusal.unclear);
    default:
      return unreachable(refusal);
  }
}

/** What the attempt shows about the platform's health, if anything was sent there. */
export function signOfAttempt(refusal: AttachRefusal): ChatRefusal | CardGone | null {
  switch (refusal.kind) {
    case "too_large":
    case "no_file":
    case "skipped":
      return null;
    // The platform counts such refusals.
    case "not_taken":
      return { kind: "card_gone" };
    default:
      return refusal;
  }
}

function detailOf(refusal: AttachRefusal): string | null {
  if (refusal.kind === "no_file") return refusal.problem.kind;
  return "detail" in refusal ? refusal.detail : null;
}
