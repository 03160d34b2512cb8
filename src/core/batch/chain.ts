import { continuesOf, continuing } from "../film/continues.ts";
import { type JobId, partIdFrom } from "../job/ids.ts";
import { type Job, outcomeOf, type Waiting } from "../job/job.ts";
import type { JobEvent } from "../job/job-event.ts";
import { frameOf, type VideoRequest } from "../request/video-request.ts";

/** A part of a chain waits this long for the film before it: longer than any video is looked at. */
export const FILM_MS = 604_800_000;

type Requests = readonly [VideoRequest, ...VideoRequest[]];

/** The same videos as a chain: each but the first begins with the last frame of the one before, and has its shape. `batch`: the id that theirs will have. */
export function chained(batch: JobId, [first, ...others]: Requests): Requests {
  const decidesRatio = first.picture?.decidesRatio === true && !first.picture.isChecked;
  let last = { id: partIdFrom(batch, 1), request: first };
  const linked = others.map((request, index) => {
    const picture = { ...frameOf(continuing(last)), decidesRatio };
    last = { id: partIdFrom(batch, index + 2), request: { ...request, aspectRatio: first.aspectRatio, picture } };
    return last.request;
  });
  return [first, ...linked];
}

/** Each of these videos of one batch begins where the one before it ends. */
export function areChained(each: readonly Pick<VideoRequest, "picture">[]): boolean {
  return each.length > 1 && each.slice(1).every(({ picture }) => picture?.continues !== undefined);
}

/** The part of the same batch that it goes on from; null: it is not of a chain, or the first of it. */
export function earlierPart({ partOf, request }: Pick<Job, "partOf" | "request">): JobId | null {
  if (!partOf) return null;
  const earlier = partIdFrom(partOf.job, partOf.nth - 1);
  return continuesOf({ request })?.job === earlier ? earlier : null;
}

/** They go on from one another. */
export function isChain(parts: readonly Job[]): boolean {
  return parts.some((part) => earlierPart(part) !== null);
}

/** What a part waits for once its batch goes on: the film of the one before it, or a running place. */
export function nextWait(part: Pick<Job, "partOf" | "request">): Extract<Waiting["for"], "film" | "turn"> {
  return earlierPart(part) === null ? "turn" : "film";
}

/** What a part hears of the one that it goes on from; null: that is not over. A video whose fate is not known is none to go on from. */
export function heardOf(earlier: Job | null): JobEvent | null {
  const broken = { kind: "not_started", why: "broken" } as const;
  if (earlier === null) return broken;
  if (outcomeOf(earlier) === null) return null;
  return hasFilm(earlier) ? { kind: "film_came", aspectRatio: earlier.request.aspectRatio } : broken;
}

/** It is made, and there is a film to go on from. */
export function hasFilm(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

/** The parts that wait for a film of which something is to be heard now. */
export function partsToWake(parts: readonly Job[]): readonly Job[] {
  return parts.filter((part) => {
    const { state } = part;
    if (state.status !== "waiting" || state.for !== "film") return false;
    const earlier = parts.find(({ id }) => id === earlierPart(part));
    return earlier !== undefined && heardOf(earlier) !== null;
  });
}
