import { randomBytes } from "node:crypto";

/** Since 1970-01-01 UTC. Stored times are integers. */
export type EpochMs = number;

export interface Clock {
  now(): EpochMs;
  after(delayMs: number, act: () => void): () => void;
}

/** Passed in, because tests must repeat it. */
export interface Chance {
  fraction(): number;
  token(): string;
}

/** For longer delays setTimeout fires immediately (2^31 - 1 ms, about 24.8 days). */
const TIMER_MAX_MS = 2_147_483_647;

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    // A timer would take a millisecond.
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
 * After stalling this long, a process no longer sends a message that it has saved: 30 s after the save, another process may
 * send it or give up the job.
 */
const STALLED_MS = 5_000;

/** `since`: just before the save. */
export function wasStalled(clock: Pick<Clock, "now">, since: EpochMs): boolean {
  return clock.now() - since > STALLED_MS;
}

/** `work` continues after "late". */
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

/** Tolerated difference between the clocks of two machines. */
const AHEAD_MS = 5_000;

/** Infinity if `at` is in the future: the clock was set back. */
export function elapsedMs(at: EpochMs, now: EpochMs): number {
  return at > now + AHEAD_MS ? Number.POSITIVE_INFINITY : Math.max(0, now - at);
}
