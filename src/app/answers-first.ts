import type { Clock, EpochMs } from "../core/clock.ts";

/** Work that has waited this long runs even while answers are due. Platforms wait 3 s for an answer. */
const OVERDUE_AFTER_MS = 2_000;
/** Work that has waited this long runs between answers, a few at a time. */
const LATE_AFTER_MS = 150;
const LATE_AT_ONCE = 4;
const LATE_EVERY_MS = 10;
/** Jobs resumed per turn of the event loop. Few, because a new command must be read soon. */
const PER_TURN = 32;
/**
 * Commands sent together do not all arrive together. Wait 1 ms per command in the last burst, at most this long. Single
 * commands leave gaps for other work.
 */
const QUIET_AFTER_MS = 100;

export interface AnswersFirst {
  deciding<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves when no answer is being decided or was just decided, or when the work has waited too long. */
  quiet(): Promise<void>;
}

interface WaitingJob {
  readonly since: EpochMs;
  readonly resume: () => void;
}

export function answersFirst(clock: Clock): AnswersFirst {
  let decidingCount = 0;
  let burst = 0;
  let isQuiet = true;
  let quietAt: EpochMs = 0;
  let waiting: WaitingJob[] = [];
  let cancelRelease = () => {};
  let cancelOverdueCheck: (() => void) | null = null;

  function release(count: number): void {
    const released = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const { resume } of released) resume();
  }

  function releaseLater(): void {
    const now = clock.now();
    quietAt = Math.min(Math.max(quietAt, now + burst), now + QUIET_AFTER_MS);
    burst = 0;
    cancelRelease();
    // A late timer fires before events that have already arrived, so give them one more turn.
    cancelRelease = clock.after(quietAt - now, () => {
      cancelRelease = clock.after(0, releaseNext);
    });
  }

  function releaseNext(): void {
    if (decidingCount > 0) return;
    release(PER_TURN);
    isQuiet = waiting.length === 0;
    if (!isQuiet) cancelRelease = clock.after(0, releaseNext);
  }

  function checkOverdueIn(waitMs: number): void {
    cancelOverdueCheck = clock.after(waitMs, () => {
      cancelOverdueCheck = null;
      const now = clock.now();
      // After the clock was set back, earlier work counts as overdue.
      const hasWaited = (limitMs: number) => (one: WaitingJob) => now - one.since >= limitMs || one.since > now;
      const overdue = waiting.filter(hasWaited(OVERDUE_AFTER_MS)).length;
      const late = waiting.slice(0, LATE_AT_ONCE).filter(hasWaited(LATE_AFTER_MS)).length;
      release(Math.max(overdue, late));
      const [first] = waiting;
      if (first) checkOverdueIn(Math.min(Math.max(LATE_EVERY_MS, first.since + LATE_AFTER_MS - now), LATE_AFTER_MS));
    });
  }

  return {
    async deciding(work) {
      decidingCount += 1;
      burst += 1;
      isQuiet = false;
      try {
        return await work();
      } finally {
        decidingCount -= 1;
        if (decidingCount === 0) releaseLater();
      }
    },
    async quiet() {
      if (isQuiet) return;
      await new Promise<void>((resume) => {
        waiting.push({ since: clock.now(), resume });
        if (cancelOverdueCheck === null) checkOverdueIn(LATE_AFTER_MS);
      });
    },
  };
}
