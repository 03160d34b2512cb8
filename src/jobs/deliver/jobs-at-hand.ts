import type { Clock } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";

/** Something about each job that this process looks at now and then. */
export interface JobsAtHand<Value> {
  get(id: JobId): Value | undefined;
  set(id: JobId, value: Value): void;
  delete(id: JobId): void;
  count(): number;
}

/** No open job waits that long for its next look, but for one that others decide about or that has its final word. */
const SILENT_MS = 3_600_000;

/**
 * Forgets what was neither asked for nor set for one to two hours: another process has that job, and may have closed it. Two
 * tables that take turns: an entry that is asked for moves to the younger one, so no entry keeps a time of its own.
 */
export function jobsAtHand<Value>(clock: Pick<Clock, "now">): JobsAtHand<Value> {
  let young = new Map<JobId, Value>();
  let old = new Map<JobId, Value>();
  let turnedAt = clock.now();

  function turn(): void {
    const now = clock.now();
    // A clock that was set back makes nothing older.
    if (now < turnedAt) turnedAt = now;
    if (now - turnedAt < SILENT_MS) return;
    old = young;
    young = new Map();
    turnedAt = now;
  }

  return {
    get(id) {
      turn();
      const value = old.get(id);
      if (value === undefined) return young.get(id);
      old.delete(id);
      young.set(id, value);
      return value;
    },
    set(id, value) {
      turn();
      old.delete(id);
      young.set(id, value);
    },
    delete(id) {
      old.delete(id);
      young.delete(id);
    },
    count: () => young.size + old.size,
  };
}
