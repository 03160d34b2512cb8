import { createSecretKey, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Distributed, openRedis } from "../../../src/engines/distributed/distributed.ts";
import { vault } from "../../../src/keys/vault.ts";
import { keyvContract } from "../../contracts/keyv.ts";
import { vaultContract } from "../../contracts/vault.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

const ring = { sealingId: "k1", keys: new Map([["k1", createSecretKey(randomBytes(32))]]) };

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function emptyEngine(url = server.url): Promise<Distributed> {
  const opened = await openRedis({ url, acceptsLoss: false }, keptLog());
  if (!opened.ok) throw new Error(opened.refusal.kind);
  await opened.value.redis.flushall();
  return opened.value;
}

keyvContract("Redis", () => emptyEngine());

vaultContract("Redis", async () => {
  const engine = await emptyEngine();
  return vault(engine.keyv("keys"), ring);
});

test("an entry whose life ended leaves nothing behind once another with a life is set", async () => {
  const engine = await emptyEngine();
  const keyv = engine.keyv("pending");
  await keyv.set("old", 1, 30);
  await expect.poll(() => keyv.get("old")).toBeUndefined();
  expect(await engine.redis.zcard("reelay:keyv-names:pending")).toBe(1);
  await keyv.set("new", 2, 3_600_000);
  expect(await engine.redis.zrange("reelay:keyv-names:pending", 0, -1)).toEqual(["new"]);
  await keyv.delete("new");
  expect(await engine.redis.keys("*")).toEqual([]);
  await engine.close();
});

test("while Redis is away every question fails: none says that nothing is there; then all goes on", async () => {
  const own = await startRedis();
  const engine = await emptyEngine(own.url);
  const keyv = engine.keyv("keys");
  await keyv.set("k", 1);
  await own.kill();
  await expect
    .poll(() =>
      keyv.get("k").then(
        () => "answered",
        () => "refused",
      ),
    )
    .toBe("refused");
  for (const question of [
    () => keyv.get("k"),
    () => keyv.get(["k"]),
    () => keyv.has("k"),
    () => keyv.set("k", 2),
    () => keyv.delete("k"),
    () => keyv.clear(),
  ])
    await expect(question()).rejects.toThrow();
  await own.restart();
  await expect.poll(() => keyv.get("k").catch(() => "away"), { timeout: 5_000 }).toBe(1);
  await expect.poll(() => keyv.set("k", 2).catch(() => "away"), { timeout: 5_000 }).toBe(true);
  expect(await keyv.get("k")).toBe(2);
  await engine.close();
  await own.stop();
});
