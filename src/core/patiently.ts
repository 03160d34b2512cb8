import type { CardGone, RateLimited, Unavailable } from "./chat.ts";
import { type Clock, sleep } from "./clock.ts";
import { backoffMs } from "./job/due.ts";
import type { Result } from "./result.ts";

const TRIES = 4;
const LONGEST_BACKOFF_MS = 5_000;
/** No attempt begins later than this, because the job whose card it may be gives up after 30 s. */
const PATIENCE_MS = 20_000;

/** A call to a platform may be refused for a while, or clearly. */
type Refusal = RateLimited | Unavailable | CardGone | { readonly kind: "refused" | "not_here" | "unreachable" };

/**
 * Tries a few times, never before the platform allows it. What must not be done twice is repeated only where it surely
 * was not done.
 */
export async function patiently<Value, Why extends Refusal>(
  clock: Clock,
  send: () => Promise<Result<Value, Why>>,
  { isRepeatable = true, signal }: { readonly isRepeatable?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Result<Value, Why>> {
  const until = clock.now() + PATIENCE_MS;
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

/** Failures before a connection stood: nothing was sent. */
const UNSENT: ReadonlySet<string> = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT".split(" "),
);

/**
 * Returns why a request failed on its way. Only where no connection stood did it certainly do nothing. Message and
 * address of the error are left out: they may carry a token.
 */
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
