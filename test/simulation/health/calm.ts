import type { EpochMs } from "../../../src/core/clock.ts";
import { conditionOf, noted, type Sign, unseen } from "../../../src/core/health.ts";
import { mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";
import { random } from "../random.ts";

const MINUTE = 60_000;

/** What starts met in a service that does well. */
export interface Calm {
  readonly starts: number;
  /** Of these, the ones before which a person was asked for nothing. */
  readonly asked: number;
}

/** What is wrong with a service that does well, each as a share: videos that fail, and paid calls without an answer. */
export interface Wrong {
  readonly failing: number;
  readonly lost: number;
}

/** Five of a hundred videos fail, and then two of a hundred paid calls as well. */
export const WRONGS: readonly Wrong[] = [
  { failing: 0.05, lost: 0 },
  { failing: 0.05, lost: 0.02 },
];

/** Ten people make videos, `everyMs` apart in the mean; of some that share goes wrong by chance, and nothing else. */
export function calm(seed: number, how: Wrong & { readonly starts: number; readonly everyMs: number }): Calm {
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
export const PLACES: readonly number[] = [MINUTE / 4, MINUTE, 5 * MINUTE, 15 * MINUTE];
