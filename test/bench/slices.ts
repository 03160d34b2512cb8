import type { Random } from "../simulation/random.ts";
import { type Estimate, median, ratio, shuffled } from "./table/statistics.ts";

export interface Arm {
  readonly name: string;
  /** Works for `forMs`, then waits until no operation is running. Returns the number of operations. */
  run(forMs: number): Promise<number>;
}

interface Slice {
  readonly cpuUs: number;
  readonly perSecond: number;
}

export interface Slices {
  /** The ratio of the CPU times per operation of `arm` and `base` in the same rounds. */
  cpuAgainst(arm: string, base: string): Estimate;
  cpuUs(arm: string): number;
  perSecond(arm: string): number;
}

/**
 * Runs every arm once per round in shuffled order, so that a slow phase of the machine affects all arms. A longer warm-up
 * round comes first.
 */
export async function interleave(
  arms: readonly Arm[],
  { rounds, sliceMs, random }: { readonly rounds: number; readonly sliceMs: number; readonly random: Random },
): Promise<Slices> {
  const slices = new Map(arms.map(({ name }): [string, Slice[]] => [name, []]));
  for (const arm of arms) await sliceOf(arm, 3 * sliceMs);
  for (let round = 0; round < rounds; round += 1)
    for (const arm of shuffled(arms, random.fraction)) slices.get(arm.name)?.push(await sliceOf(arm, sliceMs));

  const each = (arm: string, figure: keyof Slice) => (slices.get(arm) ?? []).map((slice) => slice[figure]);
  return {
    cpuAgainst: (arm, base) => ratio(each(arm, "cpuUs"), each(base, "cpuUs"), random.fraction),
    cpuUs: (arm) => median(each(arm, "cpuUs")),
    perSecond: (arm) => median(each(arm, "perSecond")),
  };
}

async function sliceOf(arm: Arm, forMs: number): Promise<Slice> {
  const begun = performance.now();
  const before = process.cpuUsage();
  const count = await arm.run(forMs);
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: (user + system) / count, perSecond: (count / (performance.now() - begun)) * 1_000 };
}
