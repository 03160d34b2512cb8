import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Put, Rows } from "../../src/core/rows.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { connectRedis } from "../../src/engines/redis-connection.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { teamStore } from "../../src/engines/team-store.ts";
import { rowsContract } from "../contracts/rows.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aTeam, aTeamJob } from "../fakes/teams.ts";
import { lossyWire } from "./lossy-wire.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";
import { compileChild, startChild } from "./start-child.ts";

let server: RedisServer;
let script = "";
beforeAll(async () => {
  script = await compileChild();
  server = await startRedis();
}, 60_000);
afterAll(() => server.stop());

async function connection(url = server.url): Promise<Redis> {
  const connected = await connectRedis(url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  return connected.value;
}

beforeEach(async () => {
  const redis = await connection();
  await redis.flushall();
  redis.disconnect();
});

async function view(): Promise<Rows> {
  const redis = await connection();
  return { ...redisRows(redis), close: async () => redis.disconnect() };
}

async function aView(url?: string): Promise<{ readonly rows: Rows; readonly redis: Redis }> {
  const redis = await connection(url);
  onTestFinished(() => redis.disconnect());
  return { rows: redisRows(redis), redis };
}

rowsContract("Redis", async () => ({ rows: await view(), other: await view() }));

test("three processes that start 600 videos at once never exceed the team's cap", async () => {
  const { rows } = await aView();
  const teams = teamStore(rows, recordingLog(), testNames);
  const price = aTeamJob(1).price;
  const most = 101;
  await teams.saveRules(aTeam, { ...noRules, isForEveryone: true, teamMonth: most * price }, 0);
  const children = ["0", "1", "2"].map((nth) => startChild(script, nth as `${number}`, server.url));
  for (const child of children) expect(await child.line()).toBe("ready");
  for (const child of children) child.tell("go");
  const inserted = await Promise.all(children.map(async (child) => Number((await child.line())?.split(" ")[1])));
  expect(inserted.reduce((sum, each) => sum + each, 0)).toBe(most);

  const jobs = jobStore(rows, recordingLog(), testNames);
  const open = await jobs.openJobs(null, 1_000);
  expect(open).toHaveLength(most);
  const stored = await Promise.all(open.map(({ id }) => jobs.load(id)));
  expect(stored.map((each) => [each?.version, each?.job.state.status])).toEqual(stored.map(() => [2, "running"]));
  const [month] = stored.map((each) => new Date(each?.job.acceptedAt ?? 0).toISOString().slice(0, 7));
  const { all } = await teams.spent(aTeam, month ?? "");
  expect(all).toMatchObject({ videos: most });
  expect(all.held + all.charged).toBe(most * price);
}, 60_000);

/** Runs `act` once, between a transaction's reads and its commit. */
function beforeCommit(redis: Redis, act: () => Promise<unknown>): void {
  const send = redis.evalsha.bind(redis);
  let isDone = false;
  const evalsha = async (sha: string, count: number, ...values: string[]) => {
    if (!isDone && values.length > 1) {
      isDone = true;
      await act();
    }
    return send(sha, count, ...values);
  };
  Object.assign(redis, { evalsha });
}

const put = (key: string, value: unknown, index?: string) => ({
  key,
  value,
  indexes: index === undefined ? [] : [{ name: index, score: 1 }],
});

async function write(rows: Rows, puts: readonly Put[], deletes: readonly string[] = []): Promise<void> {
  await rows.transact({ keys: [...puts.map(({ key }) => key), ...deletes] }, () => ({ value: null, puts, deletes }));
}

test.for([
  ["saves a row that the transaction read", { deletes: [], puts: [put("read", 2, "list")] }],
  ["deletes a row that the transaction read", { deletes: ["read"], puts: [] }],
  ["creates a row that the transaction found missing", { deletes: [], puts: [put("none", 2)] }],
  ["adds to an index that the transaction counted", { deletes: [], puts: [put("new", 2, "counted")] }],
] as const)("an uncommitted transaction is repeated if another process %s", async ([, writes]) => {
  const [{ rows, redis }, { rows: other }] = [await aView(), await aView()];
  await write(other, [put("read", 1)]);
  beforeCommit(redis, () => write(other, writes.puts, writes.deletes));
  const seen: unknown[] = [];
  await rows.transact({ keys: ["read", "none", "answer"], counts: ["counted"] }, (facts) => {
    seen.push([facts.row("read")?.value, facts.row("none")?.value, facts.count("counted")]);
    return { value: null, puts: [put("answer", seen.length)] };
  });
  expect(seen).toHaveLength(2);
  expect(seen[1]).not.toEqual(seen[0]);
  expect(await rows.get("answer")).toMatchObject({ value: 2, version: 1 });
});

test("a row that was deleted and saved again with the same version counts as changed", async () => {
  const [{ rows, redis }, { rows: other }] = [await aView(), await aView()];
  await write(other, [put("k", "old")]);
  beforeCommit(redis, async () => {
    await write(other, [], ["k"]);
    await write(other, [put("k", "new")]);
  });
  const seen = await rows.transact({ keys: ["k", "answer"] }, (facts) => ({
    value: facts.row("k")?.value,
    puts: [put("answer", 1)],
  }));
  expect(seen).toBe("new");
});

test("another process's writes to other rows cause no conflict", async () => {
  const [{ rows, redis }, { rows: other }] = [await aView(), await aView()];
  beforeCommit(redis, () => write(other, [put("other", 1, "others")]));
  let decisions = 0;
  await rows.transact({ keys: ["k"], counts: ["counted"] }, () => {
    decisions += 1;
    return { value: null, puts: [put("k", 1)] };
  });
  expect(decisions).toBe(1);
});

/** Returns a function that counts the scripts run since this call. */
function countingScripts(redis: Redis): () => number {
  const send = redis.evalsha.bind(redis);
  let scripts = 0;
  const evalsha = (sha: string, count: number, ...values: string[]) => {
    scripts += 1;
    return send(sha, count, ...values);
  };
  Object.assign(redis, { evalsha });
  return () => scripts;
}

test("transactions with the same batch key share one read and one commit", async () => {
  const { rows, redis } = await aView();
  await rows.transact({ keys: ["sum"] }, () => ({ value: null, puts: [put("sum", 0)] }));
  const scripts = countingScripts(redis);
  const add = (n: number) =>
    rows.transact(
      { keys: ["sum", `row:${n}`] },
      (facts) => {
        const sum = Number(facts.row("sum")?.value);
        return { value: sum, puts: [put("sum", sum + 1), put(`row:${n}`, n)] };
      },
      { batchKey: "one" },
    );
  expect(await Promise.all([0, 1, 2, 3].map(add))).toEqual([0, 1, 2, 3]);
  expect(scripts()).toBe(2);
  expect(await rows.get("sum")).toMatchObject({ value: 4, version: 5 });
});

test("a commit whose response was lost is not applied twice", async () => {
  const wire = await lossyWire(server.url);
  onTestFinished(() => wire.close());
  const { rows } = await aView(wire.url);
  const add = (isLost: boolean) =>
    rows.transact({ keys: ["sum"], counts: ["all"] }, (facts) => {
      if (isLost && wire.lost() === 0) wire.loseNextAnswer();
      const sum = Number(facts.row("sum")?.value ?? 0);
      return { value: sum, puts: [put("sum", sum + 1, "all")] };
    });
  expect(await add(false)).toBe(0);
  expect(await add(true)).toBe(1);
  expect(wire.lost()).toBe(1);
  expect(await rows.get("sum")).toMatchObject({ value: 2, version: 2 });
  expect(await rows.count("all")).toBe(1);
});

test("deleted rows leave no key in Redis", async () => {
  const { rows, redis } = await aView();
  await write(rows, [put("a", 1, "x"), put("b", 1, "y")]);
  await write(rows, [], ["a", "b"]);
  expect(await redis.keys("*")).toEqual([]);
});

test("every call to the store fails while Redis is down", async () => {
  const own = await startRedis();
  onTestFinished(() => own.stop());
  const { rows } = await aView(own.url);
  const add = () => rows.transact({ keys: ["k"] }, () => ({ value: "saved", puts: [put("k", 1, "all")] }));
  await add();
  await own.kill();
  const isRefused = () => add().catch(() => "refused");
  await expect.poll(isRefused).toBe("refused");
  await expect(rows.get("k")).rejects.toThrow();
  await expect(rows.page("all", { limit: 1 })).rejects.toThrow();
  await expect(rows.places("all", { limit: 1 })).rejects.toThrow();
  await expect(rows.count("all")).rejects.toThrow();
  await own.restart();
  await expect.poll(isRefused, { timeout: 5_000 }).toBe("saved");
  expect(await rows.count("all")).toBe(1);
});

test("a transaction that uses cached rows still detects another process's write", async () => {
  const [{ rows, redis }, { rows: other }] = [await aView(), await aView()];
  /** Adds a row to the list and returns how many there were. */
  const add = (by: Rows, key: string) =>
    by.transact({ keys: [key, "last"], absent: [key], counts: ["list"] }, (facts) => ({
      value: [facts.count("list"), facts.row("last")?.value ?? null],
      puts: [put(key, key, "list"), put("last", key)],
    }));
  const scripts = countingScripts(redis);
  const counted = async (key: string, answer: unknown) => {
    const before = scripts();
    expect(await add(rows, key)).toEqual(answer);
    return scripts() - before;
  };
  expect(await counted("a", [0, null])).toBe(2);
  expect(await counted("b", [1, "a"])).toBe(1);
  await add(other, "c");
  // A wrong commit, a read, and the correct commit.
  expect(await counted("d", [3, "c"])).toBe(3);
  await write(rows, [], ["d"]);
  expect(await counted("e", [3, "d"])).toBe(1);
  // A transaction that writes nothing never decides on cached values alone.
  await add(other, "f");
  const size = (index: string) => rows.transact({ counts: [index] }, (facts) => ({ value: facts.count(index) }));
  expect(await size("list")).toBe(5);
  // Without cached values, the first read decides.
  const before = scripts();
  expect([await size("others"), scripts() - before]).toEqual([0, 1]);
});

test("inserting the next video of a team's member takes one call to Redis", async () => {
  const { rows, redis } = await aView();
  await teamStore(rows, recordingLog(), testNames).saveRules(aTeam, { ...noRules, isForEveryone: true }, 0);
  const jobs = jobStore(rows, recordingLog(), testNames);
  const capacity = { ofOwner: 10, ofWorkspace: 10, waitingOfOwner: 5 };
  expect(await jobs.insert(aTeamJob(1), { capacity })).toBe("inserted");
  const scripts = countingScripts(redis);
  const before = scripts();
  expect(await jobs.insert(aTeamJob(2), { capacity })).toBe("inserted");
  expect(scripts() - before).toBe(1);
});
