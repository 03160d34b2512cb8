import { timesLeftOf } from "../../src/core/pace/times-left.ts";
import { learnMix, mixLives } from "../pace/learn-mix.ts";
import { STANDARD_MIX } from "../pace/standard-mix.ts";

/** Writes src/core/pace/shipped-hazards.ts anew, to the standard output: what polls of the standard mix see, as of 1,200 tasks. */
const LIVES = 12_000;
const SHIPPED_LIVES = 1_200;
const { ends, exposedS } = learnMix(STANDARD_MIX, { lives: LIVES, rounds: 5 });
const timesLeft = timesLeftOf(mixLives(STANDARD_MIX, { lives: 2_000, seed: 77 }, { ends, exposedS }));
const scale = SHIPPED_LIVES / LIVES;
const rows = [...exposedS].flatMap((seconds, bucket) => {
  const row = [bucket, Math.round(100 * scale * (ends[bucket] ?? 0)) / 100, Math.round(scale * seconds)];
  return Math.max(...row.slice(1)) >= 0.05 ? [`  [${row.join(", ")}],`] : [];
});

process.stdout.write(`import type { Hazards } from "./hazards.ts";
import { BUCKETS } from "./situation.ts";
import type { TimesLeft } from "./times-left.ts";

/**
 * Buckets in which a task may be: how many of 1,200 tasks end there, and how many seconds all of them spend there.
 * What there is to see in the standard mix (test/pace/standard-mix.ts), an assumption until the tasks
 * of the service itself have been watched. Written by test/programs/pace-table.ts.
 */
const ROWS: readonly (readonly [bucket: number, ends: number, exposedS: number])[] = [
${rows.join("\n")}
];

/** What a bot knows before it has seen a task end. */
export function shippedHazards(): Hazards {
  const ends = new Float64Array(BUCKETS);
  const exposedS = new Float64Array(BUCKETS);
  for (const [bucket, ended, seconds] of ROWS) {
    ends[bucket] = ended;
    exposedS[bucket] = seconds;
  }
  return { ends, exposedS };
}

/** From the same mix. Of a task that does not move yet nothing is said before tasks of its kind were seen. */
export const SHIPPED_TIMES_LEFT: TimesLeft = {
  moving: ${JSON.stringify(timesLeft.moving)},
  waiting: [],
  last: ${JSON.stringify(timesLeft.last)},
};
`);
