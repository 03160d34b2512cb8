import type { Clock, EpochMs } from "../../../src/core/clock.ts";

export interface SimClock extends Clock {
  /** The time of the machine's clock, which can be set. */
  wall(): EpochMs;
  set(byMs: number): void;
  /**
   * Runs timers in order until none is left, the next is due after `until`, or `isOver` returns true. Waits for all
   * promises between two timers.
   */
  run(until: EpochMs, isOver: () => boolean): Promise<void>;
}

interface Timer {
  readonly at: EpochMs;
  readonly order: number;
  act: (() => void) | null;
}

const resolved = Promise.resolve();

/** A clock that jumps from timer to timer. Only microtasks run between two timers, so it never waits for real time. */
export function simClock(start: EpochMs): SimClock {
  let time = start;
  let order = 0;
  let aheadMs = 0;
  /** Sorted with the next timer last. A run has few timers at a time. */
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
        // A `nextTick` callback that a microtask adds runs after all microtasks, so all pending promises have settled by
        // then. This is deterministic and ten times faster than a turn of the event loop.
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
