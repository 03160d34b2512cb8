import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Clock, machineClock } from "../../src/core/clock.ts";
import { startRedis } from "../engines/redis-server.ts";
import { aStory } from "../story/world.ts";

/** A clock on which five seconds take a twentieth of one. */
const hasty: Clock = {
  now: machineClock.now,
  after: (delayMs, act) => machineClock.after(delayMs === 5_000 ? 50 : delayMs, act),
};

test("a bot whose COMMAND_PREFIX is another than that of the one before it over the same Redis says so", async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = { REDIS_URL: redis.url, SECRET_KEYS: `a:${randomBytes(32).toString("base64")}` };
  const botWith = (prefix: string) =>
    aStory("discord", { prefix, clock: hasty, env: (own) => ({ ...own, ...shared }) });
  const first = await botWith("video");
  const later = await botWith("clip");
  const warned = ({ log }: typeof first) => log.lines.filter(({ event }) => /COMMAND_PREFIX/.test(event));
  while (warned(later).length === 0) await sleep(20);
  expect(warned(later)).toMatchObject([
    { level: "warn", event: expect.stringContaining("as /video, this one as /clip") },
  ]);
  expect(warned(first)).toEqual([]);
  await later.end();
  await first.end();
});
