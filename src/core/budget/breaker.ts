import type { EpochMs } from "../clock.ts";

const SAMPLES = 20;
const WINDOW_MS = 30_000;
/** The first probe comes one second after the last call, the others after 5 s, 25 s and so on. */
const PROBE_FIRST_MS = 1_000;
const PROBE_GROWTH = 5;
/** A probe without an answer stops blocking others after this. */
const PROBE_LOST_MS = 30_000;

/**
 * A circuit breaker: it opens when half of the last 20 calls within 30 s failed. One success closes it. Probes are at
 * most `probeMaxMs` apart.
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

  /** 0: call now. While the breaker is open, only one probe at a time is allowed. */
  waitMs(now: EpochMs): number {
    if (!this.#open) return 0;
    const waitMs = this.#open.probeAt - now;
    // The clock was set back: do not wait for it to catch up.
    return waitMs > this.#probeMaxMs ? 0 : Math.max(0, waitMs);
  }

  began(now: EpochMs): void {
    if (!this.#open) return;
    const probeAt = now + Math.min(PROBE_LOST_MS, this.#probeMaxMs);
    this.#open = { ...this.#open, probeAt, isProbing: true };
  }

  /** The call was not sent after all, so another may probe instead. */
  withdrew(now: EpochMs): void {
    if (this.#open?.isProbing) this.#open = { ...this.#open, probeAt: now, isProbing: false };
  }

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
      // Only a failed probe postpones the next one. Calls from before the breaker opened do not.
      const gapMs = Math.min(this.#probeMaxMs, open.gapMs * PROBE_GROWTH);
      this.#open = { gapMs, probeAt: now + gapMs, isProbing: false };
    }
  }
}
