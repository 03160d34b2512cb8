import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { type Fate, quietFate } from "./fate.ts";
import { fine } from "./faults.ts";
import { live, type OneLife } from "./life.ts";
import { random } from "./random.ts";
import { brokenIn } from "./run-seeds.ts";
import type { Waits } from "./waits.ts";

const SECOND = 1_000;
/**
 * Every nth pair of a backup and a restore is simulated, and fewer pairs of batches, which have most. n does not divide the
 * number of writes of a run.
 */
const everyPairOf = ({ waits }: Partial<Fate>): number => ((waits?.videos ?? 1) > 1 ? howMany(7, 257) : howMany(1, 97));
/** `.ci/run` simulates more. */
const LIVES = howMany(40, 2);

const waits = (over: Partial<Waits>): Waits => ({
  for: null,
  videos: 1,
  isChain: false,
  freeAfterMs: 0,
  capacity: { ofOwner: 1, ofWorkspace: 3, waitingOfOwner: 20 },
  ...over,
});

/** A manager presses *Approve*, and again after a restore. */
const approvals = [5, 90, 300].map((seconds) => ({ afterMs: seconds * SECOND, what: "approves" as const }));

const SCENARIOS: readonly (readonly [string, Partial<Fate>])[] = [
  ["a video with three failed paid calls", {}],
  ["a queued video", { waits: waits({ for: "turn", freeAfterMs: 20 * SECOND }) }],
  ["a video awaiting approval", { waits: waits({ for: "approval" }), visits: approvals }],
  ["a batch of three videos", { waits: waits({ videos: 3 }) }],
  ["a chain of three videos", { waits: waits({ videos: 3, isChain: true }) }],
  [
    "a chain of videos awaiting approval",
    { waits: waits({ for: "approval", videos: 2, isChain: true }), visits: approvals },
  ],
];

/** Simulates a scenario in which the only faults are the first paid calls and a restored backup. */
function liveScenario(
  scenario: Partial<Fate>,
  platform: Fate["platform"],
  restore?: Fate["restore"],
): Promise<OneLife> {
  const first = ["unsent", "busy", "unsent"];
  const fate: Fate = {
    ...quietFate(platform),
    deal: ({ kind }) => {
      const fault = kind === "submit" && !scenario.waits ? first.shift() : undefined;
      return fault === undefined ? fine : { ...fine, fault };
    },
    ...scenario,
    ...(restore && { restore }),
  };
  return live(fate, random(1));
}

test.for(SCENARIOS)(
  "%s is not charged twice if a backup is taken at any step and restored at any later step",
  {
    timeout: 240_000,
  },
  async ([, scenario]) => {
    const broken: string[] = [];
    const every = everyPairOf(scenario);
    let pairs = 0;
    for (const platform of ["discord", "slack"] as const) {
      const { writes, broken: before } = await liveScenario(scenario, platform);
      expect(before).toEqual([]);
      expect(writes).toBeGreaterThan(5);
      for (let backUpAfter = 1; backUpAfter < writes; backUpAfter += 1)
        for (let putBackAfter = 1; backUpAfter + putBackAfter <= writes; putBackAfter += 1) {
          pairs += 1;
          if (pairs % every !== 0) continue;
          const life = await liveScenario(scenario, platform, { backUpAfter, putBackAfter });
          for (const claim of life.broken) broken.push(`${claim}: ${platform} ${backUpAfter} + ${putBackAfter}`);
        }
    }
    expect(broken).toEqual([]);
  },
);

test("no video is charged twice if a backup is restored after random faults", { timeout: 240_000 }, async () => {
  expect(await brokenIn({ kind: "restored", from: 1, until: 1 + LIVES })).toBe("");
});
