import { fileName } from "../text/file-name.ts";

/** A film that a message has a place for; `nth`: which of several videos it is, from 1, absent: it is the only one. */
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

/** All films that a message has a place for, in their order. */
export function filmsOf({ video, videos = [] }: WithFilms): readonly Film[] {
  return video === null ? videos : [video, ...videos];
}

/** The film with that number; null: the message has no place for it. */
export function filmOf(message: WithFilms, nth: number | undefined): Film | null {
  return filmsOf(message).find((film) => film.nth === nth) ?? null;
}

/** Returns the name of the film's file, see `fileName`; no two films of a card share one. */
export function nameOf({ nth, description }: Film, extension: string, letters: "ascii" | "any"): string {
  const name = fileName(description, extension, letters);
  return nth === undefined ? name : `${nth}-${name}`;
}

/** A film's file in the thread of a card, or that of the frame that it begins with, which stays; `nth` as for the film. */
export interface ThreadFile extends Pick<CardFile, "id" | "nth" | "isFrame"> {
  /** It is one film of all the parts, and none to go on from. */
  readonly isJoined?: true;
}
