import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { calm, PLACES, WRONGS } from "./calm.ts";
import { type Outage, type OutageLife, outageLife } from "./outage-life.ts";

/** With half of the people heeding it, an outage ties up this share of the credits at most. */
const TIED_UP_MOST = 0.55;
/** Where only paid calls fail, three of 30 tell it, and half of the others are made: 0.55 in the mean, and this in the worst few. */
const TIED_UP_PAID_ALONE = 0.6;
const NEEDLESS_MOST = 1 / 1_000;

async function lives(outage: Outage, count: number): Promise<readonly OutageLife[]> {
  const all: OutageLife[] = [];
  for (let seed = 1; seed <= count; seed += 1) {
    const life = await outageLife(seed, outage);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    all.push(life);
  }
  return all;
}

function told(outage: Outage, all: readonly OutageLife[]): number {
  const sum = (of: (life: OutageLife) => number) => all.reduce((so, life) => so + of(life), 0);
  const share = sum(({ tiedUp }) => tiedUp) / sum(({ tiedUpUnheeded }) => tiedUpUnheeded);
  const after = all.map(({ toldAfterMs }) => toldAfterMs / 1_000).sort((a, b) => a - b);
  const at = (part: number) => after[Math.floor(part * (after.length - 1))]?.toFixed(0);
  process.stdout.write(
    `outage of ${outage}: told after ${at(0.5)} s (${at(0.95)} s in 95 of 100), credits tied up fall by ${(100 * (1 - share)).toFixed(1)} %\n`,
  );
  return share;
}

test("an outage is told within three failures or a minute, left within 15 minutes, and ties up half as much", {
  timeout: 600_000,
}, async () => {
  expect(told("everything", await lives("everything", howMany(200, 1)))).toBeLessThanOrEqual(TIED_UP_MOST);
});

test("so is one of paid calls alone, which running videos do not feel", { timeout: 600_000 }, async () => {
  expect(told("paid calls", await lives("paid calls", howMany(100, 1)))).toBeLessThanOrEqual(TIED_UP_PAID_ALONE);
});

test.for(WRONGS)(
  "of 1,000 starts one is asked about needlessly at most, where by chance %o goes wrong",
  {
    timeout: 60_000,
  },
  (wrong) => {
    for (const everyMs of PLACES) {
      let [asked, starts] = [0, 0];
      for (let seed = 1; seed <= howMany(100, 2); seed += 1) {
        const life = calm(seed, { starts: 1_000, everyMs, ...wrong });
        asked += life.asked;
        starts += life.starts;
      }
      const what = `${100 * wrong.failing} % of videos and ${100 * wrong.lost} % of paid calls fail`;
      process.stdout.write(
        `a video every ${everyMs / 60_000} min, ${what}: ${asked} of ${starts} starts were asked about needlessly\n`,
      );
      expect(asked / starts).toBeLessThanOrEqual(NEEDLESS_MOST);
    }
  },
);
