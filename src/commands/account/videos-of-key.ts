import { isSettled, type Job } from "../../core/job/job.ts";

/**
 * How many of these jobs' videos are in progress with a copy of their key, and how many have none yet, so that they do not begin once
 * the key is removed. A batch counts as its videos; one whose final word is being delivered counts no more.
 */
export function videosOfKey(jobs: readonly Job[]): { readonly begun: number; readonly waiting: number } {
  const videos = jobs.filter((job) => !job.parts && !isSettled(job));
  const begun = videos.filter(({ sealedKey }) => sealedKey !== null).length;
  return { begun, waiting: videos.length - begun };
}
