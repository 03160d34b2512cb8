import { type Clock, sleep } from "../../../core/clock.ts";
import type { Result } from "../../../core/result.ts";
import type { CallRefusal } from "./call.ts";

/** A person waits no longer than this for a word that Slack's limits hold back, and no more often. */
const WAIT_MAX_MS = 5_000;
const TRIES = 3;

/** Between two tries where Slack fails or cannot be reached. */
const AGAIN_MS = 1_000;

/**
 * Does it once more where Slack asked for a short pause: what it refused so, it surely did not do. What may be done twice
 * without harm (`isEdit`) is done once more after any failure that may pass.
 */
export async function waitOut<Value>(
  clock: Clock,
  work: () => Promise<Result<Value, CallRefusal>>,
  { isEdit = false }: { readonly isEdit?: boolean } = {},
): Promise<Result<Value, CallRefusal>> {
  for (let tries = 1; ; tries += 1) {
    const done = await work();
    if (done.ok || tries >= TRIES) return done;
    const waitMs = waitBefore(done.refusal, isEdit);
    if (waitMs === null || waitMs > WAIT_MAX_MS) return done;
    await sleep(clock, waitMs);
  }
}

/** Milliseconds until the next try; null: there is none. */
function waitBefore(refusal: CallRefusal, isEdit: boolean): number | null {
  if (refusal.kind === "rate_limited") return refusal.retryAfterMs;
  return isEdit && refusal.kind === "unavailable" ? AGAIN_MS : null;
}
