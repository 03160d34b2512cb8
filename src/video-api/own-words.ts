import { z } from "zod";
import { looksLikeKey } from "../core/text/secret-shapes.ts";

/** Longest words of the service's that a person is shown, in characters (code points). */
const WORDS_MAX = 200;
/** Of a longer text the beginning is looked at. */
const LOOKED_AT_MAX = 2_000;

/** Where an answer may say why, the service's own field first. Source: its interface, section 2 (read 2026-11-21); the shape of an error is not told. */
const Said = z
  .object({ msg: z.unknown(), message: z.unknown(), error: z.unknown(), data: z.unknown(), success: z.unknown() })
  .partial();

/** Controls, line ends, joiners, and what turns the direction of the text that follows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const TAG = /<[^<>]*>/g;
/** Of a word: an address, an invitation or a mail to somebody, and all that hangs on it. */
const LINK = /[a-z]:\/\/|www\.|mailto:|[a-z0-9]\.[a-z]{2,}\//i;
/** Characters that a platform may take for a format, a link or a mention. */
const MARKS = /[*_~`|<>[\]{}()#@\\^]+/g;

/**
 * What the service says in its own words about an answer, as a person may read it: one line of 200 characters at most, without
 * markup, links, and anything like a key; null where it says nothing of the kind. `key` is the one it was asked with.
 */
export function ownWords(body: string, key: string | null): string | null {
  const said = saidIn(body);
  if (said === null || (key !== null && said.includes(key))) return null;
  const visible = said.slice(0, LOOKED_AT_MAX).toWellFormed().replace(UNSEEN, " ");
  const plain = visible.replace(TAG, " ").split(" ").map(withoutLink).map(withoutKey).join(" ").replace(MARKS, " ");
  const line = plain.replace(/\s+/g, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(line) || looksLikeKey(line)) return null;
  const points = [...line];
  return points.length <= WORDS_MAX
    ? line
    : `${points
        .slice(0, WORDS_MAX - 1)
        .join("")
        .trimEnd()}…`;
}

function saidIn(body: string): string | null {
  const { msg, message, error, data } = Said.catch({}).parse(parsed(body));
  // A message that a video was started is no reason.
  const inner = [error, data].map((each) => Said.catch({}).parse(each)).filter(({ success }) => success !== true);
  const all = [msg, message, error, ...inner.flatMap((each) => [each.msg, each.message])];
  return all.find((each): each is string => typeof each === "string" && each.trim() !== "") ?? null;
}

function withoutLink(word: string): string {
  return LINK.test(word) ? "" : word;
}

function withoutKey(word: string): string {
  return looksLikeKey(word) ? "…" : word;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the service says that it has too much to do, which another try in a few minutes may find otherwise. */
export function saysBusy(words: string | null): boolean {
  return words !== null && BUSY.test(words);
}

const BUSY =
  /\b(?:busy|overload(?:ed)?|too many requests|rate limit(?:ed)?|over capacity|at capacity|no capacity|high (?:load|demand)|try again later|temporarily unavailable)\b/i;
