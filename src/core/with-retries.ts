import type { CardGone, RateLimited, Unavailable } from "./chat.ts";
import { type Clock, sleep } from "./clock.ts";
import { backoffMs } from "./job/due.ts";
import type { Result } from "./result.ts";

const TRIES = 4;
const LONGEST_BACKOFF_MS = 5_000;
/** No attempt starts later, because the card's job gives up after 30 s. */
const RETRY_LIMIT_MS = 20_000;

type Refusal = RateLimited | Unavailable | CardGone | { readonly kind: "refused" | "not_here" | "unreachable" };

/**
 * Never retries before the platform allows it. A call that must not happen twice is repeated only if it certainly had no
 * effect.
 */
export async function withRetries<Value, Why extends Refusal>(
  clock: Clock,
  send: () => Promise<Result<Value, Why>>,
  { isRepeatable = true, signal }: { readonly isRepeatable?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Result<Value, Why>> {
  const until = clock.now() + RETRY_LIMIT_MS;
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    if (result.ok || tries === TRIES) return result;
    const refusal: Refusal = result.refusal;
    if (refusal.kind !== "rate_limited" && refusal.kind !== "unavailable") return result;
    if (!isRepeatable && refusal.kind === "unavailable" && refusal.unclear) return result;
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_BACKOFF_MS, 1);
    if (clock.now() + waitMs > until || signal?.aborted) return result;
    await sleep(clock, waitMs, signal);
  }
}

/** Errors before a connection exists, so nothing was sent. */
const UNSENT: ReadonlySet<string> = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT".split(" "),
);

/** Omits the error's message and address, because they may contain a token. */
export function failedOnItsWay(error: unknown): Unavailable {
  const detail = codeOf(error);
  return { kind: "unavailable", unclear: !UNSENT.has(detail), detail };
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  if ("cause" in error && error.cause !== undefined) return codeOf(error.cause);
  return error instanceof Error ? error.name : "unknown";
}
