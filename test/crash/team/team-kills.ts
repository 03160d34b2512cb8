import { rmSync } from "node:fs";
import { machineClock, sleep } from "../../../src/core/clock.ts";
import type { Random } from "../../simulation/random.ts";
import { evidence } from "../evidence.ts";
import type { Work } from "../lanes.ts";
import { type Bot, startBot, startServers } from "../processes.ts";
import { type Platform, report } from "../protocol.ts";
import { scratchFolder } from "../scratch.ts";
import { CONNECTED_WITHIN_MS, LOOK_EVERY_MS, POLL_MIN_MS, UNBOUND, until } from "../world.ts";
import { storedTeam } from "./stored-team.ts";
import type { TeamTally } from "./team-tally.ts";

const KILL_WITHIN_MS = 1_800;
const DRAINED_WITHIN_MS = 150_000;
const SAY_EVERY_MS = 150;

/** One bot after the other in one world whose team is asked before every video, each killed at a random time among asks and words; the last one lives until everything is over. */
export function teamKills(platform: Platform, count: number, deps: { tally: TeamTally; chance: Random }): Work {
  const { tally, chance } = deps;
  return async () => {
    const seen = evidence();
    const servers = await startServers(seen.take);
    const dir = scratchFolder();
    const unbound = { ...UNBOUND, MAX_WAITING_PER_USER: "100", ATTACH_VIDEOS: "off" };
    const env = { ...servers.env, ...unbound, DATA_DIR: dir, PORT: "0", POLL_MIN_MS, LOG_LEVEL: "warn" };
    /** The first word about each video, as it was found after a kill. */
    const words = new Map<string, string>();
    let asked = 0;

    async function start(): Promise<Bot> {
      const before = seen.connections(platform);
      const bot = startBot(env, "as built");
      const isConnected = () => !bot.isAlive() || seen.connections(platform) > before;
      if (!(await until(isConnected, CONNECTED_WITHIN_MS)) || !bot.isAlive())
        throw new Error(`the bot of a team's world did not connect: ${bot.said()}`);
      return bot;
    }

    /** Notes what was decided; says whether the outcome of every video is known. */
    async function look(): Promise<boolean> {
      const { videos } = await storedTeam(dir);
      for (const { request, approval } of videos) {
        const word = JSON.stringify(approval?.decision ?? null);
        const first = words.get(request.prompt);
        if (first !== undefined && first !== word) tally.broken("the first word did not stay", `${first} ${word}`);
        if (word !== "null") words.set(request.prompt, word);
      }
      return videos.every(({ state }) => state.outcome);
    }

    async function kill(bot: Bot): Promise<void> {
      if (bot.hasExited()) throw new Error(`the bot of a team's world has ended by itself: ${bot.said()}`);
      await bot.kill();
      tally.kills += 1;
      await look();
    }

    const say = () => servers.ask({ kind: "team_word", platform, roll: chance.fraction() });

    async function live(bot: Bot): Promise<void> {
      const endMs = chance.between(0, KILL_WITHIN_MS);
      for (let n = chance.between(0, 2); n > 0; n -= 1) {
        asked += 1;
        const prompt = `team kite ${String(asked).padStart(4, "0")}`;
        // A bot that is killed meanwhile answers nothing.
        servers.ask({ kind: "team_ask", platform, prompt }).catch(() => {});
      }
      for (let now = 0; now < endMs; now += SAY_EVERY_MS) {
        await sleep(machineClock, Math.min(SAY_EVERY_MS, endMs - now));
        if (chance.chance(0.6)) await say();
      }
      await kill(bot);
    }

    let bot = await start();
    await servers.ask({ kind: "team", platform });
    for (let kills = 0; kills < count; kills += 1) {
      if (kills > 0) bot = await start();
      await servers.ask({ kind: "fate", fate: chance.weighted({ normal: 3, quick: 1, fails: 2 }) });
      await live(bot);
    }
    bot = await start();
    return async () => {
      const endAt = Date.now() + DRAINED_WITHIN_MS;
      while (Date.now() < endAt && !(await look())) {
        await say();
        await sleep(machineClock, 10 * LOOK_EVERY_MS);
      }
      await bot.kill();
      await look();
      tally.judge(await storedTeam(dir), report.parse(await servers.ask({ kind: "report" })));
      await servers.end();
      rmSync(dir, { recursive: true, force: true });
    };
  };
}
