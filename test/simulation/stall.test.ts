import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { type Fate, quietFate } from "./fate.ts";
import { type Call, type Dealt, fine, type Stall } from "./faults.ts";
import { live, type OneLife } from "./life.ts";
import { random } from "./random.ts";

const SECOND = 1_000;
/** Long enough that another process has searched for the message, has not found it, and has sent it. */
const LONG: Stall = { kind: "frozen after", ms: 60 * SECOND };

/** `npm test` stalls at every nth call of the process. */
const EVERY = howMany(1, 9);

const LIVES: readonly (readonly [string, Partial<Fate>, ((call: Call) => string | null)?])[] = [
  ["a successful video", {}],
  ["a video with an attached file", { isVideoWanted: true }],
  ["a video whose card is deleted", { deletesAfterMs: 5 * SECOND }],
  ["a video that the service refuses", {}, ({ kind }) => (kind === "submit" ? "clear no" : null)],
];

/** Simulates a run in two processes, one of which stalls at the nth call, and counts the calls. */
async function lifeWithStall(
  fate: Fate,
  faultOf: (call: Call) => string | null,
  nth: number,
): Promise<OneLife & { readonly calls: number; readonly at: string }> {
  let calls = 0;
  let at = "";
  function deal(call: Call): Dealt {
    calls += 1;
    const dealt = { ...fine, fault: faultOf(call) };
    if (calls !== nth) return dealt;
    at = call.name;
    return { ...dealt, stall: LONG };
  }
  return { ...(await live({ ...fate, processes: 2, deal }, random(1))), calls, at };
}

test.for(LIVES)(
  "no message is lost or sent twice if a process stalls for a minute at any step of %s",
  { timeout: 120_000 },
  async ([, over, faultOf = () => null]) => {
    const broken: string[] = [];
    for (const platform of ["discord", "slack"] as const) {
      const fate = { ...quietFate(platform), ...over };
      const { calls, broken: before } = await lifeWithStall(fate, faultOf, 0);
      expect(before).toEqual([]);
      for (let nth = 1; nth <= calls; nth += EVERY) {
        const life = await lifeWithStall(fate, faultOf, nth);
        for (const claim of life.broken) broken.push(`${claim}: ${platform}, stalled at call ${nth}, ${life.at}`);
      }
    }
    expect(broken).toEqual([]);
  },
);
