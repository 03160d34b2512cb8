import type { EpochMs } from "../clock.ts";
import { isLinkNew, liveLink } from "../job/final-message.ts";
import { type JobId, partIdFrom } from "../job/ids.ts";
import { isKeepDue, isSettled, type Job, outcomeOf, type Waiting, type Whole } from "../job/job.ts";
import type { JobEvent } from "../job/job-event.ts";
import { type Continued, frameOf, type Picture, type VideoRequest } from "../request/video-request.ts";
import type { FilmDestination, FilmPlace, FilmSource, JoinProblem } from "./film.ts";
import type { KeptFilm, KeptFilms } from "./kept-film.ts";

export function continuesOf({ request }: Pick<Job, "request">): Continued | null {
  return request.picture?.continues ?? null;
}

export function nthOf(job: Pick<Job, "request">): number {
  return continuesOf(job)?.nth ?? 1;
}

export function continuing(job: Pick<Job, "id" | "request">): Continued {
  return { job: job.id, nth: nthOf(job) + 1 };
}

/** Best first. `file`: the card's own file, tried before the link unless it is a smaller copy. */
export function placesOf(
  job: Job,
  file: FilmPlace | null,
  now: EpochMs,
  films: Pick<KeptFilms, "open"> | null,
): FilmSource {
  const outcome = outcomeOf(job);
  const url = outcome && liveLink(outcome, now);
  const link = outcome && url ? [{ kind: "address", url, isNew: isLinkNew(outcome, now) } as const] : [];
  const film = keptFilmOf(job, films, now);
  const keptPlaces = films && film ? [{ kind: "platform", open: films.open(film) } as const] : [];
  if (job.video === "copy") return [...keptPlaces, ...link, ...(file ? [{ ...file, isCopy: true } as const] : [])];
  return [...keptPlaces, ...(file ? [file] : []), ...link];
}

export function keptFilmOf({ film }: Pick<Job, "film">, films: object | null, now: EpochMs): KeptFilm | null {
  return film !== undefined && films !== null && now < film.until ? film : null;
}

type FilmAddresses = Pick<KeptFilms, "addressOf"> | null;

export interface SavedVideos {
  readonly count: number;
  readonly areLinked: boolean;
}

export function savedVideos(jobs: readonly Job[], films: FilmAddresses, now: EpochMs): SavedVideos {
  const saved = jobs.filter((job) => films && (keptFilmOf(job, films, now) !== null || isBeingSaved(job)));
  const areLinked = saved.some(({ film }) => film !== undefined && films?.addressOf(film) != null);
  return { count: saved.length, areLinked };
}

function isBeingSaved(job: Job): boolean {
  return isKeepDue(job) && outcomeOf(job)?.kind === "succeeded";
}

export function shownJob(job: Whole, films: FilmAddresses, now: EpochMs): Whole {
  const { videos, film: _, ...rest } = job;
  const film = keptFilmOf(job, films, now);
  const whole = { ...rest, ...(videos && { videos: videos.map((part) => shownJob(part, films, now)) }) };
  if (!film) return whole;
  const { state } = job;
  const url = films?.addressOf(film) ?? null;
  const isLinked = url !== null && "outcome" in state && state.outcome.kind === "succeeded";
  if (!isLinked) return { ...whole, film };
  return { ...whole, film, state: { ...state, outcome: { ...state.outcome, videoUrl: url, expiresAt: film.until } } };
}

/** True if the bot must still prepare the picture. The paid call waits for that. */
export function lacksPicture({ request: { picture } }: Pick<Job, "request">): boolean {
  return picture !== null && !picture.isChecked && isMadeHere(picture);
}

/** True if the service gets the picture from the bot itself. */
export function isMadeHere({ source, fit }: Picture): boolean {
  return source === "film" || fit !== undefined;
}

/** Maximum wait for the previous video: longer than any video is polled. */
export const FILM_MS = 604_800_000;

type Requests = readonly [VideoRequest, ...VideoRequest[]];

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

export function areChained(each: readonly Pick<VideoRequest, "picture">[]): boolean {
  return each.length > 1 && each.slice(1).every(({ picture }) => picture?.continues !== undefined);
}

export function earlierPart({ partOf, request }: Pick<Job, "partOf" | "request">): JobId | null {
  if (!partOf) return null;
  const earlier = partIdFrom(partOf.job, partOf.nth - 1);
  return continuesOf({ request })?.job === earlier ? earlier : null;
}

export function isChain(parts: readonly Job[]): boolean {
  return parts.some((part) => earlierPart(part) !== null);
}

export function nextWait(part: Pick<Job, "partOf" | "request">): Extract<Waiting["for"], "film" | "turn"> {
  return earlierPart(part) === null ? "turn" : "film";
}

/** The event that a part gets once the previous one ended; null: not yet. An unknown outcome cannot be continued. */
export function eventForNextPart(earlier: Job | null): JobEvent | null {
  const broken = { kind: "not_started", why: "broken" } as const;
  if (earlier === null) return broken;
  if (outcomeOf(earlier) === null) return null;
  return hasFilm(earlier) ? { kind: "film_arrived", aspectRatio: earlier.request.aspectRatio } : broken;
}

export function hasFilm(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

export function partsToWake(parts: readonly Job[]): readonly Job[] {
  return parts.filter((part) => {
    const { state } = part;
    if (state.status !== "waiting" || state.for !== "film") return false;
    const earlier = parts.find(({ id }) => id === earlierPart(part));
    return earlier !== undefined && eventForNextPart(earlier) !== null;
  });
}

export interface Chain {
  readonly canContinue: boolean;
  readonly before: Job | null;
  /** Of several sequels, the newest that has not failed. */
  readonly after: Job | null;
  readonly parts: number;
}

export const NO_CHAIN: Chain = { canContinue: false, before: null, after: null, parts: 1 };

/** True if the bot can host a frame of this card's video for the service. */
export type CanHostPictures = (job: Pick<Job, "reply">) => boolean;

/** If joining fails, the links of all parts must fit into one message. */
export const JOINED_PARTS_MAX = 20;

/** From the press to the posted film. A card is not joined twice within that time. */
export const JOIN_WITHIN_MS = 120_000;

/** The last video that *Join* includes: the card's own, or the last finished one of a batch. */
export function joinEnd(job: Job, parts: readonly Job[]): Job | null {
  if (job.partOf || !isSettled(job)) return null;
  const end = job.parts ? parts.findLast(isJoinable) : job;
  return end && isJoinable(end) ? end : null;
}

function isJoinable(job: Job): boolean {
  return hasFilm(job) && continuesOf(job) !== null && nthOf(job) <= JOINED_PARTS_MAX;
}

export type JoinParts = (card: Job, parts: readonly Job[], to: FilmDestination) => Promise<JoinNews>;

export type JoinNews =
  /** "unclear": the film may have arrived. */
  | { readonly kind: "joined" | "unclear" }
  /**
   * `maxBytes`: the largest film that fits there. `nth`: the film that caused the problem, from 0. "stopped": the process
   * is ending. A retry may help after "not_sent".
   */
  | {
      readonly kind: "not_joined";
      readonly why: JoinProblem["kind"] | "busy" | "stopped" | "not_sent" | "not_taken";
      readonly nth?: number;
      readonly maxBytes: number;
    };
