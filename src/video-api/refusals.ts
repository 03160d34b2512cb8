import type { EpochMs } from "../core/clock.ts";
import type { PollRefusal } from "../core/ports.ts";
import type { ApiRefusal } from "../core/video-service.ts";
import { saysBusy } from "./own-words.ts";

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
export function badRequest(detail: string, said: string | null): ApiRefusal {
  if (saysBusy(said)) return { kind: "busy", detail };
  return { kind: "bad_request", detail, ...(said !== null && { said }) };
}

/** A status that does not tell whether a video was started. */
export function unclear(status: number): ApiRefusal {
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
