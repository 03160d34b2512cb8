import { type Clock, sleep } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import type { CallRefusal } from "./call.ts";

/** A person waits no longer than this for a word that Slack's limits hold back, and no more often. Ours, decided 2026-11-21. */
const WAIT_MAX_MS = 5_000;
const TRIES = 3;

/** Does it once more where Slack asked for a short pause: what it refused so, it surely did not do. */
export async function waitOut<Value>(
  clock: Clock,
  work: () => Promise<Result<Value, CallRefusal>>,
): Promise<Result<Value, CallRefusal>> {
  for (let tries = 1; ; tries += 1) {
    const done = await work();
    if (done.ok || done.refusal.kind !== "rate_limited" || tries >= TRIES) return done;
    const { retryAfterMs } = done.refusal;
    if (retryAfterMs > WAIT_MAX_MS) return done;
    await sleep(clock, retryAfterMs);
  }
}
