import type { RateLimited, Unavailable } from "./chat.ts";
import { type Clock, sleep } from "./clock.ts";
import { backoffMs } from "./job/due.ts";
import type { Result } from "./result.ts";

const TRIES = 4;
const LONGEST_BACKOFF_MS = 5_000;
/** No attempt begins later than this, because the job whose card it may be gives up after 30 s. */
const PATIENCE_MS = 20_000;

/** A call to a platform may be refused for a while, or clearly. */
type Refusal = RateLimited | Unavailable | { readonly kind: "refused" | "not_here" };

/**
 * Tries a few times, never before the platform allows it. What must not be done twice is repeated only where it surely
 * was not done.
 */
export async function patiently<Value, Why extends Refusal>(
  clock: Clock,
  send: () => Promise<Result<Value, Why>>,
  { isRepeatable = true }: { readonly isRepeatable?: boolean } = {},
): Promise<Result<Value, Why>> {
  const until = clock.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    if (result.ok || tries === TRIES) return result;
    const refusal: Refusal = result.refusal;
    const isClear = refusal.kind === "refused" || refusal.kind === "not_here";
    if (isClear || (!isRepeatable && refusal.kind === "unavailable" && refusal.unclear)) return result;
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_BACKOFF_MS, 1);
    if (clock.now() + waitMs > until) return result;
    await sleep(clock, waitMs);
  }
}
