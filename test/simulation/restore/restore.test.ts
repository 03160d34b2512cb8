import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { noExtras } from "../extras.ts";
import type { Fate } from "../fate.ts";
import { fine } from "../faults.ts";
import { live, type OneLife } from "../life.ts";
import { random } from "../random.ts";
import { SEED, someLives } from "../some-lives.ts";
import { batchFilms } from "../waiting/batch-films.ts";
import type { Waits } from "../waiting/waits.ts";
import * as product from "./restored-life.ts";

const SECOND = 1_000;
/** Of all pairs of a backup and a restore every nth is lived, and n is no multiple of how many writes lives have. */
const EVERY = howMany(1, 7);
const LIVES = howMany(600, 40);

const waits = (over: Partial<Waits>): Waits => ({
  for: null,
  videos: 1,
  isChain: false,
  freeAfterMs: 0,
  room: { ofOwner: 1, ofWorkspace: 3, waitingOfOwner: 20 },
  ...over,
});

/** A manager presses *Approve*, and once more after a restore. */
const approvals = [5, 90, 300].map((seconds) => ({ afterMs: seconds * SECOND, what: "approves" as const }));

const STORIES: readonly (readonly [string, Partial<Fate>])[] = [
  ["a video that is paid for at once, after two calls that did not leave and one that came too early", {}],
  ["a video that waits in line", { waits: waits({ for: "turn", freeAfterMs: 20 * SECOND }) }],
  ["a video that waits for the service", { waits: waits({ for: "service", freeAfterMs: 20 * SECOND }) }],
  ["a video that waits for an approval", { waits: waits({ for: "approval" }), visits: approvals }],
  ["a batch of three", { waits: waits({ videos: 3 }) }],
  ["a chain of three", { waits: waits({ videos: 3, isChain: true }) }],
  [
    "a chain that waits for an approval",
    { waits: waits({ for: "approval", videos: 2, isChain: true }), visits: approvals },
  ],
];

/** Nothing goes wrong in it but the first paid calls, and a backup that is put back. */
function liveStory(story: Partial<Fate>, platform: Fate["platform"], restore?: Fate["restore"]): Promise<OneLife> {
  const first = ["unsent", "busy", "unsent"];
  const fate: Fate = {
    ...noExtras,
    platform,
    picture: null,
    ending: "succeeds",
    lastsMs: 9 * SECOND,
    processes: 1,
    knowsNonces: true,
    seesHistory: true,
    isVideoWanted: false,
    crowd: 0,
    deletesAfterMs: null,
    redeliversAfterMs: null,
    isReachable: true,
    downtimeMs: () => 3 * SECOND,
    deal: ({ kind }) => {
      const fault = kind === "submit" && !story.waits ? first.shift() : undefined;
      return fault === undefined ? fine : { ...fine, fault };
    },
    ...story,
    ...(restore && { restore }),
  };
  return live(fate, random(1), false, story.waits?.isChain ? batchFilms : undefined);
}

test.for(STORIES)(
  "%s: a backup at each act and a restore after each later one pay for nothing twice",
  {
    timeout: 240_000,
  },
  async ([, story]) => {
    const broken: string[] = [];
    let pairs = 0;
    for (const platform of ["discord", "slack"] as const) {
      const { writes, broken: before } = await liveStory(story, platform);
      expect(before).toEqual([]);
      expect(writes).toBeGreaterThan(5);
      for (let backUpAfter = 1; backUpAfter < writes; backUpAfter += 1)
        for (let putBackAfter = 1; backUpAfter + putBackAfter <= writes; putBackAfter += 1) {
          pairs += 1;
          if (pairs % EVERY !== 0) continue;
          const life = await liveStory(story, platform, { backUpAfter, putBackAfter });
          for (const claim of life.broken) broken.push(`${claim}: ${platform} ${backUpAfter} + ${putBackAfter}`);
        }
    }
    expect(broken).toEqual([]);
  },
);

test("under every fault, a backup that is put back pays for nothing twice", { timeout: 240_000 }, async () => {
  const command = SEED.replace("--seed", "--restored --seed");
  expect(await someLives({ live: product.restoredLife, command, from: 1, until: 1 + LIVES })).toBe("");
});
