import { expect, test } from "vitest";
import { type Life, life } from "./life.ts";

const ONE_SEED = process.env.SIM_SEED;
const LIVES = Number(process.env.SIM_LIVES ?? 5_000);

/** The last lines are where it broke. */
function story({ seed, broken, trace }: Life): string {
  return [`SIM_SEED=${seed}`, ...broken, ...trace.slice(-60)].join("\n  ");
}

test.skipIf(ONE_SEED !== undefined)(
  `${LIVES} lives under every fault keep every promise`,
  { timeout: 60_000 + LIVES * 10 },
  async () => {
    const bad: Life[] = [];
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const lived = await life(seed);
      if (lived.broken.length > 0) bad.push(lived);
    }
    expect.soft(bad.length, tally(bad)).toBe(0);
    expect(bad.slice(0, 3).map(story).join("\n\n")).toBe("");
  },
);

test.runIf(ONE_SEED !== undefined)("the life of one seed keeps every promise", async () => {
  const lived = await life(Number(ONE_SEED));
  expect(lived.broken, story(lived)).toEqual([]);
});

test("one seed is one life", async () => {
  for (const seed of [3, 14, 159]) {
    const [first, second] = [await life(seed), await life(seed)];
    expect(second.trace).toEqual(first.trace);
    expect(second.end).toEqual(first.end);
  }
});

/** How often each claim broke, and the first seeds. */
function tally(bad: readonly Life[]): string {
  const seeds = new Map<string, number[]>();
  for (const { seed, broken } of bad) {
    for (const claim of new Set(broken)) seeds.set(claim, [...(seeds.get(claim) ?? []), seed]);
  }
  return [...seeds].map(([claim, all]) => `${claim}: ${all.length} (${all.slice(0, 8).join(", ")})`).join("\n");
}
