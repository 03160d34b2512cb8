import { randomBytes } from "node:crypto";

/** Milliseconds since 1970-01-01 UTC. Stored times are whole. */
export type EpochMs = number;

/** Time comes from outside, so that a test sets it instead of waiting. */
export interface Clock {
  now(): EpochMs;
  /** Runs `act` once after `delayMs` (0 or more); the returned function cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

/** Chance comes from outside, so that a test can repeat it. */
export interface Chance {
  fraction(): number;
  token(): string;
}

/** setTimeout fires at once for anything longer than this (2^31 - 1 ms, about 24.8 days). */
const TIMER_MAX_MS = 2_147_483_647;

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    // In the next turn of the event loop: a timer would take a millisecond.
    if (delayMs <= 0) {
      const turn = setImmediate(act);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(act, Math.min(delayMs, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  },
};

export const machineChance: Chance = {
  fraction: () => Math.random(),
  token: () => randomBytes(8).toString("hex"),
};

/** Resolves after `delayMs`, at once when `signal` aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = () => {
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.after(delayMs, wake);
    signal?.addEventListener("abort", wake);
  });
}

/**
 * A process that was stalled for this long between a save and the new message that the save announced no longer sends the
 * message: 30 s after the save another process may search for it, find nothing and send it, or give up the job.
 */
const STALLED_MS = 5_000;

/** Returns true if this process was stalled. `since` is a time just before the save. */
export function wasStalled(clock: Pick<Clock, "now">, since: EpochMs): boolean {
  return clock.now() - since > STALLED_MS;
}

/** Resolves with the value of `work`, or with "late" when it takes longer than `limitMs`. `work` itself goes on. */
export async function within<Value>(clock: Clock, limitMs: number, work: Promise<Value>): Promise<Value | "late"> {
  let cancel = () => {};
  const late = new Promise<"late">((resolve) => {
    cancel = clock.after(limitMs, () => resolve("late"));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

/** The clocks of two machines never agree completely: a time may be ahead by this much. */
const AHEAD_MS = 5_000;

/** Returns the milliseconds since `at`. A time ahead of the clock was noted before the clock was set back: infinitely long ago. */
export function elapsedMs(at: EpochMs, now: EpochMs): number {
  return at > now + AHEAD_MS ? Number.POSITIVE_INFINITY : Math.max(0, now - at);
}
