import type { EpochMs } from "../core/clock.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { ApiRefusal, KeyVerdict, PollRefusal, RawAnswer, Started } from "../core/video-service.ts";
import { meansBusy, ownWords } from "./service-words.ts";
import { codeReason, readStart } from "./wire.ts";

/** Only a clear refusal means that nothing was charged. Any other status, including 5xx, may have cost credits. */
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

/**
 * For a status that `startRefusal` does not refuse. Only with status 200 can the body refuse. With any other, the
 * answer is unclear unless it holds one clear task id.
 */
export function readStartAnswer(
  { text, isWhole, status = 200 }: RawAnswer,
  { failure, keyText }: { readonly failure: string | null; readonly keyText: string | null },
): Result<Started, ApiRefusal> {
  const reading = readStart(text, !isWhole);
  const isUsual = status === 200;
  const problem = isUsual ? (failure ?? "answer not in shape") : `http ${status}`;
  if (reading.kind === "refused" && isUsual)
    return refuse(badRequest(codeReason(reading.code), ownWords(text, keyText)));
  if (reading.kind !== "started")
    return refuse(isUsual ? { kind: "unavailable", sent: true, detail: problem } : unclear(status));
  return ok(reading.isWhole && isUsual ? reading.started : { ...reading.started, problem });
}

function badRequest(detail: string, serviceWords: string | null): ApiRefusal {
  if (meansBusy(serviceWords)) return { kind: "busy", detail };
  return { kind: "bad_request", detail, ...(serviceWords !== null && { serviceWords }) };
}

function unclear(status: number): ApiRefusal {
  return { kind: "unavailable", sent: true, detail: `http ${status}` };
}

/** For any status except 2xx. */
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

/** In milliseconds; null if missing or unreadable. Source: RFC 9110, sections 10.2.3 and 5.6.7 (read 2026-11-21). */
export function readRetryAfter(header: string | readonly string[] | undefined, now: EpochMs): number | null {
  const text = [header].flat()[0]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
