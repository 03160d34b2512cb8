import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import type { Engine } from "../../src/core/engine.ts";
import type { Owner } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { openRedis } from "../../src/engines/distributed.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { acceptJobs } from "../../src/jobs/start/accept.ts";
import { vault } from "../../src/keys/vault.ts";
import { vaultContract } from "../contracts/vault.ts";
import { fakeChat } from "../fakes/chat.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  anAnnouncing,
  anApproval,
  anOwner,
  aRunning,
  aSlackOwner,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { uncounted } from "../fakes/meter.ts";
import { noManagers } from "../fakes/no-managers.ts";
import { aNotice, anEntry, anOver, aTeam, aTeamJob } from "../fakes/teams.ts";
import { lossyWire } from "./lossy-wire.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

async function aRedis(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

/** What one process has of it. */
async function opened(url: string, log = keptLog()): Promise<Engine> {
  const result = await openRedis({ url, acceptsLoss: false }, log);
  if (!result.ok) throw new Error(result.refusal.kind);
  onTestFinished(() => result.value.close());
  return result.value;
}

async function aStore(url: string, log = keptLog()) {
  return { store: (await opened(url, log)).jobs, log };
}

test("whatever was acknowledged is there after Redis was killed, and what was under way is answered truly", async () => {
  const server = await aRedis();
  const { store, log } = await aStore(server.url);
  const answers = new Map<number, string>();
  const inserting = Array.from({ length: 400 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n));
    answers.set(n, await store.insert(aJob({ id: aJobId(n) })).catch(() => "refused"));
  });
  await expect.poll(() => answers.size).toBeGreaterThan(50);
  await server.kill();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await server.restart();
  await Promise.all(inserting);

  await expect.poll(() => store.load(aJobId(0)).catch(() => "away"), { timeout: 5_000 }).not.toBe("away");
  for (const [n, answer] of answers)
    expect((await store.load(aJobId(n))) !== null, `${n}: ${answer}`).toBe(answer === "inserted");
  const said = [...answers.values()];
  expect([said.includes("inserted"), said.includes("refused"), said.length]).toEqual([true, true, 400]);
  expect(log.lines.map(({ event }) => event.split(":")[0])).toEqual(["Redis is away", "Redis is back"]);
});

test("an insert that came too late is refused, and what it left is closed as not started when Redis goes on", async () => {
  const server = await aRedis();
  const { store, log } = await aStore(server.url);
  const scheduled: string[] = [];
  const chat = fakeChat();
  const accept = acceptJobs({
    jobs: store,
    clock: machineClock,
    log,
    deadlineMs: 3_600_000,
    chance: { fraction: () => 0.5, token: () => "0" },
    pace: { pollMinMs: 2_000 },
    meter: uncounted,
    chatOf: () => chat,
    managers: noManagers,
    scheduler: {
      schedule: (id) => void scheduled.push(id),
      ensure: async () => 0,
      start() {},
      stop: async () => {},
      size: () => 0,
    },
  });
  const { id, owner, workspace, reply, request, sealedKey } = aJob();
  server.pause();
  const begun = Date.now();
  const refused = await accept({ id, owner, workspace, reply, request, sealedKey: sealedKey ?? "" });
  expect(refused).toEqual({ ok: false, refusal: { kind: "cannot_save" } });
  expect(Date.now() - begun).toBeLessThan(1_700);
  server.resume();
  const outcome = { kind: "not_started", why: "store" };
  await expect.poll(async () => (await store.load(id))?.job.state).toMatchObject({ outcome });
  expect(scheduled).toEqual([]);
});

test("of two hundred inserts at once over two connections exactly as many are taken as there is room for", async () => {
  const server = await aRedis();
  const stores = [(await aStore(server.url)).store, (await aStore(server.url)).store];
  const room = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 0 };
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => stores[n % 2]?.insert(aJob({ id: aJobId(n) }), room)),
  );
  expect(answers.filter((answer) => answer === "inserted")).toHaveLength(3);
  const many = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      stores[n % 2]?.insert(aJob({ id: aJobId(1_000 + n), owner: anOwner(`9${n}`), workspace: "W" }), room),
    ),
  );
  expect(many.filter((answer) => answer === "inserted")).toHaveLength(100);
});

test("of many saves over one version from two connections exactly one wins, version after version", async () => {
  const server = await aRedis();
  const stores = [(await aStore(server.url)).store, (await aStore(server.url)).store];
  await stores[0]?.insert(aJob());
  for (let version = 1; version <= 50; version += 1) {
    // The same words from both: neither may take the other's save for its own.
    const won = await Promise.all(
      Array.from({ length: 6 }, (_, n) => stores[n % 2]?.save(aJob({ dueAt: TEST_START + version }), version)),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
  }
});

test("a write whose answer was lost with its connection is sent again, and answered as if it had gone once", async () => {
  const server = await aRedis();
  const wire = await lossyWire(server.url);
  onTestFinished(() => wire.close());
  const { store } = await aStore(wire.url);
  const { store: other } = await aStore(server.url);
  // So that each script is known, and goes in one command.
  await store.insert(aJob({ id: aJobId(9) }));
  await store.save(aJob({ id: aJobId(9), state: aRunning() }), 1);
  await store.touch(aJob({ id: aJobId(9), state: aRunning(), dueAt: TEST_START + 1 }), 2);

  wire.loseNextAnswer();
  expect(await store.insert(aJob())).toBe("inserted");
  wire.loseNextAnswer();
  expect(await store.save(aJob({ state: aRunning() }), 1)).toBe(true);
  wire.loseNextAnswer();
  expect(await store.touch(aJob({ state: aRunning(), dueAt: TEST_START + 5 }), 2)).toBe(true);
  expect((await other.load(aJobId()))?.version).toBe(3);
  expect(wire.lost()).toBe(3);

  // Where another save came between, ours is not taken for the last one.
  wire.loseNextAnswer();
  expect(await store.save(aJob({ price: 1 }), 2)).toBe(false);
  expect((await other.load(aJobId()))?.version).toBe(3);
});

test("of a burst over three connections with a team's key as many are begun and admitted as its cap has room for", async () => {
  const server = await aRedis();
  const engines = [await opened(server.url), await opened(server.url), await opened(server.url)];
  const teams = engines[0]?.teams;
  const cap = 7 * 95 + 94;
  await teams?.saveRules(aTeam, { ...noRules, teamMonth: cap }, 0);
  const begun = await Promise.all(
    Array.from({ length: 200 }, (_, n) => engines[n % 3]?.jobs.insert(aTeamJob(n, { owner: anOwner(String(n % 9)) }))),
  );
  expect(begun.filter((answer) => answer === "inserted")).toHaveLength(7);
  expect(begun.filter((answer) => answer === "team_month")).toHaveLength(193);

  await teams?.saveRules(aTeam, { ...noRules, teamMonth: 2 * cap }, 1);
  const asked = Array.from({ length: 100 }, (_, n) => aTeamJob(200 + n, { approval: anApproval(), state: aWaiting() }));
  await Promise.all(asked.map((job) => engines[0]?.jobs.insert(job)));
  const room = { ofOwner: 9, ofWorkspace: 9, waitingOfOwner: 9 };
  const admitted = await Promise.all(
    asked.map((job, n) => engines[n % 3]?.jobs.admit({ ...job, state: aWaiting({ for: "turn" }) }, 1, room)),
  );
  expect(admitted.filter((answer) => answer === "saved")).toHaveLength(8);
  expect(admitted.filter((answer) => answer === "team_month")).toHaveLength(92);
  expect((await teams?.month(aTeam, "2026-11"))?.all).toMatchObject({ held: 15 * 95, videos: 15 });
});

test("a team's video is booked once and an act noted once where Redis's answers are lost", async () => {
  const server = await aRedis();
  const wire = await lossyWire(server.url);
  onTestFinished(() => wire.close());
  const { jobs, teams } = await opened(wire.url);
  await teams.saveRules(aTeam, { ...noRules, teamMonth: 1_000 }, 0);
  await jobs.insert(aTeamJob(1));
  await teams.noteAct(aTeam, anEntry(1));
  wire.loseNextAnswer();
  expect(await jobs.insert(aTeamJob(2))).toBe("inserted");
  wire.loseNextAnswer();
  await teams.noteAct(aTeam, anEntry(2));
  expect((await teams.month(aTeam, "2026-11")).all).toMatchObject({ held: 190, videos: 2 });
  expect(await teams.audit(aTeam)).toEqual([anEntry(2), anEntry(1)]);
});

test("what this process knew of a Redis that was emptied counts for nothing: no save goes through, and sums begin anew", async () => {
  const server = await aRedis();
  const { jobs, teams } = await opened(server.url);
  const rules = { ...noRules, teamMonth: 200 };
  await teams.saveRules(aTeam, rules, 0);
  for (const job of [aTeamJob(1), aTeamJob(2), aJob({ id: aJobId(9) })])
    expect(await jobs.insert(job)).toBe("inserted");
  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  await client.flushall();
  await client.script("FLUSH");
  expect(await jobs.save(aTeamJob(1, { state: aRunning() }), 1)).toBe(false);
  expect(await jobs.save(aJob({ id: aJobId(9), state: aRunning() }), 1)).toBe(false);
  expect(await jobs.load(aJobId(9))).toBeNull();
  expect(await jobs.insert(aTeamJob(3))).toBe("no_rules");
  expect(await teams.saveRules(aTeam, rules, 1)).toBe(false);
  expect(await teams.saveRules(aTeam, rules, 0)).toBe(true);
  expect(await jobs.insert(aTeamJob(4))).toBe("inserted");
  expect((await teams.month(aTeam, "2026-11")).all).toMatchObject({ held: 95, videos: 1 });
});

test("when all is forgotten nothing is left in Redis", async () => {
  const server = await aRedis();
  const { jobs, teams, notices, keyv } = await opened(server.url);
  await teams.saveRules(aTeam, noRules, 0);
  await teams.noteAct(aTeam, anEntry(1));
  await jobs.insert(aTeamJob(1));
  await jobs.save(aTeamJob(1, { ...aClosedJob(), id: aJobId(1), team: aTeam, owner: anOwner("1") }), 1);
  await jobs.insert(aJob({ id: aJobId(2), state: aRunning() }));
  await jobs.save(aClosedJob({ id: aJobId(2) }), 1);
  await notices.insert(aNotice(1));
  await notices.save(anOver(1), 1);
  await keyv("pending").set("k", 1, 3_600_000);

  const ever = Number.MAX_SAFE_INTEGER;
  await jobs.forget({ jobs: ever, ids: ever, ledger: ever });
  await teams.forget(aTeam);
  await notices.forget(ever);
  await keyv("pending").delete("k");
  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  expect(await client.keys("*")).toEqual([]);
});

test("while Redis is away every question to a keyv fails: none says that nothing is there; then all goes on", async () => {
  const server = await aRedis();
  const keyv = (await opened(server.url)).keyv("keys");
  await keyv.set("k", 1);
  await server.kill();
  const refused = () => "refused";
  await expect.poll(() => keyv.get("k").catch(refused)).toBe("refused");
  for (const question of [
    () => keyv.get("k"),
    () => keyv.get(["k"]),
    () => keyv.has("k"),
    () => keyv.set("k", 2),
    () => keyv.delete("k"),
    () => keyv.clear(),
  ])
    await expect(question()).rejects.toThrow();
  await server.restart();
  await expect.poll(() => keyv.get("k").catch(refused), { timeout: 5_000 }).toBe(1);
  await expect.poll(() => keyv.set("k", 2).catch(refused), { timeout: 5_000 }).toBe(true);
  expect(await keyv.get("k")).toBe(2);
});

const ring = { sealingId: "k1", keys: new Map([["k1", createSecretKey(randomBytes(32))]]) };
vaultContract("the vault over Redis", async () => vault((await opened((await aRedis()).url)).keyv("keys"), ring));

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis(["--appendonly", "no"]);
  redis = await testClient(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const OWNERS = [anOwner("1"), anOwner("2"), aSlackOwner("U1", "T1"), aSlackOwner("U2", "T1"), aSlackOwner("U1", "T2")];
const WORKSPACES = ["W", "V", null];
const MONTHS = ["2026-11", "2026-12"];
const DAY_MS = 86_400_000;

const state: fc.Arbitrary<Job["state"]> = fc.oneof(
  fc.constant(aJob().state),
  fc.constantFrom(95, 205.5).map((credits) => aRunning({ credits })),
  fc.constant(anAnnouncing({ kind: "not_started", why: "store" })),
  fc.integer({ min: 0, max: 5 }).map((day) => ({ ...aClosedJob().state, closedAt: TEST_START + day * DAY_MS })),
);
const act = fc.record({
  kind: fc.constantFrom("insert", "insert", "save", "save", "save", "stale", "forget", "leave"),
  n: fc.integer({ min: 1, max: 8 }),
  state,
  day: fc.integer({ min: 0, max: 20 }),
  isBounded: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** A job's owner, workspace and time are its id's, as they are in the world. */
function jobOf({ n, state }: Pick<Act, "n" | "state">): Job {
  const owner: Owner = OWNERS[n % OWNERS.length] ?? anOwner();
  const workspace = WORKSPACES[n % WORKSPACES.length] ?? null;
  return aJob({ id: aJobId(n), owner, workspace, acceptedAt: TEST_START + n * 2 * DAY_MS, state });
}

async function live(store: JobStore, versions: Map<number, number>, one: Act): Promise<unknown> {
  const job = jobOf(one);
  const version = versions.get(one.n) ?? 1;
  switch (one.kind) {
    case "insert": {
      const answer = await store.insert(
        job,
        one.isBounded ? { ofOwner: 1, waitingOfOwner: 0, ofWorkspace: 2 } : undefined,
      );
      if (answer === "inserted") versions.set(one.n, 1);
      return answer;
    }
    case "save": {
      const isSaved = await store.save(job, version);
      if (isSaved) versions.set(one.n, version + 1);
      return isSaved;
    }
    case "stale":
      return store.save(job, version + 1);
    case "forget": {
      const at = TEST_START + one.day * DAY_MS;
      // Ids are kept: one that came again would be another video, whose cost comes to that of the first.
      return store.forget({ jobs: at, ids: 0, ledger: at });
    }
    default:
      return (await store.forgetInstallation("T1", TEST_START + one.day * DAY_MS)).toSorted();
  }
}

/** Whatever a store can be asked. */
async function answers(store: JobStore): Promise<unknown> {
  return {
    open: await store.openJobs(null, 5),
    later: await store.openJobs({ id: aJobId(3), dueAt: 0 }, 50),
    owners: await Promise.all(
      OWNERS.map(async (owner) => [
        await store.openJobsOf(owner),
        await store.jobsOf(owner, 2),
        await Promise.all(MONTHS.map((month) => store.ledger(owner, month))),
      ]),
    ),
    unsettled: await Promise.all(["W", "V"].map((workspace) => store.countUnsettled(workspace))),
    loaded: await Promise.all(Array.from({ length: 9 }, (_, n) => store.load(aJobId(n)))),
  };
}

test("whatever lives its jobs have, it answers as the store in memory does, and in the end nothing is left of them", () =>
  fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40, size: "max" }), async (acts) => {
      await redis.flushall();
      const [store, model] = [jobStore(redisRows(redis), keptLog()), memoryJobStore()];
      const [versions, modelVersions] = [new Map<number, number>(), new Map<number, number>()];
      for (const one of acts) {
        expect(await live(store, versions, one), JSON.stringify(one)).toEqual(await live(model, modelVersions, one));
        expect(await answers(store)).toEqual(await answers(model));
      }
      for (const [n, version] of versions) await store.save(jobOf({ n, state: aClosedJob().state }), version);
      const ever = Number.MAX_SAFE_INTEGER;
      await store.forget({ jobs: ever, ids: ever, ledger: ever });
      expect(await redis.keys("*")).toEqual([]);
    }),
    { numRuns: 60 },
  ));
