import type { EpochMs } from "../clock.ts";
import { isLinkNew, liveLink } from "../job/final-message.ts";
import { type JobId, partIdFrom } from "../job/ids.ts";
import { isKeepDue, isSettled, type Job, outcomeOf, type Waiting, type Whole } from "../job/job.ts";
import type { JobEvent } from "../job/job-event.ts";
import { type Continued, frameOf, type Picture, type VideoRequest } from "../request/video-request.ts";
import type { FilmBeside, FilmPlace, FilmSource, JoinProblem } from "./film.ts";
import type { KeptFilm, KeptFilms } from "./kept-film.ts";

/** Returns the video that this one continues, whose last frame it begins with; null: none. */
export function continuesOf({ request }: Pick<Job, "request">): Continued | null {
  return request.picture?.continues ?? null;
}

/** Returns the part's number in its chain. A video that continues none is part 1. */
export function nthOf(job: Pick<Job, "request">): number {
  return continuesOf(job)?.nth ?? 1;
}

/** Returns the reference that a sequel stores to this job. */
export function continuing(job: Pick<Job, "id" | "request">): Continued {
  return { job: job.id, nth: nthOf(job) + 1 };
}

/**
 * Returns where the film of a video can be fetched, best first: the bot's own copy, `file` (the card's own), the service's
 * link while it works. A smaller copy in the card comes last.
 */
export function placesOf(
  job: Job,
  file: FilmPlace | null,
  now: EpochMs,
  films?: Pick<KeptFilms, "open"> | null,
): FilmSource {
  const outcome = outcomeOf(job);
  const url = outcome && liveLink(outcome, now);
  const link = outcome && url ? [{ kind: "address", url, isNew: isLinkNew(outcome, now) } as const] : [];
  const film = keptFilmOf(job, films, now);
  const keptPlaces = films && film ? [{ kind: "platform", open: films.open(film) } as const] : [];
  if (job.video === "copy") return [...keptPlaces, ...link, ...(file ? [{ ...file, isCopy: true } as const] : [])];
  return [...keptPlaces, ...(file ? [file] : []), ...link];
}

/** Returns the job's film if the bot keeps it at that time. `films`: null or undefined if none are kept. */
export function keptFilmOf(
  { film }: Pick<Job, "film">,
  films: object | null | undefined,
  now: EpochMs,
): KeptFilm | null {
  return film !== undefined && films != null && now < film.until ? film : null;
}

/** Finds the address of a kept film. Null or undefined: no films are kept. */
type FilmAddresses = Pick<KeptFilms, "addressOf"> | null | undefined;

/** The videos of one card that the bot has saved or is saving. `areLinked`: people have links to them. */
export interface SavedVideos {
  readonly count: number;
  readonly areLinked: boolean;
}

/** Returns what *Delete* on a card deletes besides the card: the saved videos of its job and its parts. */
export function savedVideos(jobs: readonly Job[], films: FilmAddresses, now: EpochMs): SavedVideos {
  const saved = jobs.filter((job) => films && (keptFilmOf(job, films, now) !== null || isBeingSaved(job)));
  const areLinked = saved.some(({ film }) => film !== undefined && films?.addressOf(film) != null);
  return { count: saved.length, areLinked };
}

function isBeingSaved(job: Job): boolean {
  return isKeepDue(job) && outcomeOf(job)?.kind === "succeeded";
}

/**
 * Returns the job as people see it: with the kept film's link instead of the service's, and without an expired film.
 */
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

/**
 * Returns whether the bot must still deliver the picture: another video's last frame, or a fitted copy. Nothing is paid
 * before.
 */
export function lacksPicture({ request: { picture } }: Pick<Job, "request">): boolean {
  return picture !== null && !picture.isChecked && isBrought(picture);
}

/** Returns whether the service gets the picture from the bot itself. */
export function isBrought({ source, fit }: Picture): boolean {
  return source === "film" || fit !== undefined;
}

/** A part of a chain waits this long for the previous video, which is longer than any video is polled. */
export const FILM_MS = 604_800_000;

type Requests = readonly [VideoRequest, ...VideoRequest[]];

/**
 * Makes a chain: each video but the first begins with the last frame of the previous one, and has its ratio. `batch`: the id
 * that the batch will have.
 */
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

/** Returns whether each video of a batch begins where the previous one ends. */
export function areChained(each: readonly Pick<VideoRequest, "picture">[]): boolean {
  return each.length > 1 && each.slice(1).every(({ picture }) => picture?.continues !== undefined);
}

/** Returns the previous part in the same batch; null: it is the first, or not part of a chain. */
export function earlierPart({ partOf, request }: Pick<Job, "partOf" | "request">): JobId | null {
  if (!partOf) return null;
  const earlier = partIdFrom(partOf.job, partOf.nth - 1);
  return continuesOf({ request })?.job === earlier ? earlier : null;
}

/** Returns whether the parts continue one another. */
export function isChain(parts: readonly Job[]): boolean {
  return parts.some((part) => earlierPart(part) !== null);
}

/** Returns what a part waits for once its batch continues: the previous part's film, or a running place. */
export function nextWait(part: Pick<Job, "partOf" | "request">): Extract<Waiting["for"], "film" | "turn"> {
  return earlierPart(part) === null ? "turn" : "film";
}

/**
 * Returns the event for a part when the previous one ends; null: it is still in progress. If its outcome is unknown, the
 * part cannot continue it.
 */
export function heardOf(earlier: Job | null): JobEvent | null {
  const broken = { kind: "not_started", why: "broken" } as const;
  if (earlier === null) return broken;
  if (outcomeOf(earlier) === null) return null;
  return hasFilm(earlier) ? { kind: "film_came", aspectRatio: earlier.request.aspectRatio } : broken;
}

/** Returns whether the video is finished and has a film that can be continued. */
export function hasFilm(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

/** Returns the parts that wait for a film whose outcome is now known. */
export function partsToWake(parts: readonly Job[]): readonly Job[] {
  return parts.filter((part) => {
    const { state } = part;
    if (state.status !== "waiting" || state.for !== "film") return false;
    const earlier = parts.find(({ id }) => id === earlierPart(part));
    return earlier !== undefined && heardOf(earlier) !== null;
  });
}

/** What a card shows about the videos before and after it. */
export interface Chain {
  /** This video can be continued. */
  readonly canContinue: boolean;
  /** The video that it continues; null: none, or it is no longer known. */
  readonly before: Job | null;
  /** Its sequel; of several, the newest that has not failed. */
  readonly after: Job | null;
  /** The number of parts in the chain, as far as it is known. */
  readonly parts: number;
}

/** The chain of a video without known neighbors. */
export const NO_CHAIN: Chain = { canContinue: false, before: null, after: null, parts: 1 };

/** Returns whether the bot can make such a picture for this card's video and deliver it to the service. */
export type CanBring = (job: Pick<Job, "reply">) => boolean;

/** The most parts of a joined film. If joining fails, their links must fit into one message. */
export const JOINED_PARTS_MAX = 20;

/**
 * Joining may take this long, from the press to the posted film. The same card is not joined twice within that time.
 */
export const JOIN_WITHIN_MS = 120_000;

/**
 * Returns the last video that *Join* of a card includes: its own, or the last finished one of a batch; null: nothing to
 * join. A part has no card.
 */
export function joinEnd(job: Job, parts: readonly Job[]): Job | null {
  if (job.partOf || !isSettled(job)) return null;
  const end = job.parts ? parts.findLast(isJoinable) : job;
  return end && isJoinable(end) ? end : null;
}

function isJoinable(job: Job): boolean {
  return hasFilm(job) && continuesOf(job) !== null && nthOf(job) <= JOINED_PARTS_MAX;
}

/** Joins the parts of a card in order, and sends the film. Rejects if the store does. */
export type JoinParts = (card: Job, parts: readonly Job[], to: FilmBeside) => Promise<JoinNews>;

export type JoinNews =
  /** "unclear": the platform did not say whether the film arrived. */
  | { readonly kind: "joined" | "unclear" }
  /**
   * `maxBytes`: the largest film that fits there. `nth`: the film that caused the problem, from 0. "busy": other films are
   * being joined. "stopped": the process is ending. "not_sent": it may work later. "not_taken": the platform accepts no
   * films there.
   */
  | {
      readonly kind: "not_joined";
      readonly why: JoinProblem["kind"] | "busy" | "stopped" | "not_sent" | "not_taken";
      readonly nth?: number;
      readonly maxBytes: number;
    };
