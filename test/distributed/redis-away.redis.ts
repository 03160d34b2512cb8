import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startRedis } from "../engines/redis-server.ts";
import { aStory } from "../story/world.ts";

/** The whole bot on Discord with its own Redis. */
async function aBot(taskMs: number) {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const env = { REDIS_URL: redis.url, SECRET_KEYS: `a:${randomBytes(32).toString("base64")}` };
  const story = await aStory("discord", { taskMs, env: (own) => ({ ...own, ...env }) });
  return { redis, story };
}

/** Discord's time limit for a response. Source: Discord's documentation (read 2026-11-21). */
const ANSWERED_WITHIN_MS = 3_000;
const answeredPayload = z.object({ ms: z.number() });

const isRefused = ({ text }: { readonly text: string }) => /cannot save this now\. Nothing was charged/.test(text);
const isReady = ({ text }: { readonly text: string }) => /The video is ready/.test(text);

test("while Redis is down, commands are refused in time at no cost, and running videos continue within 5 s afterwards", async () => {
  const { redis, story } = await aBot(2_000);
  await story.makeVideo({ prompt: "a paper boat" });
  await story.until((seen) => seen.some(({ text }) => /Making the video/.test(text)));
  await redis.kill();
  const began = Date.now();
  await story.makeVideo({ prompt: "another boat" });
  await story.until((seen) => seen.some(({ text }) => /cannot save this now\. Nothing was charged/.test(text)));
  expect(Date.now() - began).toBeLessThan(1_500);
  await sleep(3_000);

  await redis.restart();
  const back = Date.now();
  await story.until((seen) => seen.some(isReady));
  expect(Date.now() - back).toBeLessThan(5_000);
  expect(story.sandbox.video.ledger().tasks).toBe(1);
  const lines = story.log.lines.filter(({ event }) => /^Redis is/.test(event));
  expect(lines.map(({ event }) => event)).toEqual([expect.stringContaining("away"), "Redis is back"]);
  await story.end();
}, 60_000);

test("with Redis unresponsive for 30 s, every command is answered within 3 s, and no refused video starts", async () => {
  const { redis, story } = await aBot(2_000);
  await story.makeVideo({ prompt: "a paper boat" });
  await story.until((seen) => seen.some(({ text }) => /Making the video/.test(text)));
  redis.pause();
  await story.makeVideo({ prompt: "another boat" });
  await story.until((seen) => seen.filter(isRefused).length === 1);
  await sleep(15_000);
  await story.makeVideo({ prompt: "a third boat" });
  await story.type("video-jobs");
  await story.until((seen) => seen.filter(isRefused).length === 3);
  await sleep(15_000);
  redis.resume();
  await story.until((seen) => seen.some(isReady));
  await sleep(2_000);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  expect(story.seen().filter(isReady)).toHaveLength(1);
  expect(story.entries("unanswered")).toEqual([]);
  const answered = story.entries("answered").map(({ payload }) => answeredPayload.parse(payload).ms);
  expect(answered).toHaveLength(4);
  expect(Math.max(...answered)).toBeLessThan(ANSWERED_WITHIN_MS);
  await story.end();
}, 90_000);
