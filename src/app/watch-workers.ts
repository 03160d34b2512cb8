import { type Clock, sleep } from "../core/clock.ts";
import type { Log } from "../core/ports.ts";
import type { Shared } from "../core/shared.ts";
import { RECOVERY } from "./begin-work.ts";

const ASK_EVERY_MS = 1_000;
/** A process that wakes jobs takes this turn every five seconds; after this many turns that no process took, it is logged. */
const MISSED_MAX = 30;
/** Taken to see that nobody has it, and left at once. */
const LEFT_AFTER_MS = 1;

/** In a process that wakes no jobs: says so when no other does either, as where only fronts were started. */
export async function watchWorkers({
  shared,
  clock,
  log,
  stopping,
}: {
  readonly shared: Pick<Shared, "isMyTurn">;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
}): Promise<void> {
  let missed = 0;
  for (;;) {
    await sleep(clock, ASK_EVERY_MS, stopping);
    if (stopping.aborted) return;
    missed = (await shared.isMyTurn(RECOVERY, LEFT_AFTER_MS)) ? missed + 1 : 0;
    if (missed === MISSED_MAX) log.error("no process wakes videos: start one with ROLE=worker, or with ROLE=all");
  }
}
