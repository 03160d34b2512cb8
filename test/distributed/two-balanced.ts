import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import type { Films } from "../../src/core/film/film.ts";
import { startRedis } from "../engines/redis-server.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { aStory, type StoryOptions } from "../story/world.ts";
import { balance } from "./balancer.ts";

type Env = Readonly<Record<string, string>>;

async function another(env: Env, films: Films | null) {
  const config = valueIn(readConfig(env));
  const world = { clock: machineClock, chance: machineChance, log: recordingLog() };
  return valueIn(await startApp(config, { ...world, ...(films && { films }) }));
}

/** Two processes on Slack over HTTP that share a Redis, behind a balancer that alternates between them. */
export async function twoBalanced({ films, ...options }: Pick<StoryOptions, "films" | "taskMs"> = {}) {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = { REDIS_URL: redis.url, SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`, DISCORD_TOKEN: "" };
  const story = await aStory("slack", { ...options, transport: "http", env: shared, ...(films && { films }) });
  const { slack } = story.sandbox;
  const http = { SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: slack.signingSecret, PORT: "0", POLL_MIN_MS: "20" };
  const second = await another(
    { ...story.sandbox.env, ...http, ...shared, PUBLIC_URL: story.publicUrl },
    films?.() ?? null,
  );
  const balancer = await balance([story.origin(), second.origin]);
  await slack.sendTo(`${balancer.url}/slack/events`);
  return {
    story,
    slack,
    balancer,
    /** Resolves when that number of cards show a finished video. */
    ready: (count: number) =>
      story.until((seen) => seen.filter(({ text }) => /The video is ready/.test(text)).length === count),
    async end(): Promise<void> {
      await second.stop();
      await balancer.stop();
      await story.end();
    },
  };
}
