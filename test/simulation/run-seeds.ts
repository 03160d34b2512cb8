import { LIVES, type LifeKind } from "./lives.ts";

const TRACES_SHOWN = 3;

interface Seeds {
  readonly kind: LifeKind;
  readonly from: number;
  readonly until: number;
}

/** Runs these seeds. Returns the broken claims with the traces of the first runs that broke one, or an empty text. */
export async function brokenIn({ kind, from, until }: Seeds): Promise<string> {
  const command = (seed: number) => `npm run simulate -- --kind ${kind} --seed ${seed}`;
  const claims = tally();
  const bad = new Set<number>();
  for (let seed = from; seed < until; seed += 1) {
    for (const claim of new Set((await LIVES[kind](seed)).broken)) {
      claims.note(claim, command(seed));
      bad.add(seed);
    }
  }
  const traces: string[] = [];
  for (const seed of [...bad].slice(0, TRACES_SHOWN)) {
    const { broken, trace = [] } = await LIVES[kind](seed, { isTraced: true });
    // The claim broke near the end.
    traces.push([command(seed), ...broken, ...trace.slice(-60)].join("\n  "));
  }
  return [claims.text(), ...traces].join("\n\n").trim();
}

/** Counts broken claims and records in which runs they broke. */
export interface Tally {
  note(claim: string, where: string): void;
  /** The number of broken claims. A run counts once per claim. */
  count(): number;
  /** Lists each claim with its count and its first runs. */
  text(): string;
}

const PLACES_SHOWN = 8;

export function tally(): Tally {
  const byClaim = new Map<string, { count: number; readonly where: string[] }>();
  let count = 0;
  return {
    note(claim, where) {
      const entry = byClaim.get(claim) ?? { count: 0, where: [] };
      byClaim.set(claim, entry);
      count += 1;
      entry.count += 1;
      if (entry.where.length < PLACES_SHOWN) entry.where.push(where);
    },
    count: () => count,
    text: () =>
      [...byClaim].map(([claim, { count, where }]) => [`${claim}: ${count}`, ...where].join("\n  ")).join("\n"),
  };
}
