import { machineClock, sleep } from "../../../src/core/clock.ts";
import type { Random } from "../../simulation/random.ts";
import type { Work } from "../lanes.ts";
import type { Tally } from "../tally.ts";
import { openWorld, type World } from "../world.ts";

const KILL_WITHIN_MS = 2_000;
/** What the bot knows of the service is kept 5 s after a sign, and is there after a kill. */
const KEPT_AFTER_MS = 6_000;
const OVER_WITHIN_MS = 60_000;
/** So many paid calls that fail mean that the service is down, and so many good ends that it is well again. */
const DOWN = 3;
const CLEAR = 5;
const LATER = "Start when it clears";
const ANYWAY = "Start anyway";

/**
 * An outage of the video service: bots are killed at random times while videos begin to wait for it, and as many while these
 * are released one by one; the last bot lives until everything is over.
 */
export function outageKills(name: string, count: number, deps: { tally: Tally; chance: Random }): Work {
  const { tally, chance } = deps;

  /** Types a command or two, kills, and begins another life. */
  async function live(world: World, presses: string): Promise<void> {
    for (let n = chance.between(0, 2); n > 0; n -= 1)
      world.type(chance.weighted({ discord: 2, slack: 1 }), chance.chance(0.8) ? { presses } : {});
    await sleep(machineClock, chance.between(0, KILL_WITHIN_MS));
    await world.kill();
    await world.start("as built");
  }

  return async () => {
    const world = await openWorld({ name, tally, bounds: { MAX_WAITING_PER_USER: "100" } });
    await world.fate("server_error");
    for (let n = 0; n < DOWN; n += 1) {
      world.type("discord");
      await world.isSettled(OVER_WITHIN_MS);
    }
    await sleep(machineClock, KEPT_AFTER_MS);
    for (let kills = 0; kills < Math.ceil(count / 2); kills += 1) await live(world, LATER);

    await world.fate("quick");
    for (let n = 0; n < CLEAR; n += 1) world.type("discord", { presses: ANYWAY });
    await sleep(machineClock, KEPT_AFTER_MS);
    for (let kills = 0; kills < Math.floor(count / 2); kills += 1) {
      await world.fate(chance.weighted({ normal: 2, quick: 2 }));
      await live(world, ANYWAY);
    }
    return () => world.finish();
  };
}
