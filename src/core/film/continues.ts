import type { EpochMs } from "../clock.ts";
import { type JobId, jobIdFrom } from "../job/ids.ts";
import { type Job, outcomeOf } from "../job/job.ts";
import { liveLink } from "../job/settle.ts";
import type { Continued } from "../request/video-request.ts";
import type { FilmPlace, FilmSource } from "./source.ts";

/** The video that it goes on from, with whose last frame it begins; null: it goes on from none. */
export function continuesOf({ request }: Pick<Job, "request">): Continued | null {
  return request.picture?.continues ?? null;
}

/** Which part of its chain it is: a video that goes on from none is the first. */
export function nthOf(job: Pick<Job, "request">): number {
  return continuesOf(job)?.nth ?? 1;
}

/** What a video that goes on from that one says of it. */
export function continuing(job: Pick<Job, "id" | "request">): Continued {
  return { job: job.id, nth: nthOf(job) + 1 };
}

/** The id of the job that *Continue* of a card makes after `nth` others. */
export function continuationId(job: JobId, nth: number): JobId {
  return jobIdFrom("continue", job, String(nth));
}

/** Where the film of a video may be had, best first: `file` is what its card has, the service's link comes after it while it works. */
export function placesOf(job: Job, file: FilmPlace | null, now: EpochMs): FilmSource {
  const outcome = outcomeOf(job);
  const url = outcome && liveLink(outcome, now);
  return [...(file ? [file] : []), ...(url ? [{ kind: "address", url } as const] : [])];
}

/** It goes on from another video, and begins with a frame that is not taken yet: nothing is paid before. */
export function lacksFrame({ request: { picture } }: Pick<Job, "request">): boolean {
  return picture?.source === "film" && !picture.isChecked;
}
