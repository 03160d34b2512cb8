import type { Work } from "./lanes.ts";
import type { Arming, Platform } from "./protocol.ts";
import type { Tally } from "./tally.ts";
import { openWorld, type World } from "./world.ts";

/** A command that is not over by then waits for something; its world is left to wait, and another goes on. */
const SETTLED_WITHIN_MS = 1_200;

export interface WriteKills {
  readonly platform: Platform;
  readonly side: Arming["side"];
  /** Which durable writes of a life, 1 being the first; past the last one there is, it ends. */
  readonly from: number;
  readonly to: number;
  /** How many share a world before it is left to itself, so that what it still has to say disturbs nobody. */
  readonly inAWorld: number;
}

/** One command after the other; each bot dies at the next durable write. `reached` hears how many there were. */
export function eachWrite(kills: WriteKills, tally: Tally, reached: (writes: number) => void): Work {
  const { platform, side, from, to, inAWorld } = kills;

  return async () => {
    const rests: Promise<void>[] = [];
    let world: World | null = null;
    let killsHere = 0;
    const leave = () => {
      if (world) rests.push(world.finish());
      world = null;
      killsHere = 0;
    };
    for (let nth = from; nth <= to; nth += 1) {
      world ??= await openWorld({ name: `${platform} ${side}`, tally });
      await world.arm({ nth, side });
      world.type(platform, { mark: `${side} write ${nth}` });
      if (!(await world.dies())) break;
      reached(nth);
      killsHere += 1;
      await world.start("mortal");
      if (killsHere === inAWorld || !(await world.isSettled(SETTLED_WITHIN_MS))) leave();
    }
    leave();
    return async () => {
      await Promise.all(rests);
    };
  };
}
