import { type Asked, asOne } from "../core/batch/batch.ts";
import { madeId } from "../core/button.ts";
import type { FilmSource } from "../core/film/film.ts";
import { type CanHostPictures, type Chain, continuesOf, joinEnd, nthOf, placesOf } from "../core/film/film-chain.ts";
import { type JobId, type Owner, ownerName } from "../core/job/ids.ts";
import { type Job, outcomeOf, UnreadableJob, type Whole } from "../core/job/job.ts";
import type { JobStore, StoredJob } from "../core/job/job-storage.ts";
import type { JobDeps } from "./deps.ts";

type Load = Pick<JobStore, "load">;

/** Skips missing and unreadable parts. Like all functions here, it rejects if the store fails. */
export async function partsOf(jobs: Load, { parts = [] }: Job): Promise<readonly StoredJob[]> {
  const storedParts = await Promise.all(parts.map((id) => jobs.load(id).catch(noneIfUnreadable)));
  return storedParts.filter((one) => one !== null);
}

export function noneIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableJob) return null;
  throw error;
}

async function readable(jobs: Load, id: JobId): Promise<Job | null> {
  return (await jobs.load(id).catch(noneIfUnreadable))?.job ?? null;
}

export async function wholeJob(jobs: Load, job: Job): Promise<Whole> {
  if (!job.parts) return job;
  const videos = (await partsOf(jobs, job)).map((part) => part.job);
  return { ...asOne(job, videos), videos };
}

export async function askedJob(jobs: Load, job: Job): Promise<Asked> {
  const whole = await wholeJob(jobs, job);
  const from = continuesOf(job);
  const before = from && (await readable(jobs, from.job));
  return before ? { ...whole, before } : whole;
}

/** A batch counts as one and contains its parts. */
export async function listedJobs(jobs: Load & Pick<JobStore, "jobsOf">, owner: Owner, count: number): Promise<Whole[]> {
  for (let among = count; ; among *= 2) {
    const newest = await jobs.jobsOf(owner, among);
    const listed = newest.filter(({ partOf }: Job) => partOf === undefined).slice(0, count);
    if (listed.length === count || newest.length < among) return Promise.all(listed.map((job) => wholeJob(jobs, job)));
  }
}

const PARTS_MAX = 100;

export async function chainOf(
  { jobs, canContinue = () => false }: { readonly jobs: Load; readonly canContinue?: CanHostPictures },
  job: Job,
): Promise<Chain> {
  const continues = continuesOf(job);
  const before = continues && (await readable(jobs, continues.job));
  const after = await continuation(jobs, job);
  let parts = continues?.nth ?? 1;
  for (let last = after; last && parts < PARTS_MAX; last = await continuation(jobs, last)) parts += 1;
  return { canContinue: canContinue(job), before, after, parts };
}

async function continuation(jobs: Load, job: Job): Promise<Job | null> {
  if (outcomeOf(job)?.kind !== "succeeded") return null;
  let latest: Job | null = null;
  for (let nth = 0; ; nth += 1) {
    const next = await readable(jobs, madeId("continue", job.id, nth));
    if (!next) return latest;
    const outcome = outcomeOf(next);
    if (outcome === null || outcome.kind === "succeeded") latest = next;
  }
}

export async function partsToJoin(jobs: Load, card: Job): Promise<readonly Job[]> {
  const stored = await partsOf(jobs, card);
  const end = joinEnd(
    card,
    stored.map(({ job }) => job),
  );
  if (!end) return [];
  const parts = [end];
  for (let from = continuesOf(end); from && parts.length < nthOf(end); ) {
    const before = await readable(jobs, from.job);
    if (!before || ownerName(before.owner) !== ownerName(end.owner)) break;
    parts.unshift(before);
    from = continuesOf(before);
  }
  return parts;
}

export async function filmSourcesOf(
  { jobs, clock, chatOf, keptFilms }: Pick<JobDeps, "jobs" | "clock" | "chatOf" | "keptFilms">,
  id: JobId,
): Promise<FilmSource> {
  const job = await readable(jobs, id);
  if (!job) return [];
  const card = job.partOf ? await readable(jobs, job.partOf.job) : job;
  const file = card ? chatOf(card).filmIn(card.reply, job.partOf?.nth) : null;
  return placesOf(job, file, clock.now(), keptFilms);
}
