import type { Clock, EpochMs } from "../core/clock.ts";

/** No other work waits longer than this, even where many answers are due: those have 3 s. */
const WAITS_AT_MOST_MS = 2_000;
/** Work that has waited longer than this goes on between answers, a few at a time. */
const PATIENCE_MS = 150;
/** This many of them go on, this often: 400 a second beside answers that leave no gap. */
const BESIDE_ANSWERS = 4;
const BESIDE_EVERY_MS = 10;
/** In a quiet moment this many go on in one turn of the event loop: a command that comes meanwhile is soon read. */
const IN_A_TURN = 32;
/**
 * Many commands sent at once do not all arrive together. So it is quiet when no command has come for 1 ms for each that
 * was under way together with the last one, and for this long at most. Commands that come one by one leave gaps in which
 * other work goes on.
 */
const QUIET_AFTER_MS = 100;

/** Lets answers go first: people wait for them, but not for other work. */
export interface AnswersFirst {
  /** Counts an answer as being decided until `work` settles. */
  deciding<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Resolves when no answer is being decided, and none was a moment ago. Where answers leave no such moment, work that has
   * waited for 150 ms goes on all the same, some at a time and in order, and all of it after 2 s.
   */
  quiet(): Promise<void>;
}

interface Waiting {
  readonly since: EpochMs;
  readonly goOn: () => void;
}

export function answersFirst(clock: Clock): AnswersFirst {
  let inHand = 0;
  /** The most commands under way together since there were none. */
  let crowd = 0;
  let isQuiet = true;
  /** It is not quiet before this time, and later if a command comes. */
  let quietAt: EpochMs = 0;
  let waiting: Waiting[] = [];
  let cancelLook = () => {};
  let cancelPatience: (() => void) | null = null;

  function release(count: number): void {
    const released = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const { goOn } of released) goOn();
  }

  /** Checks again later. Until then everything that has arrived is read, and every decided answer is sent. */
  function lookLater(): void {
    const now = clock.now();
    quietAt = Math.min(Math.max(quietAt, now + crowd), now + QUIET_AFTER_MS);
    crowd = 0;
    cancelLook();
    // A late timer fires before the events that arrived meanwhile, so they get one turn more.
    cancelLook = clock.after(quietAt - now, () => {
      cancelLook = clock.after(0, look);
    });
  }

  function look(): void {
    if (inHand > 0) return;
    release(IN_A_TURN);
    isQuiet = waiting.length === 0;
    if (!isQuiet) cancelLook = clock.after(0, look);
  }

  /** Checks for work that has waited too long, until nothing waits. */
  function beSoPatient(waitMs: number): void {
    cancelPatience = clock.after(waitMs, () => {
      cancelPatience = null;
      const now = clock.now();
      // Where the clock was set back, work from before that has waited long enough.
      const waited = (limitMs: number) => (one: Waiting) => now - one.since >= limitMs || one.since > now;
      const overdue = waiting.filter(waited(WAITS_AT_MOST_MS)).length;
      const late = waiting.slice(0, BESIDE_ANSWERS).filter(waited(PATIENCE_MS)).length;
      release(Math.max(overdue, late));
      const [first] = waiting;
      if (first) beSoPatient(Math.min(Math.max(BESIDE_EVERY_MS, first.since + PATIENCE_MS - now), PATIENCE_MS));
    });
  }

  return {
    async deciding(work) {
      inHand += 1;
      crowd += 1;
      isQuiet = false;
      try {
        return await work();
      } finally {
        inHand -= 1;
        if (inHand === 0) lookLater();
      }
    },
    async quiet() {
      if (isQuiet) return;
      await new Promise<void>((goOn) => {
        waiting.push({ since: clock.now(), goOn });
        if (cancelPatience === null) beSoPatient(PATIENCE_MS);
      });
    },
  };
}
