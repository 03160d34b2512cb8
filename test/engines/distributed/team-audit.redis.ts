import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { personalJobs } from "../../../src/engines/distributed/personal-jobs.ts";
import { redisTeamStore } from "../../../src/engines/distributed/teams/team-store.ts";
import { anEntry, teamAuditContract } from "../../contracts/team-audit.ts";
import { ada, aTeam, type TeamWorld } from "../../contracts/team-store.ts";
import { TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
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

teamAuditContract("Redis", inRedis);

const AUDIT = "reelay:team-audit:discord:300000000000000003";

test("an entry that Redis is sent twice is there once", () =>
  inRedis(async ({ teams }) => {
    for (const n of [1, 2, 1, 2]) await teams.noteAct(aTeam, anEntry(n));
    expect(await teams.audit(aTeam)).toEqual([anEntry(2), anEntry(1)]);
  }));

test("an entry that came back changed is left out, and goes with the next sweep", () =>
  inRedis(async ({ teams }) => {
    for (const n of [1, 2]) await teams.noteAct(aTeam, anEntry(n));
    const [first = ""] = await redis.lrange(AUDIT, 0, 0);
    await redis.lset(AUDIT, 0, first.replace("discord:7", "discord:8"));
    expect(await teams.audit(aTeam)).toEqual([anEntry(2)]);
    await teams.forgetAudit(0);
    expect(await redis.llen(AUDIT)).toBe(1);
  }));

test("nothing is left where all of it went: with its time, with its team, beyond the most", () =>
  inRedis(async ({ teams }) => {
    const both = async () => {
      for (const by of ["1", "2"]) await teams.noteAct(aTeam, anEntry(1, { by }));
    };
    await both();
    await teams.forgetAudit(TEST_START + 2);
    expect(await redis.keys("*")).toEqual([]);
    await both();
    await teams.forget(aTeam);
    expect(await redis.keys("*")).toEqual([]);
    await teams.noteAct(aTeam, anEntry(1, { by: "1" }));
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => teams.noteAct(aTeam, anEntry(n + 2, { by: "2" }))));
    expect(await redis.keys("*:team-audit-of:*")).toEqual(["reelay:team-audit-of:discord:2"]);
    expect(await personalJobs(redis).acts(ada)).toEqual([]);
  }));
