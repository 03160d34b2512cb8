import type { EpochMs } from "../clock.ts";

/** Keeps calls away from a place that is down. */
export interface Breaker {
  /** Milliseconds until a call is worth its while; 0: now. While the place is down, one probe at a time is. */
  waitMs(now: EpochMs): number;
  /** A call begins that `waitMs` let through. */
  began(now: EpochMs): void;
  /** The call that began was not sent after all: another may probe in its place. */
  withdrew(now: EpochMs): void;
  /** How a call went: `isBad` where the place itself failed. */
  note(isBad: boolean, now: EpochMs): void;
  isOpen(): boolean;
}

const SAMPLES = 20;
const WINDOW_MS = 30_000;
/** A probe a second after the last call, then after 5 s, 25 s and so on. */
const PROBE_FIRST_MS = 1_000;
const PROBE_GROWTH = 5;
/** A probe that nobody heard of again does not keep others away for ever. */
const PROBE_LOST_MS = 30_000;

/** Opens when half of the last 20 calls within 30 s were bad; the first good one closes it. Probes begin `probeMaxMs` apart at most. */
export function breaker(probeMaxMs: number): Breaker {
  let samples: { readonly isBad: boolean; readonly at: EpochMs }[] = [];
  let open: { gapMs: number; probeAt: EpochMs; isProbing: boolean } | null = null;

  function isFailing(now: EpochMs): boolean {
    const recent = samples.filter(({ at }) => now - at <= WINDOW_MS);
    return recent.length >= SAMPLES && 2 * recent.filter(({ isBad }) => isBad).length >= SAMPLES;
  }

  return {
    isOpen: () => open !== null,
    waitMs(now) {
      if (!open) return 0;
      // The clock was set back: nobody waits for it to catch up.
      if (open.probeAt - now > probeMaxMs) open = { ...open, probeAt: now };
      return Math.max(0, open.probeAt - now);
    },
    began(now) {
      if (open) open = { ...open, probeAt: now + Math.min(PROBE_LOST_MS, probeMaxMs), isProbing: true };
    },
    withdrew(now) {
      if (open?.isProbing) open = { ...open, probeAt: now, isProbing: false };
    },
    note(isBad, now) {
      if (open && !isBad) {
        open = null;
        samples = [];
      } else if (open) {
        // A call that was on its way when it opened says nothing new: only a probe moves the next one.
        if (!open.isProbing) return;
        const gapMs = Math.min(probeMaxMs, open.gapMs * PROBE_GROWTH);
        open = { gapMs, probeAt: now + gapMs, isProbing: false };
      } else {
        samples = [...samples, { isBad, at: now }].slice(-SAMPLES);
        if (isFailing(now)) open = { gapMs: PROBE_FIRST_MS, probeAt: now + PROBE_FIRST_MS, isProbing: false };
      }
    },
  };
}
