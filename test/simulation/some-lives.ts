import type { Life } from "./life.ts";
import { tally } from "./tally.ts";

const STORIES = 3;
/** How the seed of a plain life is repeated. */
export const SEED = "npm run simulate -- --seed";

/** Some lives by their seeds: the command that repeats one begins with `command`. */
export interface Seeds {
  readonly live: (seed: number, how?: { readonly isTraced?: boolean }) => Promise<Life>;
  readonly command: string;
  readonly from: number;
  readonly until: number;
}

/** Lives these seeds; says which claims broke, with the last lines of the first such lives; empty where all hold. */
export async function someLives({ live, command, from, until }: Seeds): Promise<string> {
  const found = tally();
  const bad = new Set<number>();
  for (let seed = from; seed < until; seed += 1) {
    for (const claim of new Set((await live(seed)).broken)) {
      found.note(claim, `${command} ${seed}`);
      bad.add(seed);
    }
  }
  const stories: string[] = [];
  for (const seed of [...bad].slice(0, STORIES))
    stories.push(story(command, seed, await live(seed, { isTraced: true })));
  return [found.text(), ...stories].join("\n\n").trim();
}

/** The last lines are where it broke. */
function story(command: string, seed: number, { broken, trace }: Life): string {
  return [`${command} ${seed}`, ...broken, ...trace.slice(-60)].join("\n  ");
}
