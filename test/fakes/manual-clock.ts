import type { Clock, EpochMs } from "../../src/core/clock.ts";

export interface ManualClock extends Clock {
  /** Time passes: what falls due on the way runs in order, and whatever it awaits gets its turn. */
  advance(ms: number): Promise<void>;
  /** Somebody sets the clock, forward or back: no time passes, and timers that run go on running as long as they would. */
  set(byMs: number): void;
}

/** Chance that always falls in the middle. */
export const evenChance = { fraction: () => 0.5, token: () => "0123456789abcdef" };

/** A clock that moves only when the test advances it. */
export function manualClock(start: EpochMs = Date.UTC(2026, 10, 21), settled = loopTurns): ManualClock {
  let time = start;
  let order = 0;
  const timers = new Map<number, { at: EpochMs; act: () => void }>();

  /** Of timers for one moment the first that was set: a map keeps their order. */
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

/** Settles a world without sockets or files: everything pending there is a promise, and resolves before the next tick. */
export function promisesOnly(): Promise<void> {
  return new Promise((resolve) => void Promise.resolve().then(() => process.nextTick(resolve)));
}

/** Lets everything that is already in progress run to its next wait. */
async function loopTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
