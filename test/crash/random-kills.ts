import { machineClock, sleep } from "../../src/core/clock.ts";
import type { Random } from "../simulation/random.ts";
import type { Work } from "./lanes.ts";
import { type Platform, platforms } from "./protocol.ts";
import type { Tally } from "./tally.ts";
import { openWorld, type World } from "./world.ts";

const KILL_WITHIN_MS = 1_500;
/** A bot that is killed before it is connected, half of the time while it reads what its predecessor left. */
const STARTING_MS = 800;

/** One bot's plan: times are milliseconds after it is connected. */
interface Life {
  readonly from: "starting" | "connected" | "command";
  readonly killAfterMs: number;
  readonly commands: readonly { readonly platform: Platform; readonly atMs: number }[];
  readonly fate: "normal" | "quick" | "fails";
}

/** One bot after the other in one world, each killed at a random time under load; the last one lives until everything is over. */
export function randomKills(name: string, count: number, deps: { tally: Tally; chance: Random }): Work {
  const { tally, chance } = deps;
  return async () => {
    const world = await openWorld({ name, tally });
    await live(world, planLife(chance, "connected"));
    for (let kills = 1; kills < count; kills += 1) {
      const life = planLife(chance, chance.weighted({ starting: 1, connected: 3, command: 4 }));
      await world.start("as built", life.from === "starting" ? life.killAfterMs : undefined);
      await live(world, life);
    }
    await world.start("as built");
    return () => world.finish();
  };
}

function planLife(chance: Random, from: Life["from"]): Life {
  const killAfterMs = chance.between(0, from === "starting" ? STARTING_MS : KILL_WITHIN_MS);
  // Slack takes 50 edits a minute: more commands would wait for that instead of being killed.
  const counts = { discord: chance.between(1, 2), slack: chance.between(0, 1) };
  const commands = platforms.flatMap((platform) =>
    Array.from({ length: counts[platform] }, () => ({ platform, atMs: chance.between(0, 500) })),
  );
  commands.sort((one, other) => one.atMs - other.atMs);
  return { from, killAfterMs, commands, fate: chance.weighted({ normal: 3, quick: 1, fails: 2 }) };
}

/** Types what the plan says and kills. */
async function live(world: World, { from, killAfterMs, commands, fate }: Life): Promise<void> {
  if (from === "starting") return world.kill();
  await world.fate(fate);
  const endMs = from === "connected" ? killAfterMs : Number.POSITIVE_INFINITY;
  let nowMs = 0;
  for (const { platform, atMs } of commands) {
    if (atMs > endMs) break;
    await sleep(machineClock, atMs - nowMs);
    nowMs = atMs;
    world.type(platform);
  }
  await sleep(machineClock, from === "command" ? killAfterMs : killAfterMs - nowMs);
  await world.kill();
}
