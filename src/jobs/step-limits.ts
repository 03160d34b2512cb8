import type { Clock, EpochMs } from "../core/clock.ts";
import type { JobDeps } from "./deps.ts";

/** Aborts after that time, at `abort`, and when the process is about to end. `end` releases the timer and the listener. */
export function limited(
  { clock, stopping }: Pick<JobDeps, "clock" | "stopping">,
  withinMs: number,
): { readonly signal: AbortSignal; abort(): void; end(): void } {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const cancel = clock.after(withinMs, abort);
  if (stopping.aborted) abort();
  stopping.addEventListener("abort", abort);
  return {
    signal: giveUp.signal,
    abort,
    end() {
      cancel();
      stopping.removeEventListener("abort", abort);
    },
  };
}

/**
 * A process that was stalled for this long between a save and the new message that it announced does not send it any more:
 * 30 s after the save another process may search for it and find none, or give up the job that its card would begin.
 */
const STOOD_STILL_MS = 5_000;

/** Returns true where this process was stalled. `since` is a time just before the save. */
export function stoodStill(clock: Clock, since: EpochMs): boolean {
  return clock.now() - since > STOOD_STILL_MS;
}
