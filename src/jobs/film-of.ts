import { placesOf } from "../core/film/continues.ts";
import type { FilmSource } from "../core/film/source.ts";
import type { JobId } from "../core/job/ids.ts";
import { UnreadableJob } from "../core/job/unreadable-job.ts";
import type { JobDeps } from "./deps.ts";

/** Where the film of that video may be had: its file first, wherever its card is now. Rejects where the store does. */
export async function filmOf(
  { jobs, clock, chatOf }: Pick<JobDeps, "jobs" | "clock" | "chatOf">,
  id: JobId,
): Promise<FilmSource> {
  try {
    const job = (await jobs.load(id))?.job;
    if (!job) return [];
    const card = job.partOf ? (await jobs.load(job.partOf.job))?.job : job;
    const file = card ? chatOf(card).filmIn(card.reply, job.partOf?.nth) : null;
    return placesOf(job, file, clock.now());
  } catch (error) {
    if (error instanceof UnreadableJob) return [];
    throw error;
  }
}
