import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noRules } from "../../../src/core/team/rules.ts";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { teamBooks } from "../../../src/engines/distributed/teams/team-books.ts";
import { redisTeamStore } from "../../../src/engines/distributed/teams/team-store.ts";
import { teamSettlingContract } from "../../contracts/team-settling.ts";
import { aTeam, aTeamJob, type TeamWorld } from "../../contracts/team-store.ts";
import { aJobId, anAnnouncing } from "../../fakes/jobs.ts";
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

teamSettlingContract("Redis", inRedis);

const spent = { held: 0, charged: 95, refunded: 0, unknown: 0, videos: 1 };

test("a correction that came back changed is none: its video is to be settled once more", () =>
  inRedis(async ({ jobs, teams }) => {
    const inDoubt = anAnnouncing({ kind: "unknown", taskId: null, atMost: 95 });
    const settle = () => teams.settle(aTeam, aJobId(1), { isCharged: true, by: "7", at: 5 });
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(aTeamJob(1, { state: inDoubt }));
    for (const isListed of [false, true]) {
      await settle();
      await redis.set(`reelay:team-row:settled-${aJobId(1)}`, "nonsense");
      if (isListed) expect(await teams.perhaps(aTeam, "2026-11")).toHaveLength(1);
      expect(await settle()).toMatchObject({ kind: "settled" });
      expect((await teams.month(aTeam, "2026-11")).all).toEqual(spent);
      expect(await teamBooks(redis).differing()).toEqual([]);
    }
  }));

test("a settlement that Redis is sent twice is the first word still", () =>
  inRedis(async ({ jobs, teams }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(aTeamJob(1, { state: anAnnouncing({ kind: "unknown", taskId: null, atMost: 95 }) }));
    const settlement = { isCharged: true, by: "7", at: 5 };
    for (const _ of ["sent", "sent again"])
      expect(await teams.settle(aTeam, aJobId(1), settlement)).toMatchObject({ kind: "settled" });
    expect((await teams.month(aTeam, "2026-11")).all).toEqual(spent);
  }));
