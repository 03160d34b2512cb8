import type { EpochMs } from "../../src/core/clock.ts";
import type { Call, Dealt } from "./faults.ts";

/** What else happens in a life: the number of its seed decides it, or the dice of every other life would fall otherwise than before. */
export interface Extras {
  /** After how many milliseconds somebody else presses *Notify me too*; null: nobody does. */
  readonly listensAfterMs: number | null;
  /** The key that the job began with is refused from then on, and its person gives another later; null: neither. */
  readonly keyEnds: { readonly afterMs: number; readonly renewedAfterMs: number } | null;
  /** The machine's clock is set by so much. */
  readonly clockSets: readonly { readonly afterMs: number; readonly byMs: number }[];
}

export const noExtras: Extras = { listensAfterMs: null, keyEnds: null, clockSets: [] };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Of ten lives one has a listener, one a key that is renewed, one a clock that jumps, and one all three. */
export function extrasOf(seed: number): Extras {
  const turn = seed % 10;
  const nth = Math.floor(seed / 10);
  const part = (of: number, by: number) => (nth * by) % of;
  const has = (wanted: number) => turn === wanted || turn === 9;
  const endsAfterMs = 5 * SECOND + part(2 * MINUTE, 7_919);
  const forwardMs = [9 * MINUTE, 60 * MINUTE, -9 * MINUTE, -60 * MINUTE][nth % 4] ?? 0;
  const setAfterMs = SECOND + part(10 * MINUTE, 104_729);
  return {
    listensAfterMs: has(5) ? 500 + part(MINUTE, 6_311) : null,
    keyEnds: has(6) ? { afterMs: endsAfterMs, renewedAfterMs: endsAfterMs + MINUTE + part(20 * MINUTE, 15_485) } : null,
    clockSets: has(8)
      ? [
          { afterMs: setAfterMs, byMs: forwardMs },
          { afterMs: setAfterMs + 10 * SECOND + part(15 * MINUTE, 32_452), byMs: -forwardMs },
        ]
      : [],
  };
}

/** The same deal, but that polls with the job's own key are refused from some time on. */
export function withKeyEnd(
  deal: (call: Call, now: EpochMs) => Dealt,
  { start, keyEnds }: { readonly start: EpochMs; readonly keyEnds: Extras["keyEnds"] },
): (call: Call, now: EpochMs) => Dealt {
  if (keyEnds === null) return deal;
  return (call, now) => {
    const dealt = deal(call, now);
    const isRefused = call.kind === "poll" && dealt.fault === null && now >= start + keyEnds.afterMs;
    return isRefused ? { ...dealt, fault: "key refused" } : dealt;
  };
}
