import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { machineClock } from "../../src/core/clock.ts";
import { openRedis } from "../../src/engines/distributed.ts";
import { checkRedisAt, sentinelOptions } from "../../src/engines/redis-connection.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { type RedisServer, startRedis, startReplica, testClient } from "./redis-server.ts";

function composed(): readonly string[] {
  const file = readFileSync(new URL("../../compose.yaml", import.meta.url), "utf8");
  const redis = z
    .object({ services: z.object({ redis: z.object({ command: z.array(z.string()) }) }) })
    .parse(parse(file, { merge: true }));
  // As Docker Compose reads them if none of their variables is set.
  return redis.services.redis.command.slice(1).map((word) => word.replace(/^\$\{\w+:-(.*)\}$/, "$1"));
}

async function withRedis(settings: readonly string[] | undefined, claim: (redis: RedisServer) => Promise<void>) {
  const redis = await startRedis(settings);
  try {
    await claim(redis);
  } finally {
    await redis.stop();
  }
}

describe("the check of the Redis settings", () => {
  test.for<[string, readonly string[], string]>([
    ["the default settings", [], "appendonly is no, appendfsync is everysec"],
    ["an fsync every second", ["--appendonly", "yes"], "appendfsync is everysec"],
    [
      "eviction of keys",
      ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "allkeys-lru"],
      "maxmemory-policy is allkeys-lru",
    ],
  ])("refuses Redis with %s unless the operator accepts data loss", ([, settings, detail]) =>
    withRedis(settings, async ({ url }) => {
      const log = recordingLog();
      expect(await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: log, names: testNames })).toEqual(
        {
          ok: false,
          refusal: { kind: "may_lose", detail },
        },
      );
      expect(log.lines).toEqual([]);
      const opened = await openRedis({ url, acceptsLoss: true }, { clock: machineClock, log: log, names: testNames });
      expect(opened.ok).toBe(true);
      expect(log.lines).toEqual([expect.objectContaining({ level: "warn", fields: { reason: detail } })]);
      if (opened.ok) await opened.value.close();
    }),
  );

  test.for<[string, readonly string[] | undefined]>([
    ["full durability", undefined],
    ["the settings of compose.yaml", composed()],
  ])("accepts Redis with %s without a warning", ([, settings]) =>
    withRedis(settings, async ({ url }) => {
      const log = recordingLog();
      const opened = await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: log, names: testNames });
      expect(opened.ok).toBe(true);
      if (opened.ok) await opened.value.close();
      expect(log.lines).toEqual([]);
    }),
  );

  test("refuses a Redis without the CONFIG command unless the operator accepts data loss", () =>
    withRedis(["--appendonly", "yes", "--appendfsync", "always", "--rename-command", "CONFIG", ""], async ({ url }) => {
      const refused = await openRedis(
        { url, acceptsLoss: false },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      expect(refused).toMatchObject({ ok: false, refusal: { kind: "unknown_durability" } });
      const opened = await openRedis(
        { url, acceptsLoss: true },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      expect(opened.ok).toBe(true);
      if (opened.ok) await opened.value.close();
    }));

  test("refuses a Redis that denies access to the settings or accepts no more connections", async () => {
    await withRedis(undefined, async ({ url }) => {
      const client = await testClient(url);
      await client.call("ACL", "SETUSER", "ada", "on", ">pw", "~*", "+@all", "-info", "-config");
      const login = url.replace("redis://", "redis://ada:pw@");
      const refused = await openRedis(
        { url: login, acceptsLoss: false },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      expect(refused).toMatchObject({ ok: false, refusal: { kind: "unknown_durability" } });
      await client.config("SET", "maxclients", "1");
      const full = await openRedis(
        { url, acceptsLoss: false },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      expect(full).toMatchObject({ ok: false, refusal: { kind: "unreachable" } });
      client.disconnect();
    });
  });

  test("refuses a replica and a cluster even if the operator accepts data loss", () =>
    withRedis(undefined, async ({ url }) => {
      const client = await testClient(url);
      await client.call("REPLICAOF", "127.0.0.1", "1");
      const refused = await openRedis(
        { url, acceptsLoss: true },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      expect(refused).toMatchObject({ ok: false, refusal: { kind: "replica" } });
      client.disconnect();
      await withRedis(["--cluster-enabled", "yes"], async (cluster) => {
        const refusedToo = await openRedis(
          { url: cluster.url, acceptsLoss: true },
          { clock: machineClock, log: recordingLog(), names: testNames },
        );
        expect(refusedToo).toMatchObject({ ok: false, refusal: { kind: "cluster" } });
      });
    }));
});

describe("the check of Redis with the setting REDIS_REPLICAS", () => {
  const DURABLE = ["--appendonly", "yes", "--appendfsync", "always"];
  const needed = [...DURABLE, "--min-replicas-to-write", "1"];

  async function withReplica(
    [primary, ofReplica]: readonly [readonly string[], readonly string[]],
    claim: (url: string, replica: RedisServer) => Promise<void>,
  ) {
    await withRedis(primary, async (server) => {
      const replica = await startReplica(server, ofReplica);
      try {
        await claim(server.url, replica);
      } finally {
        await replica.stop();
      }
    });
  }

  test("accepts a primary with enough replicas that have append-only files", () =>
    withReplica([needed, DURABLE], async (url) => {
      const log = recordingLog();
      const choice = { url, acceptsLoss: false, replicas: 1 };
      const opened = await openRedis(choice, { clock: machineClock, log, names: testNames });
      expect(opened.ok).toBe(true);
      if (opened.ok) await opened.value.close();
      expect(log.lines).toEqual([]);
      expect(await checkRedisAt(url, 2)).toEqual({
        kind: "few_replicas",
        detail: "1 of 2 replicas are connected, min-replicas-to-write is 1",
      });
    }));

  test("refuses a primary without a replica even if the operator accepts data loss", () =>
    withRedis(DURABLE, async ({ url }) => {
      const choice = { url, acceptsLoss: true, replicas: 1 };
      expect(await openRedis(choice, { clock: machineClock, log: recordingLog(), names: testNames })).toEqual({
        ok: false,
        refusal: {
          kind: "few_replicas",
          detail: "0 of 1 replicas are connected, min-replicas-to-write is 0",
        },
      });
    }));

  test("names a replica that has no append-only file", () =>
    withReplica([needed, []], async (url, replica) => {
      const { port } = new URL(replica.url);
      expect(await checkRedisAt(url, 1)).toEqual({
        kind: "few_replicas",
        detail: `127.0.0.1:${port} writes no append-only file`,
      });
    }));

  test("reports the durability as unknown if a replica cannot be reached", () =>
    withReplica([needed, [...DURABLE, "--replica-announce-port", "1"]], async (url) => {
      expect(await checkRedisAt(url, 1)).toEqual({
        kind: "unknown_durability",
        detail: "the replica at 127.0.0.1:1: ECONNREFUSED",
      });
    }));

  test("reports the durability as unknown if the primary hides its settings", () =>
    withReplica([[...needed, "--rename-command", "CONFIG", "HIDDEN"], DURABLE], async (url) => {
      expect(await checkRedisAt(url, 1)).toMatchObject({
        kind: "unknown_durability",
        detail: expect.stringContaining("unknown command"),
      });
    }));
});

test("a Redis Sentinel URL is parsed into the set's name, the login, the database and the TLS setting", () => {
  expect(sentinelOptions("redis://127.0.0.1:6379")).toBeNull();
  expect(sentinelOptions("redis+sentinel://one:1,two/reelay")).toMatchObject({
    name: "reelay",
    sentinels: [
      { host: "one", port: 1 },
      { host: "two", port: 26_379 },
    ],
  });
  expect(sentinelOptions("rediss+sentinel://ada:p%40ss@one/reelay/2")).toMatchObject({
    username: "ada",
    password: "p@ss",
    db: 2,
    tls: {},
  });
});

test("unsafe settings after a reconnection to Redis are logged unless the operator accepts data loss", () =>
  withRedis(undefined, async ({ url }) => {
    const warningsOf = async (acceptsLoss: boolean, setting: string) => {
      const log = recordingLog();
      const opened = await openRedis({ url, acceptsLoss }, { clock: machineClock, log: log, names: testNames });
      if (!opened.ok) throw new Error(opened.refusal.detail);
      const admin = await testClient(url);
      await admin.config("SET", "appendfsync", setting);
      await admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      await expect.poll(() => log.lines.some(({ event }) => event === "Redis is back"), { timeout: 10_000 }).toBe(true);
      // The check sends five commands, which are answered before the last ping.
      for (let n = 0; n < 8; n += 1) await opened.value.redis.ping();
      await opened.value.close();
      admin.disconnect();
      return log.lines.flatMap(({ event, fields }) => (/refused at a start/.test(event) ? [fields.reason] : []));
    };
    expect(await warningsOf(false, "always")).toEqual([]);
    expect(await warningsOf(false, "everysec")).toEqual(["appendfsync is everysec"]);
    expect(await warningsOf(true, "everysec")).toEqual([]);
  }));

describe("a Redis that does not accept the connection", () => {
  test("is reported with the cause but without the address", async () => {
    const url = "redis://ada:secret-word@127.0.0.1:1";
    const refused = await openRedis(
      { url, acceptsLoss: false },
      { clock: machineClock, log: recordingLog(), names: testNames },
    );
    expect(refused).toEqual({ ok: false, refusal: { kind: "unreachable", detail: "ECONNREFUSED" } });
  });

  test("is reported as a failed login if the password is wrong", () =>
    withRedis(["--requirepass", "right"], async ({ url }) => {
      for (const login of ["ada:wrong@", ":wrong@", ""]) {
        const refused = await openRedis(
          { url: url.replace("redis://", `redis://${login}`), acceptsLoss: false },
          { clock: machineClock, log: recordingLog(), names: testNames },
        );
        expect(refused, login).toMatchObject({ ok: false, refusal: { kind: "bad_login" } });
        expect(JSON.stringify(refused)).not.toContain("127.0.0.1");
      }
    }));

  test("is reported within 8 s if it does not respond", () =>
    withRedis(undefined, async ({ url, pause, resume }) => {
      pause();
      const begun = Date.now();
      const refused = await openRedis(
        { url, acceptsLoss: false },
        { clock: machineClock, log: recordingLog(), names: testNames },
      );
      resume();
      expect(refused).toMatchObject({ ok: false, refusal: { kind: "unreachable" } });
      expect(Date.now() - begun).toBeLessThan(8_000);
    }));
});
