import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { everyPlan, planText, SCENARIOS } from "./plan.ts";
import { tally } from "./run-seeds.ts";

/**
 * Every nth first fault is tried. n does not divide the number of faults of a call. `npm run simulate -- --pairs` tries all.
 */
const EVERY = howMany(41, 139);
const scenarios = SCENARIOS.filter((_, index) => index % howMany(1, 16) === 0);

test.for(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  "the bot keeps every promise of docs/promises.md despite two faults during a simulated video that %s",
  { timeout: 60_000 },
  async ([, scenario]) => {
    const claims = tally();
    const counts = [0, 0, 0];
    for await (const { steps, life } of everyPlan(scenario, {
      most: 2,
      isWanted: (first) => first % EVERY === 0,
    })) {
      counts[steps.length] = (counts[steps.length] ?? 0) + 1;
      for (const claim of new Set(life.broken)) claims.note(claim, `--plan "${planText(scenario, steps)}"`);
    }
    const [, singles = 0, pairs = 0] = counts;
    process.stdout.write(`${scenario.name}: ${singles} single faults, ${pairs} pairs\n`);
    expect(singles).toBeGreaterThan(50 / EVERY);
    expect(pairs).toBeGreaterThan(500 / EVERY);
    expect(claims.text()).toBe("");
  },
);
