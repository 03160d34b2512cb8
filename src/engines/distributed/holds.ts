import type { Clock, EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { HOLD_DOUBTED_AFTER_MS, type Hold } from "../../core/scheduler.ts";

/**
 * A job's lock in Redis lives for this long, and is renewed at half of it: a job whose process was
 * killed goes on in another one within 8 s.
 */
export const LOCK_MS = 5_000;
const BEAT_MS = 500;

/** Which of the jobs whose steps run here may have been taken over by now. */
export interface Holds {
  begin(id: JobId, isTakenOver: boolean): Hold & { end(): void };
  /** Their locks could not be renewed. */
  lost(ids: readonly JobId[]): void;
  stop(): void;
}

export function watchHolds(clock: Clock): Holds {
  const held = new Set<{ readonly id: JobId; isLost: boolean }>();
  let beatAt: EpochMs = clock.now();
  let cancel = clock.after(BEAT_MS, beat);

  const stoodStill = () => clock.now() - beatAt > HOLD_DOUBTED_AFTER_MS;

  function beat(): void {
    if (stoodStill()) for (const one of held) one.isLost = true;
    beatAt = clock.now();
    cancel = clock.after(BEAT_MS, beat);
  }

  return {
    begin(id, isTakenOver) {
      const one = { id, isLost: false };
      held.add(one);
      return { isTakenOver, isHeld: () => !one.isLost && !stoodStill(), end: () => void held.delete(one) };
    },
    lost(ids) {
      for (const one of held) if (ids.includes(one.id)) one.isLost = true;
    },
    stop: () => cancel(),
  };
}
