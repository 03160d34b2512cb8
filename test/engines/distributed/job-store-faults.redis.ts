import { expect, onTestFinished, test } from "vitest";
import { machineClock } from "../../../src/core/clock.ts";
import { openRedis } from "../../../src/engines/distributed/distributed.ts";
import { acceptJobs } from "../../../src/jobs/start/accept.ts";
import { fakeChat } from "../../fakes/chat.ts";
import { aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { uncounted } from "../../fakes/meter.ts";
import { noManagers } from "../../fakes/no-managers.ts";
import { lossyWire } from "./lossy-wire.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

async function aRedis(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

async function aStore(url: string, log = keptLog()) {
  const opened = await openRedis({ url, acceptsLoss: false }, log);
  if (!opened.ok) throw new Error(opened.refusal.kind);
  onTestFinished(() => opened.value.close());
  return { store: opened.value.jobs, log };
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

  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  for (const [n, answer] of answers)
    expect(await client.exists(`reelay:job:${aJobId(n)}`), `${n}: ${answer}`).toBe(answer === "inserted" ? 1 : 0);
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

test("a record that was changed by hand is refused on load, left out of lists and told once; the others go on", async () => {
  const server = await aRedis();
  const { store, log } = await aStore(server.url);
  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  for (const n of [1, 2, 3]) await store.insert(aJob({ id: aJobId(n), acceptedAt: TEST_START + n }));
  const body = await client.hget(`reelay:job:${aJobId(2)}`, "body");
  await client.hset(`reelay:job:${aJobId(2)}`, "body", (body ?? "").replace("boat", "goat"));

  for (const _ of ["once", "twice"]) {
    await expect(store.load(aJobId(2))).rejects.toThrow(aJobId(2));
    expect((await store.openJobsOf(anOwner())).map(({ id }) => id)).toEqual([aJobId(1), aJobId(3)]);
    expect((await store.jobsOf(anOwner(), 10)).map(({ id }) => id)).toEqual([aJobId(3), aJobId(1)]);
    expect(await store.openJobs(null, 10)).toHaveLength(3);
  }
  expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { job: aJobId(2) } })]);
  // Nobody sees it and it never ends, so it takes nobody's place.
  const room = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 0 };
  expect(await store.insert(aJob({ id: aJobId(4) }), room)).toBe("inserted");
  expect(await store.insert(aJob({ id: aJobId(5) }), room)).toBe("full");
});

test("a ledger's entry that was changed is read from its job; where that is gone, the month is refused", async () => {
  const server = await aRedis();
  const { store } = await aStore(server.url);
  const client = await testClient(server.url);
  onTestFinished(() => client.disconnect());
  const owner = aSlackOwner();
  await store.insert(aJob({ owner, state: aRunning() }));
  const key = "reelay:ledger:slack:T0000000001:U0000000002";
  const [entry = ""] = await client.zrange(key, 0, -1);
  await client.zrem(key, entry);
  await client.zadd(key, TEST_START, entry.replace(" 95 ", " 9 "));
  expect((await store.ledger(owner, "2026-11")).charged).toBe(95);
  await client.del(`reelay:job:${aJobId()}`);
  await expect(store.ledger(owner, "2026-11")).rejects.toThrow("cannot be read");
});
