import { fileName } from "../text/file-name.ts";

/** A message has a place for this film; `nth`: which of several videos it is, from 1, absent: it is the only one. */
export interface Film {
  /** Its prompt, whole. */
  readonly description: string;
  readonly nth?: number;
}

/** A film's file in a card; `nth` as for the film. */
export interface CardFile {
  readonly id: string;
  readonly name: string;
  readonly nth?: number;
  /** It is the frame that the film begins with, until the film itself is there. */
  readonly isFrame?: true;
}

interface WithFilms {
  readonly video: Film | null;
  readonly videos?: readonly Film[];
}

/** Returns all films that a message has a place for, in order. */
export function filmsOf({ video, videos = [] }: WithFilms): readonly Film[] {
  return video === null ? videos : [video, ...videos];
}

/** Returns the film with that number; null: the message has no place for it. */
export function filmOf(message: WithFilms, nth: number | undefined): Film | null {
  return filmsOf(message).find((film) => film.nth === nth) ?? null;
}

/** Returns the name of the film's file, see `fileName`; no two films of a card share one. */
export function nameOf({ nth, description }: Film, extension: string, letters: "ascii" | "any"): string {
  const name = fileName(description, extension, letters);
  return nth === undefined ? name : `${nth}-${name}`;
}

/** A file in the thread of a card: a film, or the frame that it begins with, which stays; `nth` as for the film. */
export interface ThreadFile extends Pick<CardFile, "id" | "nth" | "isFrame"> {
  /** It is one film joined from all the parts, and no video goes on from it. */
  readonly isJoined?: true;
}
