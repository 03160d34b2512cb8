import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "../../../src/app/program/move-storage.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { openRedis } from "../../../src/engines/distributed.ts";
import { testClient } from "../../engines/redis-server.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aTeam, aTeamJob } from "../../fakes/teams.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { aWorld, fill, inDatabase, inFolder, inRedis } from "./migrate-world.ts";

const teamSum = { held: 190, charged: 105.5, refunded: 0, unknown: 0, videos: 3 };
const MOVED = /^Moved 50[45] records\. /;

test("everything moves to Redis and back: jobs, known ids, costs, sums, rules, notices, entries and expiry times", async () => {
  const { dir, url, move } = await aWorld();
  await inFolder(dir, async (engine) => {
    await fill(engine);
    expect((await engine.teams.spent(aTeam, "2026-11")).all).toEqual(teamSum);
  });
  const before = await inDatabase(dir);
  expect(before).toHaveLength(504);
  expect(await move("redis")).toMatch(MOVED);
  expect(readdirSync(dir)).toContain("reelay.db.moved");
  expect(readdirSync(dir)).not.toContain("reelay.db");
  expect(await inRedis(url)).toEqual(before);

  const engine = valueIn(
    await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: recordingLog(), names: testNames }),
  );
  const { jobs, teams } = engine;
  expect(await jobs.insert(aJob({ id: aJobId(3) }))).toBe("exists");
  expect((await teams.spent(aTeam, "2026-11")).all).toEqual(teamSum);
  expect(await jobs.insert(aTeamJob(2_000, { price: 8_705 }))).toBe("team_month");
  await engine.close();

  await expect.poll(() => move("embedded"), { timeout: 5_000 }).toMatch(MOVED);
  expect(await inDatabase(dir)).toEqual(before);
});

test("no bot starts on data that was moved away, and a second move is refused", async () => {
  const { dir, url, move, redis } = await aWorld();
  await inFolder(dir, fill);
  await move("redis");
  expect(await move("redis")).toMatch(/^refused: There is no database in DATA_DIR/);
  await move("embedded");
  expect(
    await openRedis({ url, acceptsLoss: true }, { clock: machineClock, log: recordingLog(), names: testNames }),
  ).toMatchObject({
    refusal: { kind: "moved_away" },
  });
  expect(await move("embedded")).toMatch(/^refused: The data of the Redis at REDIS_URL was already moved away/);
  const before = await inDatabase(dir);
  // A second move to Redis and back replaces the old data in Redis.
  await inFolder(dir, async ({ jobs }) => void (await jobs.insert(aJob({ id: aJobId(9_999) }))));
  expect(await move("redis")).toMatch(MOVED);
  expect(readdirSync(dir)).toContain("reelay.db.moved-2");
  expect((await inRedis(url)).length).toBe(before.length + 1);
  const opened = await openRedis(redis, { clock: machineClock, log: recordingLog(), names: testNames });
  expect(opened.ok).toBe(true);
  if (opened.ok) await opened.value.close();
});

test("a move is refused without changes if the source is missing or in use, or the target is not empty", async () => {
  const { dir, url, move } = await aWorld();
  expect(await move("redis")).toMatch(/^refused: There is no database in DATA_DIR/);
  expect(await move("embedded")).toMatch(/^refused: The Redis at REDIS_URL has no Reelay data/);
  await inFolder(dir, async (engine) => {
    await fill(engine);
    expect(await move("redis")).toMatch(/^refused: DATA_DIR .* is in use by another Reelay/);
  });
  const before = await inDatabase(dir);
  const client = await testClient(url);
  await client.set("reelay:something", "1");
  expect(await move("redis")).toMatch(/^refused: The Redis at REDIS_URL is not empty/);
  expect(await move("embedded")).toMatch(/^refused: The database in DATA_DIR .* is not empty/);
  expect(await client.keys("*")).toEqual(["reelay:something"]);
  await client.flushall();
  const bot = await openRedis(
    { url, acceptsLoss: false },
    { clock: machineClock, log: recordingLog(), names: testNames },
  );
  expect(await move("redis")).toMatch(/^refused: Reelay is connected/);
  if (bot.ok) await bot.value.close();
  const [nowhere, away] = await Promise.all([
    migrate({ to: "redis", dir, redis: null }),
    migrate({ to: "redis", dir, redis: { url: "redis://127.0.0.1:1", acceptsLoss: false } }),
  ]);
  expect([nowhere, away]).toMatchObject([{ refusal: /REDIS_URL is missing/ }, { refusal: /ECONNREFUSED/ }].map(asText));
  expect(await inDatabase(dir)).toEqual(before);
  client.disconnect();
});

function asText({ refusal }: { refusal: RegExp }) {
  return { ok: false, refusal: expect.stringMatching(refusal) };
}

test("an interrupted move is restarted or finished by the next move, and no bot starts before that", async () => {
  const { dir, url, move } = await aWorld();
  await inFolder(dir, fill);
  const before = await inDatabase(dir);
  const client = await testClient(url);
  await client.set("reelay:moving", "half");
  await client.hset("reelay:row:job/left", "v", 1);
  expect(
    await openRedis({ url, acceptsLoss: true }, { clock: machineClock, log: recordingLog(), names: testNames }),
  ).toMatchObject({
    refusal: { kind: "half_copied" },
  });
  expect(await move("embedded")).toMatch(/^refused: The Redis at REDIS_URL has an incomplete copy/);
  expect(await move("redis")).toMatch(MOVED);
  expect(await inRedis(url)).toEqual(before);
  expect(await client.exists("reelay:row:job/left", "reelay:moving")).toBe(0);

  await client.set("reelay:moving", "whole");
  expect(await move("redis")).toMatch(/^The interrupted move is complete\. Start Reelay with REDIS_URL/);
  expect(await client.exists("reelay:moving")).toBe(0);

  // Into the folder: an incomplete copy is discarded, and a complete one is used.
  await inFolder(join(dir, "moving"), async ({ jobs }) => void (await jobs.insert(aJob({ id: aJobId(9_999) }))));
  expect(await move("embedded")).toMatch(MOVED);
  expect(await inDatabase(dir)).toEqual(before);
  mkdirSync(join(dir, "moving"));
  renameSync(join(dir, "reelay.db"), join(dir, "moving", "reelay.db"));
  expect(await move("embedded")).toMatch(/^The interrupted move is complete\. Start Reelay without REDIS_URL/);
  expect(await inDatabase(dir)).toEqual(before);
  client.disconnect();
});

test("a full Redis is reported in one sentence, and the next run moves everything", async () => {
  const { dir, url, move } = await aWorld();
  await inFolder(dir, fill);
  const client = await testClient(url);
  const used = Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]);
  await client.config("SET", "maxmemory", used + 300_000);
  expect(await move("redis")).toMatch(/^refused: The move was interrupted \(OOM .*\). Run this command again\./);
  expect(
    await openRedis({ url, acceptsLoss: true }, { clock: machineClock, log: recordingLog(), names: testNames }),
  ).toMatchObject({
    refusal: { kind: "half_copied" },
  });
  await client.config("SET", "maxmemory", "0");
  expect(await move("redis")).toMatch(MOVED);
  client.disconnect();
});

test("an unreadable record is not moved, and its key is printed", async () => {
  const { dir, url, move } = await aWorld();
  const bot = valueIn(
    await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: recordingLog(), names: testNames }),
  );
  await fill(bot);
  await bot.redis.hset(`reelay:row:job/${aJobId(40)}`, "value", "{");
  await bot.close();
  const before = await inRedis(url);
  await expect
    .poll(() => move("embedded"))
    .toMatch(new RegExp(`^Moved \\d+ records\\. 1 could not be read and were left behind: job/${aJobId(40)}\\. Start`));
  expect(await inDatabase(dir)).toEqual(before.filter((row) => !row.includes(`"job/${aJobId(40)}"`)));
});
