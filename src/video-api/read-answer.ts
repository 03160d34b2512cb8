import { z } from "zod";
import type { EpochMs } from "../core/clock.ts";
import type { PollRefusal, Started } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { looksLikeKey } from "../core/text/secret.ts";
import type { ApiRefusal, RawAnswer } from "../core/video-service.ts";
import { codeWords, readStart } from "./wire.ts";

/**
 * Reads an answer to the paid call that its status alone does not refuse. Only a 200 can say no by its body; an answer of
 * any other status is a task where its body holds one clear task id, else it is not known what it is. `failure`: why it is not
 * whole, a short word for the log; `said`: what the service says about it, see `ownWords`.
 */
export function readStartAnswer(
  { text, isWhole, status = 200 }: RawAnswer,
  { failure, said }: { readonly failure: string | null; readonly said: string | null },
): Result<Started, ApiRefusal> {
  const reading = readStart(text, !isWhole);
  const isUsual = status === 200;
  const amiss = isUsual ? (failure ?? "answer not in shape") : `http ${status}`;
  if (reading.kind === "refused" && isUsual) return refuse(badRequest(codeWords(reading.code), said));
  if (reading.kind !== "started")
    return refuse(isUsual ? { kind: "unavailable", sent: true, detail: amiss } : unclear(status));
  return ok(reading.isWhole && isUsual ? reading.started : { ...reading.started, amiss });
}

/** The parts of an answer to the paid call by which it may refuse. */
interface Refusing {
  readonly status: number;
  readonly retryAfterMs: number | null;
  /** What the service says about it, see `ownWords`. */
  readonly said: string | null;
}

/**
 * The refusal in the status of an answer to the paid call. Only these say that surely nothing was charged; every other
 * status, 200 and 5xx too, may have cost credits.
 */
export function startRefusal({ status, retryAfterMs, said }: Refusing): ApiRefusal {
  switch (status) {
    case 401:
    case 403:
      return { kind: "bad_key" };
    case 402:
      return { kind: "no_credits" };
    case 404:
    case 405:
      return { kind: "wrong_address", detail: `http ${status}` };
    case 400:
    case 413:
    case 415:
    case 422:
      return badRequest(`http ${status}`, said);
    case 425:
    case 429:
      return { kind: "rate_limited", retryAfterMs };
    default:
      return unclear(status);
  }
}

/** A clear no of the service's, with what it says about it. */
function badRequest(detail: string, said: string | null): ApiRefusal {
  if (saysBusy(said)) return { kind: "busy", detail };
  return { kind: "bad_request", detail, ...(said !== null && { said }) };
}

/** A status that does not tell whether a video was started. */
function unclear(status: number): ApiRefusal {
  return { kind: "unavailable", sent: true, detail: `http ${status}`, ...(status >= 400 && { isError: true }) };
}

/** The refusal in the status of an answer to a poll (2xx aside). */
export function pollRefusal(status: number, retryAfterMs: number | null): PollRefusal {
  switch (status) {
    case 401:
    case 403:
      return { kind: "bad_key" };
    case 402:
      return { kind: "no_credits" };
    case 400:
    case 404:
    case 410:
    case 422:
      return { kind: "unknown_task" };
    case 425:
    case 429:
      return { kind: "rate_limited", retryAfterMs };
    default:
      return { kind: "unavailable", sent: true, detail: `http ${status}` };
  }
}

/**
 * Milliseconds (0 and more) that a Retry-After header asks to wait; null where it is missing or cannot be read.
 * Whole seconds or an HTTP date. Source: RFC 9110, sections 10.2.3 and 5.6.7 (read 2026-11-21).
 */
export function readRetryAfter(header: string | null, now: EpochMs): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

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

/** Says whether the service says that it has too much to do, which another try in a few minutes may find otherwise. */
export function saysBusy(words: string | null): boolean {
  return words !== null && BUSY.test(words);
}

const BUSY =
  /\b(?:busy|overload(?:ed)?|too many requests|rate limit(?:ed)?|over capacity|at capacity|no capacity|high (?:load|demand)|try again later|temporarily unavailable)\b/i;
