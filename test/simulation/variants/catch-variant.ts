import type * as lives from "../lives.ts";
import { planText, readPlan } from "../plan.ts";
import type { Variant } from "./variants.ts";

/** The simulation over one version of the product. */
export type Lives = typeof lives;

interface Caught {
  readonly claim: string;
  /** How many lives it took. */
  readonly lives: number;
  /** The seed or the plan of the last one. */
  readonly where: string;
}

/** Random lives first: what they catch, they catch soon. */
const SEEDS_FIRST = 150;
const SEEDS_MOST = 6_000;

/** Lives the variant until a claim breaks that the product keeps in the same life; null where none does. */
export async function catchVariant(
  { variant, product }: { readonly variant: Lives; readonly product: Lives },
  { tryFirst, isOfFleet = false }: Pick<Variant, "tryFirst" | "isOfFleet">,
): Promise<Caught | null> {
  let lives = 0;
  const liveOf = (by: Lives) => (isOfFleet ? by.fleetLife : by.life);

  async function tried(where: string, lived: (by: Lives) => Promise<readonly string[]>): Promise<Caught | null> {
    lives += 1;
    const [claim] = await lived(variant);
    if (claim === undefined) return null;
    const isOurs = (await lived(product)).length > 0;
    return isOurs ? null : { claim, lives, where };
  }

  async function seeds(from: number, until: number): Promise<Caught | null> {
    for (let seed = from; seed < until; seed += 1) {
      const caught = await tried(String(seed), async (by) => (await liveOf(by)(seed)).broken);
      if (caught) return caught;
    }
    return null;
  }

  async function plans(): Promise<Caught | null> {
    for (const scenario of variant.SCENARIOS) {
      for await (const { steps, life } of variant.everyPlan(scenario, { most: 1 })) {
        const how = async (by: Lives) =>
          by === variant ? life.broken : (await by.livePlan(scenario, steps)).life.broken;
        const caught = await tried(planText(scenario, steps), how);
        if (caught) return caught;
      }
    }
    return null;
  }

  async function first(): Promise<Caught | null> {
    if (typeof tryFirst === "number") return seeds(tryFirst, tryFirst + 1);
    if (tryFirst === undefined) return null;
    const plan = readPlan(tryFirst);
    return tried(tryFirst, async (by) => (await by.livePlan(...plan)).life.broken);
  }

  if (isOfFleet) return (await first()) ?? seeds(1, SEEDS_MOST);
  return (await first()) ?? (await seeds(1, SEEDS_FIRST)) ?? (await plans()) ?? (await seeds(SEEDS_FIRST, SEEDS_MOST));
}
