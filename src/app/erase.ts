import type { Clock } from "../core/clock.ts";
import type { Log } from "../core/ports.ts";

/** Several deletions are taken out of the log together. Ours, decided 2026-11-21. */
const SOON_MS = 1_000;
/** A backup that reads the log just then keeps it; it is tried again. Ours, decided 2026-11-21. */
const AGAIN_MS = 60_000;

/** Takes what was deleted out of the database's log, a moment after the last word that something was. */
export function eraseSoon(deps: { erase(): Promise<boolean>; readonly clock: Clock; readonly log: Log }): {
  readonly deleted: () => void;
  readonly stop: () => void;
} {
  const { erase, clock, log } = deps;
  let cancel: (() => void) | null = null;
  let isStopped = false;

  function plan(delayMs: number): void {
    if (isStopped || cancel !== null) return;
    cancel = clock.after(delayMs, () => {
      cancel = null;
      erase().then(
        (isDone) => isDone || plan(AGAIN_MS),
        (error: unknown) => {
          log.error("deleted rows not erased", { error: String(error) });
          plan(AGAIN_MS);
        },
      );
    });
  }

  return {
    deleted: () => plan(SOON_MS),
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
