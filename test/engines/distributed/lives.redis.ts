import fc from "fast-check";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Owner } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { JobStore } from "../../../src/core/ports.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { redisRows } from "../../../src/engines/redis-rows.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  anAnnouncing,
  anOwner,
  aRunning,
  aSlackOwner,
  TEST_START,
} from "../../fakes/jobs.ts";
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
