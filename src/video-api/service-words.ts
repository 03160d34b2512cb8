import { z } from "zod";
import type { TaskId } from "../core/job/ids.ts";
import { parseJson } from "../core/text/parse-json.ts";
import { looksLikeKey } from "../core/text/secret.ts";

/** In code points. */
const WORDS_MAX = 300;
const LOOKED_AT_MAX = 2_000;

/** The order is our choice: the interface does not specify the shape of an error (section 2, read 2026-11-21). */
const ReasonFields = z
  .object({ msg: z.unknown(), message: z.unknown(), error: z.unknown(), data: z.unknown(), success: z.unknown() })
  .partial();

/** `key`: the key that was sent, which the text must not contain. */
export function ownWords(body: string, key: string | null): string | null {
  const reason = reasonIn(body);
  return reason === null ? null : plainWords(reason, { key, taskId: null });
}

function reasonIn(body: string): string | null {
  const { msg, message, error, data } = ReasonFields.catch({}).parse(parseJson(body));
  const inner = [error, data]
    .map((each) => ReasonFields.catch({}).parse(each))
    .filter(({ success }) => success !== true);
  const all = [msg, message, error, ...inner.flatMap((each) => [each.msg, each.message])];
  return all.find((each): each is string => typeof each === "string" && each.trim() !== "") ?? null;
}

/**
 * Matched in any spelling, the most precise first. The interface shows no such field (sections 2 and 7, read 2026-11-28).
 */
const FAILURE_FIELDS = [
  ...["failreason", "failurereason", "failmessage", "failmsg", "reason"],
  ...["errormessage", "errormsg", "error", "message"],
] as const;

const Fields = z.record(z.string(), z.unknown()).catch({});

/** The task's record comes first, then the envelope's `msg`. */
export function failureReason(
  { data, msg }: { readonly data?: unknown; readonly msg?: unknown },
  sent: { readonly key: string | null; readonly taskId: TaskId },
): string | null {
  const fields = namedFields(data);
  const candidates = FAILURE_FIELDS.flatMap((name) => {
    const value = fields.get(name);
    const inner = namedFields(value);
    return [value, ...FAILURE_FIELDS.map((innerName) => inner.get(innerName))];
  });
  for (const candidate of [...candidates, msg]) {
    const reason = typeof candidate === "string" ? plainWords(candidate, sent) : null;
    if (reason !== null && givesReason(reason)) return reason;
  }
  return null;
}

function namedFields(value: unknown): ReadonlyMap<string, unknown> {
  const fields = Object.entries(Fields.parse(value));
  return new Map(fields.map(([name, each]) => [name.toLowerCase().replaceAll("_", ""), each]));
}

const SUCCESS = /\b(?:success(?:ful(?:ly)?)?|succeeded|ok|okay|completed?|done|finished)\b|成功|完成/i;
const FAILURE =
  /\b(?:no|not|never|cannot|could|unable|without|fail\w*|error\w*|refus\w*|reject\w*|invalid|block\w*|violat\w*|unsuccessful\w*|incomplete\w*)\b|n['’]t\b|失|错|錯|误|誤|未|不|无|無|拒/i;
const BARE_FAILURE: ReadonlySet<string> = new Set([
  ...["the", "this", "a", "video", "task", "generation", "status", "is", "was", "has"],
  ...["fail", "failed", "failure", "error", "null", "none", "undefined"],
]);

function givesReason(reason: string): boolean {
  const words = reason.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.every((word) => BARE_FAILURE.has(word))) return false;
  return !SUCCESS.test(reason) || FAILURE.test(reason);
}

/** Includes characters that change text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const TAG = /<[^<>]*>/g;
const LINK = /[a-z]:\/\/|www\.|mailto:|[a-z0-9]\.[a-z]{2,}\//i;
const MARKS = /[*_~`|<>[\]{}()#@\\^]+/g;

/**
 * Drops markup, links, ids and anything like a key. Returns null if nothing is left, or if the text contains the sent
 * key.
 */
function plainWords(
  words: string,
  { key, taskId }: { readonly key: string | null; readonly taskId: TaskId | null },
): string | null {
  if (key !== null && words.includes(key)) return null;
  const visible = words.slice(0, LOOKED_AT_MAX).toWellFormed().replace(UNSEEN, " ");
  const plain = visible
    .replace(TAG, " ")
    .split(" ")
    .map((word) => plainWord(word, taskId))
    .join(" ")
    .replace(MARKS, " ");
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

const RUN = /[\w-]+/g;
const ID_LENGTH_MIN = 12;
const ID_DIGITS_MIN = 4;

function plainWord(word: string, taskId: TaskId | null): string {
  if (LINK.test(word)) return "";
  if (looksLikeKey(word)) return "…";
  return word.replace(RUN, (run) => (run === taskId || looksLikeId(run) ? "…" : run));
}

/** A UUID, a platform's number of 17 digits, or `task_4f9a8b7c6d5e`. */
function looksLikeId(run: string): boolean {
  return run.length >= ID_LENGTH_MIN && run.replace(/\D/g, "").length >= ID_DIGITS_MIN;
}

export function meansBusy(words: string | null): boolean {
  return words !== null && BUSY.test(words);
}

const BUSY =
  /\b(?:busy|overload(?:ed)?|too many requests|rate limit(?:ed)?|over capacity|at capacity|no capacity|high (?:load|demand)|try again later|temporarily unavailable)\b/i;
