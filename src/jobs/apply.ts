import { sleep } from "../core/clock.ts";
import type { KeptFrames } from "../core/film/film.ts";
import { isMadeHere } from "../core/film/film-chain.ts";
import { advance } from "../core/job/advance.ts";
import { paced } from "../core/job/due.ts";
import type { JobId } from "../core/job/ids.ts";
import { isOpen, type Job, outcomeOf, takesPlace, waitsForTurn } from "../core/job/job.ts";
import type { Admission, JobEvent } from "../core/job/job-event.ts";
import type { StoredJob } from "../core/job/job-storage.ts";
import { ledgerOf } from "../core/job/ledger.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { TeamRefusal } from "../core/team/rules.ts";
import type { JobDeps } from "./deps.ts";

export type ApplyDeps = Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "frames" | "keptFilms"> &
  Partial<Pick<JobDeps, "queues" | "wake" | "prices">>;

/** Returns null if another save came first. So does `admit`. */
export async function apply(deps: ApplyDeps, before: StoredJob, event: JobEvent): Promise<StoredJob | null> {
  const { jobs } = deps;
  const job = advanced(deps, before.job, event);
  if (job === before.job) return before;
  const { version } = before;
  if (onlyTimesChanged(before.job, job)) return (await jobs.touch(job, version)) ? { job, version } : null;
  if (!(await jobs.save(job, version))) return null;
  const change = { before: before.job, job, event };
  observe(deps, change);
  followUp(deps, change);
  return { job, version: version + 1 };
}

export async function admit(
  deps: ApplyDeps & Pick<JobDeps, "capacity">,
  before: StoredJob,
  event: Admission,
  parts: readonly StoredJob[] = [],
): Promise<Result<StoredJob | null, { readonly kind: "full" | TeamRefusal }>> {
  const job = advanced(deps, before.job, event);
  if (job === before.job) return ok(before);
  const goneOn = parts.map((part) => ({ job: advanced(deps, part.job, event), version: part.version + 1 }));
  const admitted = await deps.jobs.admit(job, before.version, deps.capacity, goneOn);
  if (admitted === "conflict") return ok(null);
  if (admitted !== "saved") return refuse({ kind: admitted });
  const change = { before: before.job, job, event };
  observe(deps, change);
  followUp(deps, change);
  return ok({ job, version: before.version + 1 });
}

function advanced({ pace, clock, chance }: ApplyDeps, before: Job, event: JobEvent | Admission): Job {
  const now = clock.now();
  const moved = advance(before, event, now);
  // A new key makes the job due now, whatever its pace.
  const isSame = moved.state === before.state || event.kind === "key_renewed";
  return isSame ? moved : paced(moved, now, pace, chance.fraction());
}

interface Change {
  readonly before: Job;
  readonly job: Job;
  readonly event: JobEvent | Admission;
}

function observe({ log, meter }: ApplyDeps, { before, job, event }: Change): void {
  if (event.kind === "started") {
    const { taskId, problem } = event.started;
    if (problem === undefined) log.info("video started", { job: job.id, taskId });
    else log.warn("video started, by an answer that was not in shape", { job: job.id, taskId, detail: problem });
  }
  const decision = job.approval?.decision;
  if (decision && !before.approval?.decision) log.info("approval ended", { job: job.id, what: decision.word });
  const outcome = outcomeOf(job);
  if (outcome && !outcomeOf(before)) {
    meter.settled(outcome.kind);
    meter.cost({ platform: job.owner.platform, payer: job.team ? "team" : "own" }, ledgerOf(job));
    const reason = outcome.kind === "failed" && { reason: outcome.reason === undefined ? "none" : "given" };
    log.info("job settled", { job: job.id, outcome: outcome.kind, ...reason });
  }
  if (!isOpen(job) && isOpen(before)) log.info("job closed", { job: job.id });
}

function followUp({ log, queues, wake, frames, keptFilms, prices }: ApplyDeps, { before, job, event }: Change): void {
  if (event.kind === "started") void prices?.charged(job, event.started.credits);
  if (before.film && !job.film) void keptFilms?.forget(before.film);
  if (frames && needsMadePicture(before) && !needsMadePicture(job)) void forgetPicture(frames, log, job.id);
  if ((takesPlace(before) && !takesPlace(job)) || (waitsForTurn(before) && !waitsForTurn(job)))
    void queues?.onLeft(before);
  if (job.partOf) wake?.(job.partOf.job);
  // The batch posted the part's file in the batch's own step, so wake the part.
  if (job.partOf && job.state.status === "keeping" && before.state.status === "attaching") wake?.(job.id);
  if (job.state !== before.state) for (const part of job.parts ?? []) wake?.(part);
}

function needsMadePicture(job: Job): boolean {
  const { picture } = job.request;
  return outcomeOf(job) === null && picture !== null && isMadeHere(picture);
}

async function forgetPicture(frames: KeptFrames, log: JobDeps["log"], job: JobId): Promise<void> {
  try {
    await frames.forget(job);
  } catch (error) {
    log.warn("picture not forgotten", { job, error: String(error) });
  }
}

/** Retries if a step saved first. */
export async function applyTo(deps: ApplyDeps, id: JobId, event: JobEvent): Promise<StoredJob | null> {
  for (;;) {
    const stored = await deps.jobs.load(id);
    if (!stored) return null;
    const after = await apply(deps, stored, event);
    if (after) return after;
  }
}

const SAVE_AGAIN_MS = 1_000;

/** Retries until the store can save, because only this process knows the event. */
export async function applySurely(deps: JobDeps, stored: StoredJob, event: JobEvent): Promise<StoredJob | null> {
  for (;;) {
    try {
      // If another save came first, the job may have the event already.
      return (await apply(deps, stored, event)) ?? (await applyTo(deps, stored.job.id, event));
    } catch (error) {
      const taskId = event.kind === "started" ? event.started.taskId : null;
      deps.log.error("not saved yet", { job: stored.job.id, what: event.kind, taskId, error: String(error) });
      if (deps.stopping.aborted) throw error;
      await sleep(deps.clock, SAVE_AGAIN_MS, deps.stopping);
    }
  }
}

/** Losing such a save is harmless: the task is polled sooner, and its link is considered older. */
export function onlyTimesChanged(before: Job, after: Job): boolean {
  if (before.state.status !== "running" || after.state.status !== "running") return false;
  return (
    isSameBut(["dueAt", "state"], before, after) &&
    isSameBut(["endsAt", "lastRunningAt", "notBefore"], before.state, after.state)
  );
}

function isSameBut<Shape extends object>(fields: readonly (keyof Shape)[], one: Shape, other: Shape): boolean {
  for (const field in one) if (one[field] !== other[field] && !fields.includes(field)) return false;
  for (const field in other) if (!(field in one) && !fields.includes(field)) return false;
  return true;
}
