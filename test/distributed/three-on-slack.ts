import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { startRedis } from "../engines/redis-server.ts";
import type { BuiltBot } from "../story/process/built-bot.ts";
import { type Story, tell } from "../story/stage.ts";
import { balance } from "./balancer.ts";

/** One more process of the bot; resolves with its address when it is ready. */
async function another(bot: BuiltBot, env: Readonly<Record<string, string>>): Promise<string> {
  const running = bot.run("start", [], { ...env, LOG_LEVEL: "info" });
  await running.hears('"ready"');
  const [, origin = ""] = /"at":"(http:[^"]+)"/.exec(running.out()) ?? [];
  return origin;
}

/** Three processes over one Redis, to each of which Slack sends in turn; `answeredBy`: which of them answered each request, from 0. */
export async function threeOnSlack(
  bot: BuiltBot,
  unbound: Readonly<Record<string, string>> = {},
): Promise<{ readonly story: Story; readonly answeredBy: readonly number[] }> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = {
    ...unbound,
    REDIS_URL: redis.url,
    SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`,
    DISCORD_TOKEN: "",
  };
  const story = await tell("slack", { transport: "http", env: shared });
  const { slack } = story.sandbox;
  const http = { SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: slack.signingSecret, PORT: "0", POLL_MIN_MS: "20" };
  const env = { ...story.sandbox.env, ...http, ...shared };
  const balancer = await balance([story.origin(), ...(await Promise.all([another(bot, env), another(bot, env)]))]);
  onTestFinished(() => void balancer.stop());
  await slack.sendTo(`${balancer.url}/slack/events`);
  return { story, answeredBy: balancer.answeredBy };
}
