import { looksLikeKey } from "../text/secret.ts";

export interface Film {
  readonly description: string;
  readonly nth?: number;
}

export interface CardFile {
  readonly id: string;
  readonly name: string;
  readonly nth?: number;
  readonly isFrame?: true;
}

interface WithFilms {
  readonly video: Film | null;
  readonly videos?: readonly Film[];
}

export function filmsOf({ video, videos = [] }: WithFilms): readonly Film[] {
  return video === null ? videos : [video, ...videos];
}

export function findFilm(message: WithFilms, nth: number | undefined): Film | null {
  return filmsOf(message).find((film) => film.nth === nth) ?? null;
}

export function nameOf({ nth, description }: Film, extension: string, letters: "ascii" | "any"): string {
  const name = fileName(description, extension, letters);
  return nth === undefined ? name : `${nth}-${name}`;
}

export interface ThreadFile extends Pick<CardFile, "id" | "nth" | "isFrame"> {
  /** Joined from all parts. No video continues it. */
  readonly isJoined?: true;
}

const MOST = 60;
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

/** For example "a-paper-boat-in-the-rain.mp4". With "ascii", a prompt of mostly other letters gives "video.mp4". */
export function fileName(prompt: string, extension: string, letters: "ascii" | "any"): string {
  const text = looksLikeKey(prompt) ? "" : prompt.slice(0, READ).toWellFormed().toLowerCase();
  const stem = asciiStem(text) || (letters === "any" ? anyStem(text) : "");
  return `${cut(stem, MOST - extension.length - 1) || FALLBACK}.${extension}`;
}

/** Empty if half of the letters or more would be lost. */
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

/** Cuts at a word boundary, unless the first word is too long. */
function cut(stem: string, most: number): string {
  const characters = [...stem];
  if (characters.length <= most) return stem;
  const end = characters.lastIndexOf("-", most);
  return characters.slice(0, end > 0 ? end : most).join("");
}
