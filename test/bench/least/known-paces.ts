import type { Mix } from "../../pace/standard-mix.ts";
import { type Ending, type Gaps, inspect, type Outlook } from "./inspection.ts";
import { densityAt, shareOf, type Truth } from "./truth.ts";

/** Tasks whose pace says to the very moment when they reach 100, at steps of half the truth's so that this moment is one. */
export interface KnownPace {
  readonly reachesS: number;
  /** The step at which it reaches 100. */
  readonly reaches: number;
  readonly ending: Ending;
}

/** Equally far apart, so that what lies between two of them is between their outlooks. */
export interface KnownPaces {
  readonly apartS: number;
  readonly paces: readonly KnownPace[];
}

/** A full time, and how likely it is. */
type Part = readonly [fullS: number, weight: number];

const APART_S = 4;
/** Steps begin that long before the task does: a longer one's time left is looked up among those of a shorter one. */
const BEFORE_S = 2 * APART_S;

/** They end when they reach 100, unless they fail: queued tasks once they move, and easing ones. */
export function surePaces(truth: Truth): KnownPaces {
  return pacesOf(truth, truth.mix.leastS, (reachesS) => [[reachesS, 1]]);
}

/** They end when they reach 100, or stand at 99 then: linear ones and those that will be stuck there look alike. */
export function linePaces(truth: Truth): KnownPaces {
  return pacesOf(truth, LEAST_OF_FULL * truth.mix.leastS, (reachesS) => lineParts(truth, reachesS));
}

/** Of its full time, a task that will be stuck at 99 moves for this share. */
const [LEAST_OF_FULL, MOST_OF_FULL] = [0.5, 0.9];

/** What the end of a line may be, for each second of when it reaches 100; but for the factor of the mix's density. */
function lineParts({ mix, stepS }: Truth, reachesS: number): readonly Part[] {
  const parts: Part[] = [[reachesS, shareOf(mix, "linear") * densityAt(mix, reachesS)]];
  const step = stepS / 2;
  const first = Math.floor((reachesS / MOST_OF_FULL - reachesS) / step);
  for (let nth = first; ; nth += 1) {
    const fullS = reachesS + (nth + 0.5) * step;
    if (reachesS / fullS < LEAST_OF_FULL) return parts;
    if (reachesS / fullS > MOST_OF_FULL) continue;
    const each = step / (fullS * (MOST_OF_FULL - LEAST_OF_FULL));
    parts.push([fullS, shareOf(mix, "stuck at 99") * densityAt(mix, fullS) * each]);
  }
}

/** Lines that reach 100 in each cell and run at an age before it: their chance is `all` less `failing` for each second of age. */
export function linesOf(truth: Truth): readonly { readonly all: number; readonly failing: number }[] {
  const { mix, stepS, norm } = truth;
  return Array.from(truth.chances, (_, cell) => {
    const parts = lineParts(truth, (cell + 0.5) * stepS);
    const all = stepS * norm * parts.reduce((sum, [, weight]) => sum + weight, 0);
    const failing = stepS * norm * mix.failing * parts.reduce((sum, [fullS, weight]) => sum + weight / fullS, 0);
    return { all, failing };
  });
}

function pacesOf({ mix, stepS }: Truth, leastS: number, partsAt: (reachesS: number) => readonly Part[]): KnownPaces {
  const paces: KnownPace[] = [];
  for (let reachesS = APART_S * Math.ceil(leastS / APART_S); reachesS <= mix.mostS; reachesS += APART_S) {
    const reaches = Math.round((2 * (reachesS + BEFORE_S)) / stepS);
    const grid = { reachesS, reaches, stepS: stepS / 2 };
    paces.push({ reachesS, reaches, ending: endingOf(mix, grid, partsAt(reachesS)) });
  }
  return { apartS: APART_S, paces };
}

function endingOf(
  { failing }: Mix,
  { reachesS, reaches, stepS }: { readonly reachesS: number; readonly reaches: number; readonly stepS: number },
  parts: readonly Part[],
): Ending {
  const stepAt = (seconds: number) => reaches + (seconds - reachesS) / stepS;
  const steps = Math.ceil(stepAt(Math.max(...parts.map(([fullS]) => fullS)))) + 2;
  const at = new Float64Array(steps);
  const after = new Float64Array(steps);
  const failuresFrom = new Float64Array(steps + 1);
  const begins = Math.round(stepAt(0));
  for (const [fullS, weight] of parts) {
    const end = stepAt(fullS);
    const cell = Math.floor(end + 1e-6);
    const each = (weight * failing) / Math.max(1, cell - begins);
    failuresFrom[begins] = (failuresFrom[begins] ?? 0) + each;
    failuresFrom[cell] = (failuresFrom[cell] ?? 0) - each;
    const where = end - cell < 1e-6 ? at : after;
    where[cell] = (where[cell] ?? 0) + weight * (1 - failing);
  }
  let failures = 0;
  for (let step = begins; step < steps; step += 1) {
    failures += failuresFrom[step] ?? 0;
    after[step] = (after[step] ?? 0) + Math.max(0, failures);
  }
  return { stepS, at, after };
}

export function inspectAll({ paces }: KnownPaces, gaps: Gaps): readonly Outlook[] {
  return paces.map(({ ending }) => inspect(ending, gaps));
}

/** Between the outlooks of the two nearest paces, at the same time before 100 is reached. */
export function outlookAt(
  { apartS, paces }: KnownPaces,
  outlooks: readonly Outlook[],
  reachesS: number,
  ageS: number,
): readonly [polls: number, lagS: number] {
  const place = (reachesS - (paces[0]?.reachesS ?? 0)) / apartS;
  const nth = Math.max(0, Math.min(paces.length - 2, Math.floor(place)));
  const [low, high] = [valueAt(paces, outlooks, nth), valueAt(paces, outlooks, nth + 1)];
  const part = place - nth;
  return [(1 - part) * low[0] + part * high[0], (1 - part) * low[1] + part * high[1]];

  function valueAt(all: readonly KnownPace[], some: readonly Outlook[], index: number): readonly [number, number] {
    const pace = all[index];
    const step = (pace?.reaches ?? 0) - Math.round((reachesS - ageS) / (pace?.ending.stepS ?? 1));
    return [some[index]?.polls[step] ?? 0, some[index]?.lagS[step] ?? 0];
  }
}
