import { expect, test } from "vitest";
import { type Life, life } from "./life.ts";

/** SIM_SEED=779 replays one life, SIM_LIVES=100000 lives more of them. */
const { SIM_SEED: seed, SIM_LIVES: lives = "5000" } = process.env;
const seeds = seed === undefined ? Array.from({ length: Number(lives) }, (_, index) => index + 1) : [Number(seed)];

/** The last lines are where it broke. */
function story(lived: Life): string {
  return [`SIM_SEED=${lived.seed}`, ...lived.broken, ...lived.trace.slice(-60)].join("\n  ");
}

test(`${seeds.length} lives under every fault keep every promise`, {
  timeout: 60_000 + seeds.length * 10,
}, async () => {
  const bad: Life[] = [];
  for (const each of seeds) {
    const lived = await life(each);
    if (lived.broken.length > 0) bad.push(lived);
  }
  expect.soft(bad.length, tally(bad)).toBe(0);
  expect(bad.slice(0, 3).map(story).join("\n\n")).toBe("");
});

test("one seed is one life", async () => {
  for (const each of [3, 14, 159]) {
    const [first, second] = [await life(each), await life(each)];
    expect(second.trace).toEqual(first.trace);
    expect(second.end).toEqual(first.end);
  }
});

/** How often each claim broke, and the first seeds. */
function tally(bad: readonly Life[]): string {
  const byClaim = new Map<string, number[]>();
  for (const one of bad) {
    for (const claim of new Set(one.broken)) byClaim.set(claim, [...(byClaim.get(claim) ?? []), one.seed]);
  }
  return [...byClaim].map(([claim, all]) => `${claim}: ${all.length} (${all.slice(0, 8).join(", ")})`).join("\n");
}
