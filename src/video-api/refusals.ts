import type { EpochMs } from "../core/clock.ts";
import type { ApiRefusal } from "../core/job.ts";
import type { PollRefusal } from "../core/ports.ts";

/**
 * What the status of an answer to the paid call refuses. Only these say that surely nothing was charged; every other
 * status, 200 and 5xx too, may have cost credits. Ours, decided 2026-11-21.
 */
export function startRefusal(status: number, retryAfterMs: number | null): ApiRefusal {
  switch (status) {
    case 401:
    case 403:
      return { kind: "bad_key" };
    case 402:
      return { kind: "no_credits" };
    case 400:
    case 404:
    case 405:
    case 413:
    case 415:
    case 422:
      return { kind: "bad_request", detail: `http ${status}` };
    case 425:
    case 429:
      return { kind: "rate_limited", retryAfterMs };
    default:
      return { kind: "unavailable", sent: true, detail: `http ${status}` };
  }
}

/** What the status of an answer to a poll (2xx aside) refuses. Ours, decided 2026-11-21. */
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
