import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../engines/redis-server.ts";
import { aStory } from "../story/world.ts";

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

test.for(["discord", "slack"] as const)("a video is made over Redis on %s", async (place) => {
  const env = { REDIS_URL: redis.url, SECRET_KEYS: `a:${randomBytes(32).toString("base64")}` };
  const story = await aStory(place, { env: (own) => ({ ...own, ...env }) });
  await story.makeVideo({ prompt: "a paper boat" });
  await story.until((seen) => seen.some(({ text }) => /The video is ready/.test(text)));
  expect(story.sandbox.video.ledger().tasks).toBe(1);
  await story.end();
});
