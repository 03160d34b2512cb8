import { looksLikeKey } from "../text/secret.ts";

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

/** A name has this many characters at most, with its extension. */
const MOST = 60;
/** Only this much of a prompt goes into a name. */
const READ = 300;
const FALLBACK = "video";

/** Normalisation does not take these letters apart. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ı", "i"],
]);

/**
 * Returns the name of a video's file, made from its prompt: "a-paper-boat-in-the-rain.mp4", 60 characters at most. Letters
 * that are not Latin stay if the platform takes `letters` of any kind; elsewhere a prompt made mostly of them gives
 * "video.mp4".
 */
export function fileName(prompt: string, extension: string, letters: "ascii" | "any"): string {
  const text = looksLikeKey(prompt) ? "" : prompt.slice(0, READ).toWellFormed().toLowerCase();
  const stem = asciiStem(text) || (letters === "any" ? anyStem(text) : "");
  return `${cut(stem, MOST - extension.length - 1) || FALLBACK}.${extension}`;
}

/** Returns the text without accents; empty if that would leave out half of the letters or more. */
function asciiStem(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  const latin = bare.replace(/[ßæœøłđðþı]/g, (letter) => LATIN.get(letter) ?? letter).toLowerCase();
  const latinLetters = latin.match(/[a-z]/g)?.length ?? 0;
  const all = latin.match(/\p{L}/gu)?.length ?? 0;
  return latinLetters * 2 <= all ? "" : (latin.match(/[a-z0-9]+/g) ?? []).join("-");
}

function anyStem(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join("-");
}

/** Shortens by whole words, unless the first one is too long itself. */
function cut(stem: string, most: number): string {
  const characters = [...stem];
  if (characters.length <= most) return stem;
  const end = characters.lastIndexOf("-", most);
  return characters.slice(0, end > 0 ? end : most).join("");
}
