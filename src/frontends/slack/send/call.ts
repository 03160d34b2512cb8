import { webApi } from "@slack/bolt";
import { z } from "zod";
import type { ChatRefusal } from "../../../core/chat-refusal.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";

/** Why Slack did not take one call. `not_here`: a clear no to this way; another may work. */
export type CallRefusal =
  | { readonly kind: "not_here"; readonly code: string }
  | Exclude<ChatRefusal, { kind: "unreachable" }>;

/** Slack's codes for its own failures: what was asked may have been done. Source: docs, methods/chat.postMessage#errors (read 2026-11-21). */
const unclearCodes = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);
/** The token is no good, for now or for ever: nothing was done, and no other way would do better. Source: as above. */
const tokenCodes = new Set([
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "org_login_required",
  "ekm_access_denied",
  "team_access_not_granted",
  "access_denied",
]);
/** Failures before a connection stood. */
const unsentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);
/** Where Slack asks for a pause and does not say how long. */
const PAUSE_MS = 5_000;

/** Waits for one call to Slack; whatever goes wrong with it is a value. */
export async function call<Value>(work: Promise<Value>): Promise<Result<Value, CallRefusal>> {
  try {
    return ok(await work);
  } catch (error) {
    return refuse(callRefusalOf(error));
  }
}

/** What a failed call means. */
export function callRefusalOf(error: unknown): CallRefusal {
  if (error instanceof webApi.WebAPIRateLimitedError)
    return { kind: "rate_limited", retryAfterMs: error.retryAfter * 1_000 };
  if (error instanceof webApi.WebAPIPlatformError) return platformRefusal(error.data.error);
  if (error instanceof webApi.WebAPIHTTPError) return httpRefusal(error.statusCode);
  return networkRefusal(error instanceof webApi.WebAPIRequestError ? error.original : error);
}

/** Slack's own failures end what was asked; what stands between may answer while Slack still works on it. */
function httpRefusal(status: number): CallRefusal {
  const refusal = { kind: "unavailable", unclear: true, detail: `HTTP ${status}` } as const;
  return status === 500 || status === 503 ? { ...refusal, isAnswered: true } : refusal;
}

/** Said of another limit than the one that the message counts against: no other message waits for it. */
export function ofAnother<Refusal extends { readonly kind: string }>(refusal: Refusal): Refusal {
  return refusal.kind === "rate_limited" ? { ...refusal, isElsewhere: true } : refusal;
}

function platformRefusal(code: string): CallRefusal {
  if (code === "ratelimited" || code === "rate_limited") return { kind: "rate_limited", retryAfterMs: PAUSE_MS };
  // An answer that is no JSON comes as a "code", too.
  if (!/^[a-z_]{1,64}$/.test(code))
    return { kind: "unavailable", unclear: true, detail: "an answer that is not Slack's" };
  if (unclearCodes.has(code)) return { kind: "unavailable", unclear: true, isAnswered: true, detail: code };
  if (tokenCodes.has(code)) return { kind: "unavailable", unclear: false, isElsewhere: true, detail: code };
  return { kind: "not_here", code };
}

const caused = z.object({ cause: z.object({ code: z.string() }) });

/** A request that failed on its way; only where no connection stood it surely did nothing. */
export function networkRefusal(error: unknown): CallRefusal {
  const code = caused.safeParse(error).data?.cause.code ?? (error instanceof Error ? error.name : "unknown");
  return { kind: "unavailable", unclear: !unsentCodes.has(code), detail: code };
}

/** Milliseconds of a Retry-After header in seconds. */
export function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? "");
  return header !== null && Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : PAUSE_MS;
}
