import type { JobDeps } from "./deps.ts";

/** Aborts after that time, at `abort`, and at once when the process is about to end; `end` lets go of all. */
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
