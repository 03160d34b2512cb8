import type { Clock, EpochMs } from "../../src/core/clock.ts";

export interface ManualClock extends Clock {
  /** Advances the time. Runs due timers in order, and lets their promises settle. */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward or back. No time passes, and running timers keep their remaining time. */
  set(byMs: number): void;
}

/** Always returns the middle of the range. */
export const evenChance = { fraction: () => 0.5, token: () => "0123456789abcdef" };

/** A clock that moves only when the test advances it. */
export function manualClock(start: EpochMs = Date.UTC(2026, 10, 21), settled = loopTurns): ManualClock {
  let time = start;
  let order = 0;
  const timers = new Map<number, { at: EpochMs; act: () => void }>();

  /** The timer that is due next. A map keeps the order of timers for the same time. */
  function earliest(): number {
    let [first, firstAt] = [0, Number.POSITIVE_INFINITY];
    for (const [id, { at }] of timers) if (at < firstAt) [first, firstAt] = [id, at];
    return first;
  }

  return {
    now: () => time,
    after(delayMs, act) {
      order += 1;
      const id = order;
      timers.set(id, { at: time + Math.max(0, delayMs), act });
      return () => timers.delete(id);
    },
    set(byMs) {
      time += byMs;
      for (const timer of timers.values()) timer.at += byMs;
    },
    async advance(ms) {
      const until = time + ms;
      await settled();
      for (;;) {
        const id = earliest();
        const timer = timers.get(id);
        if (!timer || timer.at > until) break;
        timers.delete(id);
        time = Math.max(time, timer.at);
        timer.act();
        await settled();
      }
      time = until;
    },
  };
}

/** Waits until all promises have settled. Sufficient for tests without sockets and files. */
export function promisesOnly(): Promise<void> {
  return new Promise((resolve) => void Promise.resolve().then(() => process.nextTick(resolve)));
}

/** Lets all running work continue to its next wait. */
async function loopTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
