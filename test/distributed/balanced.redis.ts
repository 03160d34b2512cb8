import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import { startRedis } from "../engines/distributed/redis-server.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { aStory } from "../story/world.ts";
import { balance } from "./balancer.ts";

type Env = Readonly<Record<string, string>>;

/** One more process of the bot, beside the story's own. */
async function another(env: Env) {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.refusal.join("\n"));
  const world = { clock: machineClock, chance: machineChance, log: keptLog(), more: null, isReachable: true };
  const app = await startApp(config.value, world);
  if (!app.ok) throw new Error(app.refusal);
  return app.value;
}

/** Two processes on Slack by HTTP, over one Redis and behind a balancer that takes them in turn. */
async function twoBalanced() {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = { REDIS_URL: redis.url, SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`, DISCORD_TOKEN: "" };
  const story = await aStory("slack", { transport: "http", env: shared });
  const { slack } = story.sandbox;
  const http = { SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: slack.signingSecret, PORT: "0", POLL_MIN_MS: "20" };
  const second = await another({ ...story.sandbox.env, ...http, ...shared });
  const balancer = await balance([story.origin(), second.origin]);
  await slack.sendTo(`${balancer.url}/slack/events`);
  return {
    story,
    slack,
    balancer,
    /** Resolves when that number of its cards say that their video is ready. */
    ready: (count: number) =>
      story.until((seen) => seen.filter(({ text }) => /The video is ready/.test(text)).length === count),
    async end(): Promise<void> {
      await second.stop();
      await balancer.stop();
      await story.end();
    },
  };
}

test("two processes behind a balancer make one video of a command that comes twice, and answer presses on each other's cards", async () => {
  const { story, slack, balancer, ready, end } = await twoBalanced();
  await story.makeVideo({ prompt: "a paper boat" });
  slack.redeliver();
  await ready(1);
  await expect.poll(() => balancer.answeredBy.toSorted(), { interval: 20 }).toEqual([0, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(1);

  // The second process made the card: it takes this press, the first one the next, which is on a card of the second's.
  for (const count of [2, 3, 4]) {
    await story.press("Again");
    await ready(count);
  }
  expect(balancer.answeredBy.slice(3)).toEqual([1, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(4);
  await end();
}, 60_000);
