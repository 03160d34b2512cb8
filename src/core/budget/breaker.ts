import type { EpochMs } from "../clock.ts";

/** Keeps calls away from a place that is down, as a circuit breaker. */
export interface Breaker {
  /** Returns the milliseconds until a call is worth making; 0: now. While the place is down, only one probe at a time is. */
  waitMs(now: EpochMs): number;
  /** Notes that a call begins which `waitMs` let through. */
  began(now: EpochMs): void;
  /** Notes that the call was not sent after all: another may probe instead. */
  withdrew(now: EpochMs): void;
  /** Notes how a call went; `isBad`: the place itself failed. */
  note(isBad: boolean, now: EpochMs): void;
  isOpen(): boolean;
}

const SAMPLES = 20;
const WINDOW_MS = 30_000;
/** The first probe comes a second after the last call, the next after 5 s, then 25 s and so on. */
const PROBE_FIRST_MS = 1_000;
const PROBE_GROWTH = 5;
/** A probe that was never heard of again does not keep others away for ever. */
const PROBE_LOST_MS = 30_000;

/** Opens when half of the last 20 calls within 30 s were bad; the first good one closes it. Probes are `probeMaxMs` apart at most. */
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
        // A call that was under way when it opened says nothing new: only a probe changes when the next one comes.
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
