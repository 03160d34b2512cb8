import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { buttonOf, messagesBefore } from "../../src/cli/demo/seen.ts";
import { machineClock, sleep } from "../../src/core/clock.ts";
import type { Random } from "../simulation/random.ts";
import type { Claim, Trial } from "./claims.ts";
import { type Arming, type Ask, type Platform, platforms } from "./protocol.ts";
import type { Tally } from "./tally.ts";
import { openWorld, type World } from "./world.ts";

/** A command that is not over by then waits for something; its world is left to wait, and another goes on. */
const SETTLED_WITHIN_MS = 1_200;

export interface WriteKills {
  readonly platform: Platform;
  readonly side: Arming["side"];
  /** The first durable write to kill at, 1 being the first of a life; the series ends past the last. */
  readonly from: number;
  readonly to: number;
  /** Kills per world. Then a world is left alone, so that its late messages disturb no later kill. */
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

/** Does what keeps the machine busy, then answers with what only waits. */
export type Work = () => Promise<() => Promise<void>>;

/** Two works at a time; what only waits goes on beside them. Rejects with the first failure. */
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

const KILL_IN_OUTAGE_WITHIN_MS = 2_000;
/** The bot saves the service's health 5 s after a sign, and has it after a kill. */
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
    await sleep(machineClock, chance.between(0, KILL_IN_OUTAGE_WITHIN_MS));
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

/** A bot that is killed asks nothing. */
const ASKED_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 25;
const ADA = "ada";

/** Presses that button of the question about that prompt; the press's id, null where no question came. */
export async function pressQuestion(
  sandbox: Sandbox,
  { platform, prompt, label }: Pick<Extract<Ask, { kind: "press" }>, "platform" | "prompt" | "label">,
): Promise<string | null> {
  for (let leftMs = ASKED_WITHIN_MS; leftMs > 0; leftMs -= LOOK_EVERY_MS) {
    const about = messagesBefore(sandbox, platform, { after: 0, personId: ADA }).filter(({ text }) =>
      text.includes(prompt),
    );
    for (const { id, raw } of about) {
      const action = buttonOf(raw, label);
      if (action !== null) return sandbox[platform].press(ADA, id, action);
    }
    await sleep(machineClock, LOOK_EVERY_MS);
  }
  return null;
}

/** Describes a command that broke a claim, in the order of events. */
export function tellStory(trial: Trial, broken: readonly Claim[]): string {
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
