import type { Fate } from "./fate.ts";

/** How far a stuck task gets. */
export const STUCK_AT = 63;

/** A jumpy task's progress from each share of its life on: it stands, leaps, and stands again. */
const LEAPS: readonly (readonly [from: number, progress: number])[] = [
  [0.92, 88],
  [0.7, 86],
  [0.62, 52],
  [0.36, 47],
  [0.3, 12],
  [0.08, 9],
];

/** The whole per cent that a task reports after that share of its life; it never falls. */
export function progressAt(fate: Fate, share: number): number {
  switch (fate) {
    case "stuck":
      return Math.min(STUCK_AT, Math.floor(share * 100));
    case "jumpy":
      return LEAPS.find(([from]) => share >= from)?.[1] ?? 0;
    case "fails":
      // One that will fail moves as if it had twice its life before it.
      return usual(share / 2);
    default:
      return usual(share);
  }
}

/** Quick at first, slower towards the end, as such services report it. */
function usual(share: number): number {
  return Math.min(99, Math.floor(100 * (1 - (1 - Math.min(1, share)) ** 1.4)));
}
