import type { Whole } from "../batch/batch.ts";
import type { EpochMs } from "../clock.ts";
import type { KeptFilms } from "./kept-film.ts";

/** Finds the address of a kept film; null or absent: no films are kept. */
export type FilmAddresses = Pick<KeptFilms, "addressOf"> | null | undefined;

/**
 * Returns the job as people are shown it: with the link to the film that the bot keeps, where it has one, in place of the
 * service's, and without a film whose time is over.
 */
export function shownJob(job: Whole, films: FilmAddresses, now: EpochMs): Whole {
  const { videos, film, ...rest } = job;
  const isKept = film !== undefined && films != null && now < film.until;
  if (!videos && film === undefined) return job;
  const whole = { ...rest, ...(videos && { videos: videos.map((part) => shownJob(part, films, now)) }) };
  if (!isKept) return whole;
  const { state } = job;
  const url = films.addressOf(film);
  const isLinked = url !== null && "outcome" in state && state.outcome.kind === "succeeded";
  if (!isLinked) return { ...whole, film };
  return { ...whole, film, state: { ...state, outcome: { ...state.outcome, videoUrl: url, expiresAt: film.until } } };
}
