import type { EpochMs } from "../clock.ts";

const SAMPLES = 20;
const WINDOW_MS = 30_000;
/** The first probe comes a second after the last call, the next after 5 s, then 25 s and so on. */
const PROBE_FIRST_MS = 1_000;
const PROBE_GROWTH = 5;
/** A probe that was never heard of again does not keep others away for ever. */
const PROBE_LOST_MS = 30_000;

/**
 * Keeps calls away from a place that is down, as a circuit breaker: it opens when half of the last 20 calls within 30 s were
 * bad; the first good one closes it. Probes are `probeMaxMs` apart at most.
 */
export class Breaker {
  readonly #probeMaxMs: number;
  #samples: { readonly isBad: boolean; readonly at: EpochMs }[] = [];
  #open: { readonly gapMs: number; readonly probeAt: EpochMs; readonly isProbing: boolean } | null = null;

  constructor(probeMaxMs: number) {
    this.#probeMaxMs = probeMaxMs;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Returns the milliseconds until a call is worth making; 0: now. While the place is down, only one probe at a time is. */
  waitMs(now: EpochMs): number {
    if (!this.#open) return 0;
    const waitMs = this.#open.probeAt - now;
    // The clock was set back: nobody waits for it to catch up.
    return waitMs > this.#probeMaxMs ? 0 : Math.max(0, waitMs);
  }

  /** Notes that a call begins which `waitMs` let through. */
  began(now: EpochMs): void {
    if (!this.#open) return;
    const probeAt = now + Math.min(PROBE_LOST_MS, this.#probeMaxMs);
    this.#open = { ...this.#open, probeAt, isProbing: true };
  }

  /** Notes that the call was not sent after all: another may probe instead. */
  withdrew(now: EpochMs): void {
    if (this.#open?.isProbing) this.#open = { ...this.#open, probeAt: now, isProbing: false };
  }

  /** Notes how a call went; `isBad`: the place itself failed. */
  note(isBad: boolean, now: EpochMs): void {
    const open = this.#open;
    if (!open) {
      this.#samples = [...this.#samples, { isBad, at: now }].slice(-SAMPLES);
      const recent = this.#samples.filter(({ at }) => now - at <= WINDOW_MS);
      const isFailing = recent.length >= SAMPLES && 2 * recent.filter((one) => one.isBad).length >= SAMPLES;
      if (isFailing) this.#open = { gapMs: PROBE_FIRST_MS, probeAt: now + PROBE_FIRST_MS, isProbing: false };
    } else if (!isBad) {
      this.#open = null;
      this.#samples = [];
    } else if (open.isProbing) {
      // A call that was under way when it opened says nothing new: only a probe changes when the next one comes.
      const gapMs = Math.min(this.#probeMaxMs, open.gapMs * PROBE_GROWTH);
      this.#open = { gapMs, probeAt: now + gapMs, isProbing: false };
    }
  }
}
