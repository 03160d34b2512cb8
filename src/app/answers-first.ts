import type { Clock } from "../core/clock.ts";

/** Nothing waits longer than this, even where many answers are due: those have 3 s. */
const WAITS_AT_MOST_MS = 2_000;
/**
 * Of many commands at once not all arrive together. So it is quiet when nothing has come for 1 ms for each that came
 * before, and for this long at most.
 */
const QUIET_AFTER_MS = 100;

/** Lets answers go first: people wait for them, and for other work they do not. */
export interface AnswersFirst {
  /** Until `work` settles, an answer is being decided. */
  deciding<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves when no answer is being decided, and none was a moment ago; after 2 s at most. */
  quiet(): Promise<void>;
}

export function answersFirst(clock: Pick<Clock, "after">): AnswersFirst {
  let inHand = 0;
  /** How many came since it was quiet. */
  let count = 0;
  let waiting: (() => void)[] = [];
  let cancelLook = () => {};
  let cancelLimit = () => {};

  function release(): void {
    cancelLimit();
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  }

  /** Until then, everything that has arrived is read, and every decided answer is sent. */
  function lookLater(): void {
    cancelLook();
    // A timer that is late comes before what has arrived meanwhile, so one turn more is left for that.
    cancelLook = clock.after(Math.min(count, QUIET_AFTER_MS), () => {
      cancelLook = clock.after(0, look);
    });
  }

  function look(): void {
    if (inHand > 0) return;
    count = 0;
    release();
  }

  return {
    async deciding(work) {
      inHand += 1;
      count += 1;
      try {
        return await work();
      } finally {
        inHand -= 1;
        if (inHand === 0) lookLater();
      }
    },
    async quiet() {
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) cancelLimit = clock.after(WAITS_AT_MOST_MS, release);
      });
    },
  };
}
