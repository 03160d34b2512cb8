import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { checksumOf } from "../../../src/engines/distributed/checksum.ts";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { personalJobs } from "../../../src/engines/distributed/personal-jobs.ts";
import { redisTeamStore } from "../../../src/engines/distributed/teams/team-store.ts";
import { batchesContract } from "../../contracts/batches.ts";
import { lineOrderContract } from "../../contracts/line-order.ts";
import { type LeavingWorld, teamLeavingContract } from "../../contracts/team-leaving.ts";
import { aTeam, aTeamJob, type TeamWorld, teamStoreContract } from "../../contracts/team-store.ts";
import { teamSumsContract } from "../../contracts/team-sums.ts";
import { waitingJobsContract } from "../../contracts/waiting-jobs.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anApproval, anOwner, aRunning, aWaiting } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { compileChild, startChild } from "../embedded/start-child.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

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

async function inRedis(claim: (world: TeamWorld) => Promise<void>): Promise<void> {
  await redis.flushall();
  await claim({ jobs: redisJobStore(redis, keptLog()), teams: redisTeamStore(redis, keptLog()) });
}

async function inLeaving(claim: (world: LeavingWorld) => Promise<void>): Promise<void> {
  await inRedis(async (world) => {
    const stored = async () => {
      const texts: unknown[] = [];
      for (const key of await redis.keys("*team*")) {
        const type = await redis.type(key);
        if (type === "list") texts.push(await redis.lrange(key, 0, -1));
        texts.push(key, type === "hash" ? await redis.hgetall(key) : type === "string" ? await redis.get(key) : "");
      }
      return JSON.stringify(texts);
    };
    await claim({ ...world, personal: personalJobs(redis), stored });
  });
}

teamStoreContract("Redis", inRedis);
teamLeavingContract("Redis", inLeaving);
teamSumsContract("Redis", inRedis, 60);
waitingJobsContract("Redis", inRedis);
lineOrderContract("Redis", inRedis);
batchesContract("Redis", inRedis);

const held = (videos: number) => ({ held: 95 * videos, charged: 0, refunded: 0, unknown: 0, videos });
const ROOM = { ofOwner: 9, ofWorkspace: 9, waitingOfOwner: 9 };
const inTurn = (job: Job): Job => ({ ...job, state: aWaiting({ for: "turn" }) });
const RULES = "reelay:team-rules:discord:300000000000000003";
const SUMS = "reelay:team-sums:discord:300000000000000003:2026-11";

test("of a burst over three connections as many are taken as the cap has room for", () =>
  inRedis(async ({ teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 7 * 95 + 94 }, 0);
    const clients = await Promise.all([1, 2, 3].map(() => testClient(server.url)));
    const stores = clients.map((client) => redisJobStore(client, keptLog()));
    const burst = Array.from({ length: 200 }, (_, n) =>
      stores[n % 3]?.insert(aTeamJob(n, { owner: anOwner(String(n % 9)) })),
    );
    const answers = await Promise.all(burst);
    expect(answers.filter((answer) => answer === "inserted")).toHaveLength(7);
    expect(answers.filter((answer) => answer === "team_month")).toHaveLength(193);
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(7));
    for (const client of clients) client.disconnect();
  }));

test(
  "of a burst from three processes as many are taken as the cap has room for",
  () =>
    inRedis(async ({ teams }) => {
      await teams.saveRules(aTeam, { ...noRules, teamMonth: 7 * 95 + 94 }, 0);
      const script = await compileChild("test/engines/distributed/child.ts");
      const children = [1, 2, 3].map(() => startChild(script, "inserts", server.url));
      const said = await Promise.all(children.map((child) => child.line()));
      const counts = said.map((line) => Number(line?.replace("inserted ", "")));
      expect(counts.reduce((all, one) => all + one, 0)).toBe(7);
      expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(7));
    }),
  60_000,
);

test("of a burst of approvals over three connections as many are admitted as the cap has room for", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 7 * 95 + 94 }, 0);
    const clients = await Promise.all([1, 2, 3].map(() => testClient(server.url)));
    const stores = clients.map((client) => redisJobStore(client, keptLog()));
    const asked = Array.from({ length: 200 }, (_, n) => aTeamJob(n, { approval: anApproval(), state: aWaiting() }));
    await Promise.all(asked.map((job) => jobs.insert(job)));
    const answers = await Promise.all(asked.map((job, n) => stores[n % 3]?.admit(inTurn(job), 1, ROOM)));
    expect(answers.filter((answer) => answer === "saved")).toHaveLength(7);
    expect(answers.filter((answer) => answer === "team_month")).toHaveLength(193);
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(7));
    for (const client of clients) client.disconnect();
  }));

test("an insert and an admission that Redis is sent twice count once", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 200 }, 0);
    const twice = redis.duplicate();
    const evalsha = twice.evalsha.bind(twice);
    twice.evalsha = (async (...args: Parameters<typeof evalsha>) => {
      await evalsha(...args).catch(() => null);
      return evalsha(...args);
    }) as typeof twice.evalsha;
    expect(await redisJobStore(twice, keptLog()).insert(aTeamJob(1))).toBe("inserted");
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(1));
    const asked = aTeamJob(2, { approval: anApproval(), state: aWaiting() });
    await jobs.insert(asked);
    expect(await redisJobStore(twice, keptLog()).admit(inTurn(asked), 1, ROOM)).toBe("saved");
    expect(await jobs.load(asked.id)).toEqual({ job: inTurn(asked), version: 2 });
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(2));
    twice.disconnect();
  }));

test.for([
  [
    "a sum of everybody that came back changed",
    (client: Redis) => client.hset(SUMS, "all", "9 0 0 0 1 0123456789abcdef"),
  ],
  [
    "a person's sum that came back changed",
    (client: Redis) => client.hset(SUMS, "discord:1", "0 0 0 0 0 0123456789abcdef"),
  ],
  ["sums that are gone", (client: Redis) => client.del(SUMS)],
] as const)("%s: the caps hold, and it is counted from the rows", ([, spoil]) =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, personMonth: 300 }, 0);
    for (const n of [1, 2, 3]) await jobs.insert(aTeamJob(n));
    await spoil(redis);
    expect(await jobs.save(aTeamJob(1, { state: aRunning() }), 1)).toBe(true);
    expect(await jobs.insert(aTeamJob(4))).toBe("person_month");
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(3), held: 190, charged: 95 });
    await spoil(redis);
    expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toMatchObject({ held: 190, charged: 95 });
  }),
);

test("a row that came back changed is that of its job; where that is gone, nothing more is paid for", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, personMonth: 300 }, 0);
    for (const n of [1, 2]) await jobs.insert(aTeamJob(n));
    await redis.set(`reelay:team-row:${aJobId(1)}`, "nonsense");
    expect(await jobs.save(aTeamJob(1, { ...aClosedJob(), id: aJobId(1), team: aTeam, owner: anOwner("1") }), 1)).toBe(
      true,
    );
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(2), held: 95, charged: 95 });
    await redis.set(`reelay:team-row:${aJobId(1)}`, "nonsense");
    await redis.del(SUMS);
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(2), held: 95, charged: 95 });
    await redis.set(`reelay:team-row:${aJobId(1)}`, "nonsense");
    await redis.del(SUMS, `reelay:job:${aJobId(1)}`);
    await expect(teams.month(aTeam, "2026-11")).rejects.toThrow("cannot be read");
    await expect(jobs.insert(aTeamJob(3))).rejects.toThrow("cannot be read");
    expect(await jobs.save(aTeamJob(2, { state: aRunning() }), 1)).toBe(true);
  }));

test.for(["team", "body", "v", "ask"])("rules whose %s came back changed cannot be read, and are never none", (field) =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 300 }, 0);
    await redis.hset(RULES, field, "9");
    await expect(teams.rules(aTeam)).rejects.toThrow("cannot be read");
    await expect(jobs.insert(aTeamJob(1))).rejects.toThrow("cannot be read");
    expect(await jobs.load(aJobId(1))).toBeNull();
  }),
);

test("when all is forgotten nothing of a team's jobs is left", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, noRules, 0);
    for (const n of [1, 2]) await jobs.insert(aTeamJob(n));
    const asked = aTeamJob(3, { approval: anApproval(), state: aWaiting() });
    await jobs.insert(asked);
    await jobs.admit(inTurn(asked), 1, ROOM);
    await jobs.save(aTeamJob(1, { state: anAnnouncing({ kind: "not_started", why: "store" }) }), 1);
    for (const [n, version] of [
      [1, 2],
      [2, 1],
      [3, 2],
    ] as const)
      await jobs.save(aTeamJob(n, { ...aClosedJob(), id: aJobId(n), team: aTeam, owner: anOwner("1") }), version);
    const ever = Number.MAX_SAFE_INTEGER;
    await jobs.forget({ jobs: ever, ids: ever, ledger: ever });
    await teams.forget(aTeam);
    await teams.forgetMarks("2027-01");
    expect(await redis.keys("*")).toEqual([]);
  }));

test("rules that an earlier version has saved are whole, nobody is asked by them, and this one saves over them", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 300, managers: ["7"] }, 0);
    const { personMonth, isForEveryone, people, roles, channels, managers } = noRules;
    const old = { personMonth, isForEveryone, people, roles, channels, managers };
    const body = JSON.stringify({ ...old, teamMonth: 300, managers: ["7"] });
    const sum = checksumOf("discord:300000000000000003", 1, "300", "", body);
    await redis.hset(RULES, { body, sum });
    await redis.hdel(RULES, "ask");
    expect(await teams.rules(aTeam)).toEqual({ rules: { ...noRules, teamMonth: 300, managers: ["7"] }, version: 1 });
    expect(await jobs.insert(aTeamJob(1))).toBe("inserted");
    expect(await teams.saveRules(aTeam, { ...noRules, askAbove: 0 }, 1)).toBe(true);
    expect(await jobs.insert(aTeamJob(2))).toBe("ask_above");
    await redis.hdel(RULES, "ask");
    await expect(teams.rules(aTeam)).rejects.toThrow("cannot be read");
    await expect(jobs.insert(aTeamJob(2))).rejects.toThrow("cannot be read");
  }));

test("sums that came back changed are counted before a job is admitted, and the cap holds", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 190 }, 0);
    const asked = aTeamJob(2, { approval: anApproval(), state: aWaiting() });
    for (const job of [aTeamJob(1), asked]) expect(await jobs.insert(job)).toBe("inserted");
    await redis.hset(SUMS, "all", "nonsense");
    expect(await jobs.admit({ ...inTurn(asked), price: 96 }, 1, ROOM)).toBe("team_month");
    await redis.hset(SUMS, "all", "nonsense");
    expect(await jobs.admit(inTurn(asked), 1, ROOM)).toBe("saved");
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(held(2));
  }));

test("a job that an earlier version has saved goes on, is counted and is forgotten", () =>
  inRedis(async ({ jobs }) => {
    await jobs.insert(aJob());
    await redis.hdel(`reelay:job:${aJobId()}`, "waiting");
    expect(await jobs.insert(aJob({ id: aJobId(2) }), { ...ROOM, ofOwner: 1 })).toBe("full");
    expect(await jobs.save(aClosedJob(), 1)).toBe(true);
    const ever = Number.MAX_SAFE_INTEGER;
    await jobs.forget({ jobs: ever, ids: ever, ledger: ever });
    expect(await redis.keys("*")).toEqual([]);
  }));
