import { randomBytes } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startRedis } from "../engines/distributed/redis-server.ts";
import { capTeam, giveTeamKey } from "../story/a-team.ts";
import { burst, CAP, CHARGED, COUNT, crowd, isKnownOnSlack, ROOM, unbound } from "../story/load/team-burst.ts";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { says, tell } from "../story/stage.ts";
import { balance } from "./balancer.ts";

let bot: BuiltBot;
beforeAll(async () => {
  bot = await buildBot();
}, 120_000);

/** Each process asks Slack for itself who they are: few people type all of it. */
const people = crowd(10);

/** One more process of the bot; resolves with its address when it is ready. */
async function another(env: Readonly<Record<string, string>>): Promise<string> {
  const running = bot.run("main.js", [], { ...env, LOG_LEVEL: "info" });
  await running.hears('"ready"');
  const [, origin = ""] = /"at":"(http:[^"]+)"/.exec(running.out()) ?? [];
  return origin;
}

test("on slack three processes over one Redis pay for exactly 7 of a burst of 200 commands with a team's key that has room for exactly 7", async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = {
    ...unbound,
    REDIS_URL: redis.url,
    SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`,
    DISCORD_TOKEN: "",
  };
  const story = await tell("slack", { transport: "http", env: shared });
  const { slack, video } = story.sandbox;
  await giveTeamKey(story);
  await capTeam(story, CAP);

  const http = { SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: slack.signingSecret, PORT: "0", POLL_MIN_MS: "20" };
  const env = { ...story.sandbox.env, ...http, ...shared };
  const origins = [story.origin(), ...(await Promise.all([another(env), another(env)]))];
  const balancer = await balance(origins);
  onTestFinished(() => void balancer.stop());
  await slack.sendTo(`${balancer.url}/slack/events`);
  // Each process in turn.
  for (const personId of people) for (const _ of origins) await isKnownOnSlack(story.sandbox, personId);

  const { stopped, allReady } = await burst(story.sandbox, "slack", people);
  expect(video.ledger()).toEqual({ charged: CHARGED, refunded: 0, tasks: ROOM });
  expect(stopped).toBe(COUNT - ROOM);
  const shares = origins.map((_, n) => balancer.answeredBy.filter((place) => place === n).length);
  expect(Math.min(...shares)).toBeGreaterThan(COUNT / 4);
  await allReady(ROOM);
  // With what is charged it makes the cap, so nothing is held.
  await story.type("video-team", "status", "ben");
  await story.until(says(/Left for the team this month: 94 credits/), "ben");
}, 90_000);
