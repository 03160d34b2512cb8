import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../../src/app/program/migrate.ts";
import { machineClock } from "../../../src/core/clock.ts";
import type { Engine } from "../../../src/core/engine.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import type { Copied } from "../../../src/engines/copied.ts";
import { openRedis } from "../../../src/engines/distributed/distributed.ts";
import { openMover } from "../../../src/engines/distributed/mover.ts";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { openEmbedded } from "../../../src/engines/embedded/embedded.ts";
import { openFolder } from "../../../src/engines/embedded/folder-mover.ts";
import { aTeam, aTeamJob } from "../../contracts/team-store.ts";
import { startRedis, testClient } from "../../engines/distributed/redis-server.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";

async function aWorld() {
  const dir = mkdtempSync(join(tmpdir(), "reelay-migrate-"));
  const server = await startRedis();
  onTestFinished(async () => {
    await server.stop();
    rmSync(dir, { recursive: true });
  });
  const redis = { url: server.url, acceptsLoss: false };
  const said = async (to: "redis" | "embedded") => {
    const done = await migrate({ to, dir, redis });
    return done.ok ? done.value : `refused: ${done.refusal}`;
  };
  return { dir, url: server.url, redis, said };
}

async function inFolder(dir: string, act: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEmbedded(dir, machineClock, keptLog());
  if (!engine.ok) throw new Error(engine.refusal.detail);
  await act(engine.value);
  await engine.value.close();
}

/** Jobs at every stage, forgotten ones, their costs, and entries of people, some of which end. */
async function fill({ jobs, teams, keyv }: Pick<Engine, "jobs" | "teams" | "keyv">): Promise<void> {
  await Promise.all(
    Array.from({ length: 450 }, async (_, n) => {
      const owner = n % 2 ? anOwner(`${n % 7}`) : aSlackOwner(`U${n % 5}`, `T${n % 3}`);
      const more = { id: aJobId(n), owner, acceptedAt: TEST_START + n, workspace: n % 4 ? "W" : null };
      await jobs.insert(n % 3 ? aJob(more) : aClosedJob(more, TEST_START + n));
      if (n % 3 === 1) await jobs.save(aJob({ ...more, state: aRunning({ credits: 205.5 }) }), 1);
    }),
  );
  await jobs.forget({ jobs: TEST_START + 30, ids: 0, ledger: 0 });
  await teams.saveRules(aTeam, { ...noRules, teamMonth: 9_000 }, 0);
  for (const n of [1, 2, 3]) await jobs.insert(aTeamJob(1_000 + n, { acceptedAt: TEST_START + n }));
  await jobs.save(aTeamJob(1_001, { state: aRunning({ credits: 105.5 }), acceptedAt: TEST_START + 1 }), 1);
  for (const name of ["keys", "settings", "odd:name"])
    for (let n = 0; n < 10; n += 1) await keyv(name).set(`discord:${n}`, { name, n, text: "🦊" });
  await keyv("kept").set("for an hour", 1, 3_600_000);
}

async function inRedis(url: string): Promise<readonly Copied[]> {
  const mover = await openMover({ url, acceptsLoss: false }, machineClock);
  if (!mover.ok) throw new Error(mover.refusal.kind);
  const found = await sorted(mover.value.source.records(() => {}));
  mover.value.close();
  return found;
}

async function inDatabase(dir: string): Promise<readonly Copied[]> {
  const folder = await openFolder(dir);
  if (!folder.ok) throw new Error(folder.refusal.detail);
  const found = await sorted(folder.value.records(() => {}));
  await folder.value.close();
  return found;
}

/** An end is known to the second: Redis counts from now. */
async function sorted(records: AsyncIterable<Copied>): Promise<readonly Copied[]> {
  const all: Copied[] = [];
  for await (const record of records)
    all.push(record.kind === "entry" && record.expiresAt !== null ? { ...record, expiresAt: 1 } : record);
  const text = (record: Copied) => JSON.stringify(record);
  return all.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}

const teamSum = { held: 190, charged: 105.5, refunded: 0, unknown: 0, videos: 3 };
const COUNTS =
  /^Moved 443 videos, 10 ids of forgotten ones, 301 costs, 4 records of teams and 31 keys, settings and the like\./;

test("everything goes to Redis and back: jobs with their versions, known ids, costs, entries and when they end", async () => {
  const { dir, url, said } = await aWorld();
  await inFolder(dir, fill);
  const before = await inDatabase(dir);
  expect(before).toHaveLength(789);
  expect(await said("redis")).toMatch(COUNTS);
  expect(readdirSync(dir)).toContain("reelay.db.moved");
  expect(readdirSync(dir)).not.toContain("reelay.db");
  expect(await inRedis(url)).toEqual(before);

  const engine = await openRedis({ url, acceptsLoss: false }, keptLog());
  if (!engine.ok) throw new Error(engine.refusal.kind);
  const { jobs, teams, keyv } = engine.value;
  expect(await jobs.insert(aJob({ id: aJobId(3) }))).toBe("exists");
  expect((await jobs.load(aJobId(31)))?.version).toBe(2);
  expect(await jobs.countUnsettled("W")).toBeGreaterThan(100);
  expect(await teams.rules(aTeam)).toEqual({ rules: { ...noRules, teamMonth: 9_000 }, version: 1 });
  expect((await teams.month(aTeam, "2026-11")).all).toEqual(teamSum);
  expect(await teams.openJobs(aTeam)).toHaveLength(3);
  expect(await jobs.insert(aTeamJob(2_000, { price: 8_705 }))).toBe("team_month");
  expect(await keyv("odd:name").get("discord:7")).toEqual({ name: "odd:name", n: 7, text: "🦊" });
  expect(await engine.value.redis.pttl("reelay:keyv:kept:for an hour")).toBeGreaterThan(3_500_000);
  await engine.value.close();

  await expect.poll(() => said("embedded"), { timeout: 5_000 }).toMatch(COUNTS);
  expect(await inDatabase(dir)).toEqual(before);
  await inFolder(dir, async ({ jobs: own, teams: ownTeams }) => {
    expect((await ownTeams.month(aTeam, "2026-11")).all).toEqual(teamSum);
    expect(await ownTeams.openJobs(aTeam)).toHaveLength(3);
    expect(await own.insert(aJob({ id: aJobId(3) }))).toBe("exists");
    expect((await own.load(aJobId(31)))?.version).toBe(2);
  });
});

test("no bot starts on what a move has left behind, and a second move is refused", async () => {
  const { dir, url, said, redis } = await aWorld();
  await inFolder(dir, fill);
  await said("redis");
  expect(await said("redis")).toMatch(/^refused: There is no database in DATA_DIR/);
  await said("embedded");
  expect(await openRedis({ url, acceptsLoss: true }, keptLog())).toMatchObject({ refusal: { kind: "moved_away" } });
  expect(await said("embedded")).toMatch(/^refused: What was in the Redis at REDIS_URL was moved away before/);
  // Once more to and fro: what Redis had kept is replaced.
  await inFolder(dir, async ({ jobs }) => void (await jobs.insert(aJob({ id: aJobId(9_999) }))));
  expect(await said("redis")).toMatch(/^Moved 444 videos/);
  expect(readdirSync(dir)).toContain("reelay.db.moved-2");
  const opened = await openRedis(redis, keptLog());
  expect(opened.ok).toBe(true);
  if (opened.ok) await opened.value.close();
});

test("what is not empty, in use or not there is refused, and nothing is changed", async () => {
  const { dir, url, said } = await aWorld();
  expect(await said("redis")).toMatch(/^refused: There is no database in DATA_DIR/);
  expect(await said("embedded")).toMatch(/^refused: The Redis at REDIS_URL has no Reelay data/);
  await inFolder(dir, async (engine) => {
    await fill(engine);
    expect(await said("redis")).toMatch(/^refused: DATA_DIR .* is in use by another Reelay/);
  });
  const client = await testClient(url);
  await client.set("reelay:something", "1");
  expect(await said("redis")).toMatch(/^refused: The Redis at REDIS_URL is not empty/);
  expect(await said("embedded")).toMatch(/^refused: The database in DATA_DIR .* is not empty/);
  expect(await client.keys("*")).toEqual(["reelay:something"]);
  await client.flushall();
  const bot = await openRedis({ url, acceptsLoss: false }, keptLog());
  expect(await said("redis")).toMatch(/^refused: A Reelay is connected/);
  if (bot.ok) await bot.value.close();
  const [nowhere, away] = await Promise.all([
    migrate({ to: "redis", dir, redis: null }),
    migrate({ to: "redis", dir, redis: { url: "redis://127.0.0.1:1", acceptsLoss: false } }),
  ]);
  expect([nowhere, away]).toMatchObject([{ refusal: /REDIS_URL is missing/ }, { refusal: /ECONNREFUSED/ }].map(asText));
  expect(await inDatabase(dir)).toHaveLength(789);
  client.disconnect();
});

function asText({ refusal }: { refusal: RegExp }) {
  return { ok: false, refusal: expect.stringMatching(refusal) };
}

test("a move that was cut off is begun anew or ended by the next one, and until then no bot starts", async () => {
  const { dir, url, said } = await aWorld();
  await inFolder(dir, fill);
  const before = await inDatabase(dir);
  const client = await testClient(url);
  await client.set("reelay:moving", "half");
  await client.hset("reelay:job:left", "v", 1);
  expect(await openRedis({ url, acceptsLoss: true }, keptLog())).toMatchObject({ refusal: { kind: "half_copied" } });
  expect(await said("embedded")).toMatch(/^refused: The Redis at REDIS_URL holds half a copy/);
  expect(await said("redis")).toMatch(COUNTS);
  expect(await inRedis(url)).toEqual(before);
  expect(await client.exists("reelay:job:left", "reelay:moving")).toBe(0);

  await client.set("reelay:moving", "whole");
  expect(await said("redis")).toMatch(/^The move that was cut off is done\. Start Reelay with REDIS_URL/);
  expect(await client.exists("reelay:moving")).toBe(0);

  const mover = await openMover({ url, acceptsLoss: false }, machineClock);
  if (!mover.ok) throw new Error(mover.refusal.kind);
  await inFolder(join(dir, "moving"), fill);
  await mover.value.mark("away");
  mover.value.close();
  expect(await said("embedded")).toMatch(/^The move that was cut off is done\. Start Reelay without REDIS_URL/);
  expect(await inDatabase(dir)).toHaveLength(789);
  client.disconnect();
});

test("a Redis that takes no more is told in a sentence, and the next run does it all", async () => {
  const { dir, url, said } = await aWorld();
  await inFolder(dir, fill);
  const client = await testClient(url);
  const used = Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]);
  await client.config("SET", "maxmemory", used + 300_000);
  expect(await said("redis")).toMatch(/^refused: The move was cut off \(OOM .*\)\. Run this once more\./);
  expect(await openRedis({ url, acceptsLoss: true }, keptLog())).toMatchObject({ refusal: { kind: "half_copied" } });
  await client.config("SET", "maxmemory", "0");
  expect(await said("redis")).toMatch(COUNTS);
  client.disconnect();
});

test("a damaged record, which nobody can read, is left behind and counted", async () => {
  const { dir, url, said } = await aWorld();
  const bot = await openRedis({ url, acceptsLoss: false }, keptLog());
  if (!bot.ok) throw new Error(bot.refusal.kind);
  await fill(bot.value);
  await bot.value.redis.hset(`reelay:job:${aJobId(40)}`, "body", "{");
  await bot.value.close();
  await expect.poll(() => said("embedded")).toMatch(/^Moved 442 videos.* 1 damaged records/);
  expect(await inDatabase(dir)).toHaveLength(788);
});

test("sums that are not those of their videos are added up anew on the way, and that is said", async () => {
  const { dir, url, said } = await aWorld();
  await inFolder(dir, fill);
  const connection = await connect(join(dir, "reelay.db"));
  connection.exec("UPDATE team_sums SET held = 9 WHERE person = 'all'");
  connection.close();
  expect(await said("redis")).toMatch(
    / The sums of 1 teams' months were not those of their videos, and were added up anew\./,
  );
  const client = await testClient(url);
  await client.hdel("reelay:team-sums:discord:300000000000000003:2026-11", "all");
  expect(await said("embedded")).toMatch(/ The sums of 1 teams' months/);
  await inFolder(dir, async ({ teams }) => {
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(teamSum);
  });
  client.disconnect();
});
