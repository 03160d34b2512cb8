import type { Clock, EpochMs } from "../core/clock.ts";

/** Other work waits at most this long while answers are due. Answers have 3 s. */
const WAITS_AT_MOST_MS = 2_000;
/** Work that has waited longer runs between answers, a few at a time. */
const PATIENCE_MS = 150;
/** 400 a second if answers leave no gap. */
const BESIDE_ANSWERS = 4;
const BESIDE_EVERY_MS = 10;
/** Per turn of the event loop. A new command must be read soon. */
const IN_A_TURN = 32;
/**
 * Commands sent together do not all arrive together. Wait 1 ms per command in the last burst, at most this long. Single
 * commands leave gaps for other work.
 */
const QUIET_AFTER_MS = 100;

export interface AnswersFirst {
  deciding<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves when no answer is being decided and none was just before, or when the work has waited too long. */
  quiet(): Promise<void>;
}

interface WaitingJob {
  readonly since: EpochMs;
  readonly goOn: () => void;
}

export function answersFirst(clock: Clock): AnswersFirst {
  let inHand = 0;
  let crowd = 0;
  let isQuiet = true;
  let quietAt: EpochMs = 0;
  let waiting: WaitingJob[] = [];
  let cancelLook = () => {};
  let cancelPatience: (() => void) | null = null;

  function release(count: number): void {
    const released = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const { goOn } of released) goOn();
  }

  function lookLater(): void {
    const now = clock.now();
    quietAt = Math.min(Math.max(quietAt, now + crowd), now + QUIET_AFTER_MS);
    crowd = 0;
    cancelLook();
    // A late timer fires before events that arrived meanwhile, so give them one more turn.
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

  function beSoPatient(waitMs: number): void {
    cancelPatience = clock.after(waitMs, () => {
      cancelPatience = null;
      const now = clock.now();
      // After the clock was set back, earlier work counts as overdue.
      const waited = (limitMs: number) => (one: WaitingJob) => now - one.since >= limitMs || one.since > now;
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
