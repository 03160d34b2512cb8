import { type Life, life } from "./life.ts";
import { tally } from "./tally.ts";

const STORIES = 3;

/** Lives these seeds; says which claims broke, with the last lines of the first such lives; empty where all hold. */
export async function someLives({ from, until, by }: { from: number; until: number; by: number }): Promise<string> {
  const found = tally();
  const bad = new Set<number>();
  for (let seed = from; seed < until; seed += by) {
    for (const claim of new Set((await life(seed)).broken)) {
      found.note(claim, `npm run simulate -- --seed ${seed}`);
      bad.add(seed);
    }
  }
  const stories: string[] = [];
  for (const seed of [...bad].slice(0, STORIES)) stories.push(story(seed, await life(seed, { isTraced: true })));
  return [found.text(), ...stories].join("\n\n").trim();
}

/** The last lines are where it broke. */
function story(seed: number, { broken, trace }: Life): string {
  return [`npm run simulate -- --seed ${seed}`, ...broken, ...trace.slice(-60)].join("\n  ");
}
