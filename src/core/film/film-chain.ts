import type { EpochMs } from "../clock.ts";
import { isLinkNew, liveLink } from "../job/final-word.ts";
import { type JobId, partIdFrom } from "../job/ids.ts";
import { isKeepDue, isSettled, type Job, outcomeOf, type Waiting, type Whole } from "../job/job.ts";
import type { JobEvent } from "../job/job-event.ts";
import { type Continued, frameOf, type Picture, type VideoRequest } from "../request/video-request.ts";
import type { FilmBeside, FilmPlace, FilmSource, JoinProblem } from "./film.ts";
import type { KeptFilm, KeptFilms } from "./kept-film.ts";

/** Returns the video that it goes on from, whose last frame it begins with; null: it goes on from none. */
export function continuesOf({ request }: Pick<Job, "request">): Continued | null {
  return request.picture?.continues ?? null;
}

/** Returns which part of its chain it is: a video that goes on from none is the first. */
export function nthOf(job: Pick<Job, "request">): number {
  return continuesOf(job)?.nth ?? 1;
}

/** Returns how a video that goes on from this job refers to it. */
export function continuing(job: Pick<Job, "id" | "request">): Continued {
  return { job: job.id, nth: nthOf(job) + 1 };
}

/**
 * Returns where the film of a video may be fetched, best first: where the bot keeps it, as long as it does, then `file`, the
 * card's own, and the service's link, while it works. A smaller copy in the card comes last.
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

/** Returns the job's film if the bot keeps it at that time; `films` is null or undefined where none are kept. */
export function keptFilmOf(
  { film }: Pick<Job, "film">,
  films: object | null | undefined,
  now: EpochMs,
): KeptFilm | null {
  return film !== undefined && films != null && now < film.until ? film : null;
}

/** Finds the address of a kept film; null or absent: no films are kept. */
type FilmAddresses = Pick<KeptFilms, "addressOf"> | null | undefined;

/** The videos that the bot has saved, or is saving, of one card; `areLinked`: people have links to them. */
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
 * Returns the job as people are shown it: with the link to the film that the bot keeps, where it has one, in place of the
 * service's, and without a film whose time is over.
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
 * Returns whether the bot has yet to bring the picture that it begins with: the last frame of another video, or a copy that
 * fits. Nothing is paid before.
 */
export function lacksPicture({ request: { picture } }: Pick<Job, "request">): boolean {
  return picture !== null && !picture.isChecked && isBrought(picture);
}

/** Returns whether the service gets the picture from the bot itself, not from where a person has it. */
export function isBrought({ source, fit }: Picture): boolean {
  return source === "film" || fit !== undefined;
}

/** A part of a chain waits this long for the film before it: longer than any video is polled. */
export const FILM_MS = 604_800_000;

type Requests = readonly [VideoRequest, ...VideoRequest[]];

/**
 * Makes a chain of these videos: each but the first begins with the last frame of the one before, and has its shape. `batch`
 * is the id that the batch will have.
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

/** Returns whether each of these videos of one batch begins where the one before it ends. */
export function areChained(each: readonly Pick<VideoRequest, "picture">[]): boolean {
  return each.length > 1 && each.slice(1).every(({ picture }) => picture?.continues !== undefined);
}

/** Returns the part of the same batch that it goes on from; null: it is not part of a chain, or the first. */
export function earlierPart({ partOf, request }: Pick<Job, "partOf" | "request">): JobId | null {
  if (!partOf) return null;
  const earlier = partIdFrom(partOf.job, partOf.nth - 1);
  return continuesOf({ request })?.job === earlier ? earlier : null;
}

/** Returns whether they go on from one another. */
export function isChain(parts: readonly Job[]): boolean {
  return parts.some((part) => earlierPart(part) !== null);
}

/** Returns what a part waits for once its batch goes on: the film of the part before it, or a running place. */
export function nextWait(part: Pick<Job, "partOf" | "request">): Extract<Waiting["for"], "film" | "turn"> {
  return earlierPart(part) === null ? "turn" : "film";
}

/**
 * Returns the event that a part gets when the part before it ends; null: that one is not over. If the fate of the earlier
 * video is unknown, the part cannot go on from it.
 */
export function heardOf(earlier: Job | null): JobEvent | null {
  const broken = { kind: "not_started", why: "broken" } as const;
  if (earlier === null) return broken;
  if (outcomeOf(earlier) === null) return null;
  return hasFilm(earlier) ? { kind: "film_came", aspectRatio: earlier.request.aspectRatio } : broken;
}

/** Returns whether it is made, and there is a film to go on from. */
export function hasFilm(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

/** Returns the parts that wait for a film about which there is news now. */
export function partsToWake(parts: readonly Job[]): readonly Job[] {
  return parts.filter((part) => {
    const { state } = part;
    if (state.status !== "waiting" || state.for !== "film") return false;
    const earlier = parts.find(({ id }) => id === earlierPart(part));
    return earlier !== undefined && heardOf(earlier) !== null;
  });
}

/** A video's card shows this about the videos before and after it. */
export interface Chain {
  /** A video can go on from here. */
  readonly canContinue: boolean;
  /** The one that it goes on from; null: none, or it is not known any more. */
  readonly before: Job | null;
  /** The one that goes on from it; of several the latest that has not failed. */
  readonly after: Job | null;
  /** How many parts the chain has, as far as it is known from here. */
  readonly parts: number;
}

/** This chain is used if no other videos are known. */
export const NO_CHAIN: Chain = { canContinue: false, before: null, after: null, parts: 1 };

/** Returns whether the bot can make such a picture for the video on this card, and bring it to the service. */
export type CanBring = (job: Pick<Job, "reply">) => boolean;

/** A joined film has this many parts at most: their links fit into one message if it cannot be made. */
export const JOINED_PARTS_MAX = 20;

/** Joining may take this long, from the press to the film in the chat; the same card is not joined twice within that time. */
export const JOIN_WITHIN_MS = 120_000;

/** Returns the video with which *Join* of a card ends: its own, or the last one made of a batch; null: there is nothing to join. A part has no card. */
export function joinEnd(job: Job, parts: readonly Job[]): Job | null {
  if (job.partOf || !isSettled(job)) return null;
  const end = job.parts ? parts.findLast(isJoinable) : job;
  return end && isJoinable(end) ? end : null;
}

function isJoinable(job: Job): boolean {
  return hasFilm(job) && continuesOf(job) !== null && nthOf(job) <= JOINED_PARTS_MAX;
}

/** Makes one film of the parts of a card, the first part first, and sends it. Rejects where the store does. */
export type JoinParts = (card: Job, parts: readonly Job[], to: FilmBeside) => Promise<JoinNews>;

export type JoinNews =
  /** "unclear": the platform did not say whether the film arrived. */
  | { readonly kind: "joined" | "unclear" }
  /**
   * `maxBytes`: the largest film that would have fitted there; `nth`: the film that caused it, from 0. "busy": other films
   * are being joined; "stopped": the process is about to end; "not_sent": it may go better later; "not_taken": the platform
   * takes no film there.
   */
  | {
      readonly kind: "not_joined";
      readonly why: JoinProblem["kind"] | "busy" | "stopped" | "not_sent" | "not_taken";
      readonly nth?: number;
      readonly maxBytes: number;
    };
