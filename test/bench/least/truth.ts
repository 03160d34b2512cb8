import type { Mix } from "../../pace/standard-mix.ts";

/** A mix of tasks as chances instead of draws: what test/pace/standard-mix.ts makes, in cells of one step of time. */
export interface Truth {
  readonly mix: Mix;
  readonly stepS: number;
  /** The chance that a task's full time lies in each cell; it ends then, unless it fails before. */
  readonly chances: Float64Array;
  /** What makes `densityAt` a chance for each second. */
  readonly norm: number;
}

/** Numbers of jumps that a jumpy task may make, each as likely. */
export const JUMPS = [3, 4, 5, 6] as const;

type Kind = keyof Mix["kinds"];

export function truthOf(mix: Mix, stepS: number): Truth {
  const chances = new Float64Array(Math.round(mix.mostS / stepS));
  for (let cell = 0; cell < chances.length; cell += 1) chances[cell] = stepS * densityAt(mix, (cell + 0.5) * stepS);
  const all = chances.reduce((sum, chance) => sum + chance);
  return { mix, stepS, chances: chances.map((chance) => chance / all), norm: 1 / all };
}

/** The share of full times there for each second, but for a factor. */
export function densityAt({ medianS, sigma, leastS, mostS }: Mix, seconds: number): number {
  if (seconds < leastS || seconds > mostS) return 0;
  return Math.exp(-((Math.log(seconds / medianS) / sigma) ** 2) / 2) / seconds;
}

export function shareOf({ kinds }: Mix, kind: Kind): number {
  return kinds[kind] / Object.values(kinds).reduce((sum, weight) => sum + weight);
}

/** The chance that a task with that full time has not ended at that age. */
export function runningAt({ failing }: Mix, ageS: number, fullS: number): number {
  return ageS < fullS ? 1 - (failing * ageS) / fullS : 0;
}

/** The share of each kind that still shows 0 when that share of its full time has passed. */
export const SHOWS_NOTHING: Readonly<Record<Kind, (passed: number) => number>> = {
  linear: (passed) => (passed < 0.01 ? 1 : 0),
  queued: (passed) => within01((0.6 - (passed - 0.01) / 0.99) / 0.5),
  jumpy: (passed) => JUMPS.reduce((sum, jumps) => sum + (1 - passed) ** jumps, 0) / JUMPS.length,
  easing: (passed) => (passed < 1 - Math.sqrt(0.99) ? 1 : 0),
  "stuck at 0": () => 1,
  "stuck at 99": (passed) => within01((0.9 - 100 * passed) / 0.4),
};

function within01(value: number): number {
  return Math.max(0, Math.min(1, value));
}
