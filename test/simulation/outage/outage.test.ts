import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { outageLife } from "./outage-life.ts";

test("lives of a service that comes and goes, under kills: one after the other, none too late", {
  timeout: 300_000,
}, async () => {
  let released = 0;
  for (let seed = 1; seed <= howMany(60, 1); seed += 1) {
    const life = await outageLife(seed);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    released += life.released;
  }
  process.stdout.write(`outages: ${released} videos were released\n`);
  expect(released).toBeGreaterThan(3);
});
