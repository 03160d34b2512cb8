import { looksLikeKey } from "../text/secret.ts";

/** A film that a message has a place for. `nth`: its number among several videos, from 1. */
export interface Film {
  /** The whole prompt. */
  readonly description: string;
  readonly nth?: number;
}

/** The file of a film in a card. `nth` as for the film. */
export interface CardFile {
  readonly id: string;
  readonly name: string;
  readonly nth?: number;
  /** It is the film's first frame, shown until the film is there. */
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

/** Returns the film with that number. Null: the message has no place for it. */
export function filmOf(message: WithFilms, nth: number | undefined): Film | null {
  return filmsOf(message).find((film) => film.nth === nth) ?? null;
}

/** Returns the name of the film's file: see `fileName`. Names are unique within a card. */
export function nameOf({ nth, description }: Film, extension: string, letters: "ascii" | "any"): string {
  const name = fileName(description, extension, letters);
  return nth === undefined ? name : `${nth}-${name}`;
}

/** A file in a card's thread: a film, or its first frame, which stays. `nth` as for the film. */
export interface ThreadFile extends Pick<CardFile, "id" | "nth" | "isFrame"> {
  /** It is the film joined from all parts, and no video continues it. */
  readonly isJoined?: true;
}

/** Maximum length of a name with its extension, in characters. */
const MOST = 60;
/** How much of a prompt is considered for a name. */
const READ = 300;
const FALLBACK = "video";

/** Letters that Unicode normalization does not decompose. */
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
 * Returns the name of a video's file, made from its prompt: "a-paper-boat-in-the-rain.mp4", at most 60 characters. Non-Latin
 * letters stay if the platform accepts "any" `letters`. If not, a prompt that mostly consists of them gives "video.mp4".
 */
export function fileName(prompt: string, extension: string, letters: "ascii" | "any"): string {
  const text = looksLikeKey(prompt) ? "" : prompt.slice(0, READ).toWellFormed().toLowerCase();
  const stem = asciiStem(text) || (letters === "any" ? anyStem(text) : "");
  return `${cut(stem, MOST - extension.length - 1) || FALLBACK}.${extension}`;
}

/** Returns the text in ASCII letters. Empty if that would lose half of the letters or more. */
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

/** Shortens at a word boundary, unless the first word is too long. */
function cut(stem: string, most: number): string {
  const characters = [...stem];
  if (characters.length <= most) return stem;
  const end = characters.lastIndexOf("-", most);
  return characters.slice(0, end > 0 ? end : most).join("");
}
