import { continuesOf } from "../film/continues.ts";
import type { Job } from "../job/job.ts";
import { UnreadableJob } from "../job/unreadable-job.ts";
import type { JobStore, StoredJob } from "../ports.ts";
import { asOne } from "./batch.ts";

/** The parts of a batch as the store has them now; none where the job is no batch. One that is gone or unreadable is left out. Rejects where the store does. */
export async function partsOf(jobs: Pick<JobStore, "load">, { parts = [] }: Job): Promise<readonly StoredJob[]> {
  const found = await Promise.all(parts.map((id) => jobs.load(id).catch(noneIfUnreadable)));
  return found.filter((one) => one !== null);
}

/** A record that cannot be read is none; everything else is thrown on. */
export function noneIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableJob) return null;
  throw error;
}

/** A job with the videos that it stands for: of a batch its parts, and what they cost together. */
export type Whole = Job & { readonly videos?: readonly Job[] };

/** The same as the store has it now. Rejects where that does. */
export async function wholeJob(jobs: Pick<JobStore, "load">, job: Job): Promise<Whole> {
  if (!job.parts) return job;
  const videos = (await partsOf(jobs, job)).map((part) => part.job);
  return { ...asOne(job, videos), videos };
}

/** The same as managers are asked about it, with the video that it goes on from; null: that is not known any more. */
export type Asked = Whole & { readonly before?: Job | null };

/** That as the store has it now. Rejects where that does. */
export async function askedJob(jobs: Pick<JobStore, "load">, job: Job): Promise<Asked> {
  const whole = await wholeJob(jobs, job);
  const from = continuesOf(job)?.job;
  if (from === undefined) return whole;
  return { ...whole, before: (await jobs.load(from).catch(noneIfUnreadable))?.job ?? null };
}

/** What each video of it is made of; one where it is no batch. */
export function requestsOf({ request, videos = [] }: Whole): readonly Job["request"][] {
  return videos.length === 0 ? [request] : videos.map((part) => part.request);
}
