import { expect, test } from "vitest";
import type { EpochMs } from "../../src/core/clock.ts";
import { conditionOf, noted, type Sign, unseen } from "../../src/core/health.ts";
import { howMany } from "../fakes/how-many.ts";
import { mixedTasks, STANDARD_MIX } from "../pace/standard-mix.ts";
import { random } from "./random.ts";

const MINUTE = 60_000;

/** What starts met in a service that does well. */
interface Calm {
  readonly starts: number;
  /** Of these, the ones before which a person was asked for nothing. */
  readonly asked: number;
}

/** What is wrong with a service that does well, each as a share: videos that fail, and paid calls without an answer. */
interface Wrong {
  readonly failing: number;
  readonly lost: number;
}

/** Five of a hundred videos fail, and then two of a hundred paid calls as well. */
const WRONGS: readonly Wrong[] = [
  { failing: 0.05, lost: 0 },
  { failing: 0.05, lost: 0.02 },
];

/** Ten people make videos, `everyMs` apart in the mean; of some that share goes wrong by chance, and nothing else. */
function calm(seed: number, how: Wrong & { readonly starts: number; readonly everyMs: number }): Calm {
  const { fraction, between } = random(seed);
  const mix = { ...STANDARD_MIX, failing: 0 };
  const tasks = mixedTasks(mix, how.starts, seed);
  const signs: { readonly at: EpochMs; readonly sign: Sign | null }[] = [];
  let now = 0;
  for (const [nth, { endsMs }] of tasks.entries()) {
    now += -Math.log(1 - fraction()) * how.everyMs;
    const person = `person ${between(1, 10)}`;
    const prompt = `prompt ${nth}`;
    const isGood = fraction() >= how.failing;
    const tookMs = isGood ? endsMs : endsMs * fraction();
    signs.push({ at: now, sign: null });
    if (how.lost > 0 && fraction() < how.lost) {
      signs.push({ at: now + 1, sign: { kind: "call", isGood: false, by: person, prompt } });
      continue;
    }
    signs.push({ at: now + 1, sign: { kind: "call", isGood: true, by: person, prompt } });
    const end = { kind: "end", isGood, tookMs, by: person, prompt } as const;
    signs.push({ at: now + tookMs, sign: end });
  }
  let seen = unseen(0);
  let asked = 0;
  for (const { at, sign } of signs.toSorted((a, b) => a.at - b.at)) {
    if (sign) seen = noted(seen, sign, at);
    else if (conditionOf(seen, at).trouble) asked += 1;
  }
  return { starts: how.starts, asked };
}

/** How far apart people begin videos, in milliseconds: in a busy place and in quiet ones. */
const PLACES: readonly number[] = [MINUTE / 4, MINUTE, 5 * MINUTE, 15 * MINUTE];

const NEEDLESS_MOST = 1 / 1_000;

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
