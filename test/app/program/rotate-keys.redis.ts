import { expect, onTestFinished, test } from "vitest";
import { resealAll } from "../../../src/app/program/reseal-keys.ts";
import type { Rows } from "../../../src/core/rows.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { openProgramRows } from "../../../src/engines/distributed.ts";
import { parseKeyRing } from "../../../src/keys/key-ring.ts";
import { type RedisServer, startRedis } from "../../engines/redis-server.ts";
import { aJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { aBot, BOTH, fill, KEY, NEW, OLD, opens, rotated } from "./rotate-world.ts";

async function aRedis(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

/** A Redis with data of a bot with the old key. */
async function aFilled() {
  const { url } = await aRedis();
  const before = await aBot(url, OLD);
  await fill(before);
  return { url, before, rotate: () => rotated({ redisUrl: url, secretKeys: BOTH }) };
}

test("everything in Redis is sealed again with the first key, with and without a running bot that knows it", async () => {
  const { url, before, rotate } = await aFilled();
  expect(await rotate()).toBe(
    "refused: Nothing was changed. The running Reelay does not know new yet. Restart it, then run npx reelay rotate-keys.",
  );
  expect(await opens(before)).toEqual([250, 2, 150]);
  await before.engine.close();
  const bot = await aBot(url, BOTH);
  expect(await rotate()).toMatch(
    /^Re-encrypted with new\. Stored keys: 250, rejected team keys: 2, keys of videos in progress: 150\./,
  );
  expect(await rotate()).toMatch(/^Nothing to do: everything is already encrypted with new\./);
  await bot.engine.close();
  await expect.poll(rotate).toMatch(/^Nothing to do/);
  const later = await aBot(url, NEW);
  expect(await opens(later)).toEqual([250, 2, 150]);
  // The version does not change, because a running step saves over what it has read.
  expect((await later.engine.jobs.load(aJobId(0)))?.version).toBe(1);
  await later.engine.close();
});

test("a change that the bot makes while a key rotation reads and writes a record is kept", async () => {
  const { url } = await aRedis();
  const { engine, vault } = await aBot(url, OLD);
  const keyv = engine.keyv("keys");
  await vault.put(anOwner("1"), new Secret(KEY));
  await engine.jobs.insert(aJob({ sealedKey: vault.seal(anOwner(), new Secret(KEY)) }));
  const rows = valueIn(await openProgramRows(url, "rotating"));
  let isFirst = true;
  const transact: Rows["transact"] = async (...given) => {
    if (isFirst) await keyv.set("discord:1", "of the bot");
    isFirst = false;
    return rows.transact(...given);
  };
  const { resealed } = await resealAll({ ...rows, transact }, valueIn(parseKeyRing(BOTH)));
  expect(resealed).toEqual({ stored: 0, refused: 0, job: 1, film: 0, month: 0 });
  expect(await keyv.get("discord:1")).toBe("of the bot");
  expect((await engine.jobs.load(aJobId()))?.job.sealedKey).toMatch(/^v1\.new\./);
  await rows.close();
  await engine.close();
});

test("the error for missing SECRET_KEYS or an unreachable Redis shows the fix", async () => {
  const { url } = await aRedis();
  expect(await rotated({ redisUrl: url })).toBe(
    "refused: SECRET_KEYS is missing. Set it to the same value as for every Reelay on this Redis.",
  );
  expect(await rotated({ redisUrl: "redis://127.0.0.1:1", secretKeys: BOTH })).toMatch(
    /^refused: Redis at REDIS_URL does not answer \(ECONNREFUSED\)/,
  );
});
