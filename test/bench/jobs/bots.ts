import { z } from "zod";
import { testClient } from "../../engines/redis-server.ts";
import { envOf, metricsOf, startReelay, sumIn } from "../answering-bot.ts";
import { startChild } from "../children.ts";
import type { Emulators } from "../platform.ts";

/** The CPU time of a bot and its Redis, and the number of the bot's calls to the service and the platform. */
export interface Spent {
  readonly ownMs: number;
  readonly redisMs: number;
  readonly calls: number;
}

export interface MakingBot {
  /** Resolves once for each video that has ended. */
  closed(): Promise<unknown>;
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

type Where = Emulators & {
  readonly videoUrl: string;
  /** The number of people who have a key. */
  readonly people: number;
};

const ready = z.object({ kind: z.literal("ready") });
const spentReport = z.object({ kind: z.literal("spent"), ownMs: z.number(), calls: z.number() });

export async function startPlainBot({ env, videoUrl }: Where): Promise<MakingBot> {
  const { DISCORD_TOKEN = "", DISCORD_API_URL = "" } = env;
  const bot = startChild("plain-bot", [DISCORD_TOKEN, DISCORD_API_URL, videoUrl]);
  await bot.receive(ready);
  return {
    closed: () => bot.receive(z.object({ kind: z.literal("closed") })),
    async spent() {
      bot.send({ kind: "report" });
      return { ...(await bot.receive(spentReport)), redisMs: 0 };
    },
    stop: () => bot.stop(),
  };
}

export async function startOurBot(
  { videoUrl, people, ...emulators }: Where,
  redisUrl: string | null,
): Promise<MakingBot> {
  const own = {
    ...envOf("discord", emulators),
    VIDEO_API_URL: videoUrl,
    ATTACH_VIDEOS: "off",
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
  };
  const bot = await startReelay(own, { count: people, place: "discord", teamId: emulators.teamId });
  return {
    closed: () => bot.receive(z.object({ msg: z.literal("job closed") })),
    async spent() {
      const metrics = await metricsOf(bot);
      const sum = (name: string) => sumIn(metrics, name);
      const answered = sum("reelay_jobs_accepted_total");
      const calls = answered + sum("reelay_submits_total") + sum("reelay_polls_total") + sum("reelay_deliveries_total");
      const redisMs = redisUrl === null ? 0 : await spentByRedis(redisUrl);
      return { ownMs: 1_000 * sum("process_cpu_seconds_total"), redisMs, calls };
    },
    stop: () => bot.stop(),
  };
}

/** The CPU time of all threads of Redis, in milliseconds. */
async function spentByRedis(url: string): Promise<number> {
  const client = await testClient(url);
  const info = await client.info("cpu");
  client.disconnect();
  const seconds = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1]);
  return 1_000 * (seconds("used_cpu_user") + seconds("used_cpu_sys"));
}
