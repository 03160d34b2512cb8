import { machineClock, sleep } from "../../src/core/clock.ts";
import type { Random } from "../simulation/random.ts";
import type { CrashClaim, Trial } from "./claims.ts";
import { type Arming, type Platform, platforms } from "./protocol.ts";
import type { Tally } from "./tally.ts";
import { openWorld, type World } from "./world.ts";

/**
 * A command that takes longer than this is waiting for something. Its world is left alone, and the next kills use a new one.
 */
const SETTLED_WITHIN_MS = 1_200;

export interface WriteKills {
  readonly platform: Platform;
  readonly side: Arming["side"];
  /** The first durable write to kill at. 1 is the first write after a start. The series ends after the last write. */
  readonly from: number;
  readonly to: number;
  /** Kills per world. After these, the world is left alone, so that its late messages do not affect later kills. */
  readonly inAWorld: number;
}

/**
 * Types one command after another, and kills each bot at the next durable write. `reached` receives the number of each such
 * write.
 */
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
      world.type(platform, `${side} write ${nth}`);
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

const KILL_WITHIN_MS = 1_500;
/** A bot that is killed while it starts: half of these kills happen while it reads what the previous bot left. */
const STARTING_MS = 800;

/** The plan of one bot. Times are in milliseconds after it is connected. */
interface Life {
  readonly from: "starting" | "connected" | "command";
  readonly killAfterMs: number;
  readonly commands: readonly { readonly platform: Platform; readonly atMs: number }[];
  readonly fate: "normal" | "quick" | "fails";
}

/**
 * Starts one bot after another in one world and kills each at a random time under load. The last bot runs until every
 * command is over.
 */
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
  // Slack allows 50 edits per minute, so more commands would wait for that instead of being killed.
  const counts = { discord: chance.between(1, 2), slack: chance.between(0, 1) };
  const commands = platforms.flatMap((platform) =>
    Array.from({ length: counts[platform] }, () => ({ platform, atMs: chance.between(0, 500) })),
  );
  commands.sort((one, other) => one.atMs - other.atMs);
  return { from, killAfterMs, commands, fate: chance.weighted({ normal: 3, quick: 1, fails: 2 }) };
}

/** Types the planned commands and kills the bot. */
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

/** Does the work that uses the CPU, then returns a function that only waits. */
export type Work = () => Promise<() => Promise<void>>;

/** Runs two works at a time, and all waiting in parallel. Rejects with the first failure. */
export async function inLanes(works: readonly Work[], done: () => void): Promise<void> {
  const queue = [...works];
  const rests: Promise<void>[] = [];

  async function lane(): Promise<void> {
    for (let work = queue.shift(); work; work = queue.shift()) {
      const rest = await work();
      rests.push(rest().then(done));
    }
  }

  await Promise.all([lane(), lane()]);
  await Promise.all(rests);
}

/** Describes a command that broke a claim, in the order of events. */
export function tellStory(trial: Trial, broken: readonly CrashClaim[]): string {
  const { platform, prompt, typedAt, answer, isStored, tasks } = trial;
  const shownTexts = trial.shown.flatMap(({ messageId, texts }) =>
    texts.map(({ at, text }) => ({ at, line: `${messageId} ${text.replaceAll("\n", " | ")}` })),
  );
  const kills = trial.killsAt.map((at) => ({ at, line: "kill -9" }));
  const first = typedAt - 2_000;
  const last = Math.max(typedAt, ...shownTexts.map(({ at }) => at)) + 2_000;
  const lines = [...shownTexts, ...kills]
    .filter(({ at }) => at > first && at < last)
    .sort((one, other) => one.at - other.at)
    .map(({ at, line }) => `${String(at - typedAt).padStart(8)} ms  ${line}`);
  return [
    "",
    `BROKEN on ${platform}, ${prompt}: ${broken.join(", ")}`,
    `  the platform: ${answer ?? "nothing"}; stored: ${isStored}; tasks: ${tasks.map(({ status }) => status).join(", ") || "none"}`,
    ...trial.shown.map(({ messageId, pings, isGone }) => `  ${messageId}: ${pings} pings${isGone ? ", gone" : ""}`),
    ...lines,
    "",
    "",
  ].join("\n");
}
