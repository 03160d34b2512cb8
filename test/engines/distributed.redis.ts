import { expect, onTestFinished, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import type { Engine } from "../../src/core/engine.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { openRedis } from "../../src/engines/distributed.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aNotice, anEntry, anOver, aTeam, aTeamJob } from "../fakes/teams.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

async function aRedis(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

async function opened(url: string, log = recordingLog()): Promise<Engine> {
  const result = await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: log, names: testNames });
  if (!result.ok) throw new Error(result.refusal.kind);
  onTestFinished(() => result.value.close());
  return result.value;
}

async function aStore(url: string, log = recordingLog()) {
  return { store: (await opened(url, log)).jobs, log };
}

test("after Redis was killed, exactly the acknowledged writes are stored", async () => {
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
  const all = [...answers.values()];
  expect([all.includes("inserted"), all.includes("refused"), all.length]).toEqual([true, true, 400]);
  expect(log.lines.map(({ event }) => event.split(":")[0])).toEqual(["Redis is away", "Redis is back"]);
});

test("after Redis was emptied, no process writes its cached rows back", async () => {
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
  expect((await teams.spent(aTeam, "2026-11")).all).toMatchObject({ held: 95, videos: 1 });
});

test("deleting all jobs, teams and notices leaves no key in Redis", async () => {
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
  await jobs.forget({ jobs: ever, ids: ever, ledger: ever, daySums: ever });
  await teams.forget(aTeam);
  await notices.forget(ever);
  await keyv("pending").delete("k");
  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  expect(await client.keys("*")).toEqual([]);
});
