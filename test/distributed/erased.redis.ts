import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startRedis, testClient } from "../engines/redis-server.ts";
import { says } from "../story/stage.ts";
import { aStory } from "../story/world.ts";

const FILES = "appendonlydir";
const PROMPT = "a walrus in a wicker basket";
const KEPT = "a lantern under the pear tree";

test("after a rewrite, Redis's append-only file contains no deleted data and still contains other people's data", async () => {
  // The test searches the files, so they must not be compressed. `always` could spread the deletion over two rewrites on a busy
  // disk.
  const redis = await startRedis(["--appendonly", "yes", "--appendfsync", "everysec", "--rdbcompression", "no"]);
  onTestFinished(() => redis.stop());
  const holds = (words: string) =>
    readdirSync(join(redis.dir, FILES)).some((name) => readFileSync(join(redis.dir, FILES, name)).includes(words));
  const other = await testClient(redis.url);
  await other.set("not theirs", KEPT);
  const env = {
    REDIS_URL: redis.url,
    SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`,
    ATTACH_VIDEOS: "off",
    REDIS_ACCEPT_LOSS: "1",
  };
  const story = await aStory("discord", { env: (own) => ({ ...own, ...env }) });
  await story.makeVideo({ prompt: PROMPT });
  await story.until((seen) => seen.some(({ text }) => /Your video is ready/.test(text)));
  // A job with a pending final message is deleted later, and the log is rewritten at most every ten minutes.
  await expect.poll(() => other.zcard("reelay:index:jobs-open"), { timeout: 15_000 }).toBe(0);
  other.disconnect();
  expect(holds(PROMPT)).toBe(true);
  await story.type("video-data", "delete");
  await story.until(says(/\[Delete my data\]/));
  await story.press("Delete my data");
  await story.until(says(/Your data is deleted/));
  await expect.poll(() => holds(PROMPT), { timeout: 15_000 }).toBe(false);
  expect(holds(KEPT)).toBe(true);
  await story.end();
}, 60_000);
