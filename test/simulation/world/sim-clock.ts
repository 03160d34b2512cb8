import type { Clock, EpochMs } from "../../../src/core/clock.ts";

export interface SimClock extends Clock {
  /** Returns the time that the machine's clock shows, which may be set. */
  wall(): EpochMs;
  set(byMs: number): void;
  /** Runs timer after timer, each with all that follows from it, until none is left, one is due after `until`, or `isOver`. */
  run(until: EpochMs, isOver: () => boolean): Promise<void>;
}

interface Timer {
  readonly at: EpochMs;
  readonly order: number;
  act: (() => void) | null;
}

const resolved = Promise.resolve();

/** Time that jumps from timer to timer. It never waits for the machine: only microtasks lie between two timers. */
export function simClock(start: EpochMs): SimClock {
  let time = start;
  let order = 0;
  let aheadMs = 0;
  /** Sorted, the next one last: a life has few timers at a time. */
  const timers: Timer[] = [];

  function add(timer: Timer): void {
    let index = timers.length;
    timers.push(timer);
    for (; index > 0; index -= 1) {
      const before = timers[index - 1];
      if (!before || isLater(before, timer)) break;
      timers[index] = before;
    }
    timers[index] = timer;
  }

  function takeNext(until: EpochMs): Timer | null {
    for (;;) {
      const next = timers.at(-1);
      if (!next || (next.at > until && next.act)) return null;
      timers.pop();
      if (next.act) return next;
    }
  }

  return {
    now: () => time,
    wall: () => time + aheadMs,
    set(byMs) {
      aheadMs += byMs;
    },
    after(delayMs, act) {
      order += 1;
      const timer: Timer = { at: time + Math.max(0, delayMs), order, act };
      add(timer);
      return () => {
        timer.act = null;
      };
    },
    run: (until, isOver) =>
      new Promise((resolve, reject) => {
        // Node runs what `nextTick` was given within a microtask when no microtask is left: then every promise that
        // was on its way has arrived. Deterministic, and ten times cheaper than a turn of the event loop.
        const whenSettled = () => process.nextTick(turn);
        function turn(): void {
          const next = isOver() ? null : takeNext(until);
          if (!next) {
            resolve();
            return;
          }
          time = Math.max(time, next.at);
          try {
            next.act?.();
            void resolved.then(whenSettled);
          } catch (error) {
            reject(error);
          }
        }
        void resolved.then(whenSettled);
      }),
  };
}

function isLater(one: Timer, other: Timer): boolean {
  return one.at > other.at || (one.at === other.at && one.order > other.order);
}
