import { z } from "zod";
import type { EpochMs } from "../core/clock.ts";
import type { KeyVerdict, PollRefusal, Started } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { parseJson } from "../core/text/parse-json.ts";
import { looksLikeKey } from "../core/text/secret.ts";
import type { ApiRefusal, RawAnswer } from "../core/video-service.ts";
import { codeWords, readStart } from "./wire.ts";

/**
 * Reads an answer to the paid call that its status alone does not refuse. Only the body of a 200 can be a refusal; an
 * answer with any other status is a task if its body holds one clear task id, else it is unclear. `failure`: the reason
 * why it is not whole, a short word for the log; `keyText`: see `ownWords`.
 */
export function readStartAnswer(
  { text, isWhole, status = 200 }: RawAnswer,
  { failure, keyText }: { readonly failure: string | null; readonly keyText: string | null },
): Result<Started, ApiRefusal> {
  const reading = readStart(text, !isWhole);
  const isUsual = status === 200;
  const amiss = isUsual ? (failure ?? "answer not in shape") : `http ${status}`;
  if (reading.kind === "refused" && isUsual)
    return refuse(badRequest(codeWords(reading.code), ownWords(text, keyText)));
  if (reading.kind !== "started")
    return refuse(isUsual ? { kind: "unavailable", sent: true, detail: amiss } : unclear(status));
  return ok(reading.isWhole && isUsual ? reading.started : { ...reading.started, amiss });
}

/**
 * Returns the refusal in the status of an answer to the paid call. Only these mean that nothing was charged for
 * certain; every other status, 200 and 5xx too, may have cost credits. `serviceWords`: see `ownWords`.
 */
export function startRefusal({
  status,
  retryAfterMs,
  serviceWords,
}: {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly serviceWords: string | null;
}): ApiRefusal {
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
      return badRequest(`http ${status}`, serviceWords);
    case 425:
    case 429:
      return { kind: "rate_limited", retryAfterMs };
    default:
      return unclear(status);
  }
}

/** Returns a clear refusal, with the service's words about it. */
function badRequest(detail: string, serviceWords: string | null): ApiRefusal {
  if (saysBusy(serviceWords)) return { kind: "busy", detail };
  return { kind: "bad_request", detail, ...(serviceWords !== null && { serviceWords }) };
}

/** Returns the refusal for a status that does not show whether a video was started. */
function unclear(status: number): ApiRefusal {
  return { kind: "unavailable", sent: true, detail: `http ${status}` };
}

/** Returns the refusal in the status of an answer to a poll (2xx aside). */
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

/** Returns what the status of a poll for a task that does not exist says about its key. */
export function keyVerdict(status: number): KeyVerdict {
  if (status >= 200 && status <= 299) return "good";
  const { kind } = pollRefusal(status, null);
  switch (kind) {
    case "bad_key":
      return "bad";
    case "no_credits":
      return "no_credits";
    case "unknown_task":
      return "good";
    default:
      return "unchecked";
  }
}

/**
 * Returns the milliseconds (0 or more) that a Retry-After header asks to wait; null where it is missing or cannot be
 * read. It has whole seconds or an HTTP date. Source: RFC 9110, sections 10.2.3 and 5.6.7 (read 2026-11-21).
 */
export function readRetryAfter(header: string | readonly string[] | undefined, now: EpochMs): number | null {
  const text = [header].flat()[0]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** The most characters (code points) of the service's words that a person is shown. */
const WORDS_MAX = 200;
/** Only the beginning of a longer text is read. */
const LOOKED_AT_MAX = 2_000;

/**
 * The fields of an answer that may give the reason, the service's own first. Source: its interface, section 2 (read
 * 2026-11-21); it does not specify the shape of an error.
 */
const ReasonFields = z
  .object({ msg: z.unknown(), message: z.unknown(), error: z.unknown(), data: z.unknown(), success: z.unknown() })
  .partial();

/** Control characters, line ends, joiners, and characters that change the direction of the text after them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const TAG = /<[^<>]*>/g;
/** Matches a word that contains an address, an invitation or a mail to somebody. */
const LINK = /[a-z]:\/\/|www\.|mailto:|[a-z0-9]\.[a-z]{2,}\//i;
/** Characters that a platform may take for a format, a link or a mention. */
const MARKS = /[*_~`|<>[\]{}()#@\\^]+/g;

/**
 * Returns the service's own words about an answer, as a person may read them: one line of at most 200 characters,
 * without markup, links, and anything like a key; null where there are none. `key` is the one that was sent.
 */
export function ownWords(body: string, key: string | null): string | null {
  const reason = reasonIn(body);
  if (reason === null || (key !== null && reason.includes(key))) return null;
  const visible = reason.slice(0, LOOKED_AT_MAX).toWellFormed().replace(UNSEEN, " ");
  const plain = visible.replace(TAG, " ").split(" ").map(withoutLinkOrKey).join(" ").replace(MARKS, " ");
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

function reasonIn(body: string): string | null {
  const { msg, message, error, data } = ReasonFields.catch({}).parse(parseJson(body));
  // A message that a video was started is no reason.
  const inner = [error, data]
    .map((each) => ReasonFields.catch({}).parse(each))
    .filter(({ success }) => success !== true);
  const all = [msg, message, error, ...inner.flatMap((each) => [each.msg, each.message])];
  return all.find((each): each is string => typeof each === "string" && each.trim() !== "") ?? null;
}

function withoutLinkOrKey(word: string): string {
  if (LINK.test(word)) return "";
  return looksLikeKey(word) ? "…" : word;
}

/** Says whether the service is too busy, so that another try in a few minutes may succeed. */
export function saysBusy(words: string | null): boolean {
  return words !== null && BUSY.test(words);
}

const BUSY =
  /\b(?:busy|overload(?:ed)?|too many requests|rate limit(?:ed)?|over capacity|at capacity|no capacity|high (?:load|demand)|try again later|temporarily unavailable)\b/i;
