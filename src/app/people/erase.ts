import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../core/ports.ts";

/** Several deletions are taken out of the log together. */
const SOON_MS = 1_000;
/** A backup that reads the log just then keeps it; it is tried again. */
const AGAIN_MS = 60_000;

/** Takes what was deleted out of the database's log, a moment after the last word that something was. */
export function eraseSoon(deps: { erase(): Promise<boolean>; readonly clock: Clock; readonly log: Log }): {
  readonly deleted: () => void;
  readonly stop: () => void;
} {
  const { erase, clock, log } = deps;
  let cancel = () => {};
  let words = 0;
  let isStopped = false;

  function plan(delayMs: number): void {
    cancel();
    if (!isStopped) cancel = clock.after(delayMs, () => void take());
  }

  async function take(): Promise<void> {
    const taken = words;
    const isDone = await erase().catch((error: unknown) => {
      log.error("deleted rows not erased", { error: String(error) });
      return false;
    });
    // A later word has planned it anew.
    if (!isDone && words === taken) plan(AGAIN_MS);
  }

  return {
    deleted() {
      words += 1;
      plan(SOON_MS);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
