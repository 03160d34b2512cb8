import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { type Rotation, renewSealed, rotateKeys } from "../../../src/app/program/reseal-keys.ts";
import { RING_NOTE } from "../../../src/app/storage.ts";
import type { Engine } from "../../../src/core/engine.ts";
import type { Team } from "../../../src/core/job/ids.ts";
import type { Rows } from "../../../src/core/rows.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { openRedis, openRowsBeside } from "../../../src/engines/distributed.ts";
import { parseKeyRing } from "../../../src/keys/key-ring.ts";
import { ringMarks } from "../../../src/keys/seal.ts";
import { refusedKeys, vault } from "../../../src/keys/vault.ts";
import { type RedisServer, startRedis } from "../../engines/redis-server.ts";
import { aClosedJob, aJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

const KEY = "vk-canary-0123456789abcdef";
const OLD = `old:${randomBytes(32).toString("base64")}`;
const NEW = `new:${randomBytes(32).toString("base64")}`;
const BOTH = `${NEW},${OLD}`;

async function aRedis(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

function ringOf(secretKeys: string) {
  const ring = parseKeyRing(secretKeys);
  if (!ring.ok) throw new Error(ring.refusal);
  return ring.value;
}

/** A bot as far as its keys go: what it has open, and its note of its master keys. */
async function aBot(url: string, secretKeys: string) {
  const engine = await openRedis({ url, acceptsLoss: false }, recordingLog());
  if (!engine.ok) throw new Error(engine.refusal.kind);
  const ring = ringOf(secretKeys);
  await engine.value.keyv(RING_NOTE.namespace).set(RING_NOTE.key, ringMarks(ring).join(","));
  const keys = vault(engine.value.keyv("keys"), ring);
  return { engine: engine.value, vault: keys, refused: refusedKeys(engine.value.keyv("refused-keys"), keys) };
}

type Bot = Awaited<ReturnType<typeof aBot>>;

const team = (teamId: number): Team => ({ platform: "slack", teamId: `T${teamId}` });

async function fill({ engine, vault, refused }: Bot): Promise<void> {
  for (let n = 0; n < 110; n += 1) await refused.note(team(n), new Secret(KEY), 0);
  await refused.entered(team(110), 5_000);
  for (let n = 0; n < 130; n += 1) {
    const owner = anOwner(`${n}`);
    await vault.put(owner, new Secret(KEY));
    const job = { id: aJobId(n), owner, sealedKey: vault.seal(owner, new Secret(KEY)) };
    await engine.jobs.insert(n < 120 ? aJob(job) : aClosedJob({ ...job, sealedKey: null }));
  }
}

async function opens({
  engine,
  vault,
  refused,
}: Bot): Promise<readonly [stored: number, refused: number, job: number]> {
  const counts = [0, 0, 0] as [number, number, number];
  for (let n = 0; n < 130; n += 1) {
    const owner = anOwner(`${n}`);
    if ((await vault.get(owner))?.reveal() === KEY) counts[0] += 1;
    if (await refused.has(team(n), new Secret(KEY))) counts[1] += 1;
    const copy = (await engine.jobs.load(aJobId(n)))?.job.sealedKey;
    if (copy && vault.open(owner, copy)?.reveal() === KEY) counts[2] += 1;
  }
  return counts;
}

async function rotated(url: string, rotation: Partial<Rotation> = {}): Promise<string> {
  const done = await rotateKeys({ dir: "nowhere", redisUrl: url, secretKeys: BOTH, isNew: false, ...rotation });
  return done.ok ? done.value : `refused: ${done.refusal}`;
}

async function onceClosed({ engine }: { engine: Engine }): Promise<void> {
  await engine.close();
}

test("everything in a Redis is sealed with the first key, beside a bot that knows it", async () => {
  const { url } = await aRedis();
  const before = await aBot(url, OLD);
  await fill(before);
  await onceClosed(before);
  const bot = await aBot(url, BOTH);
  expect(await rotated(url)).toMatch(
    /^Sealed anew with new: stored keys 130, refused keys of teams 110, keys of videos under way 120\./,
  );
  expect(await rotated(url)).toMatch(
    /^Sealed anew with new: stored keys 0, refused keys of teams 0, keys of videos under way 0\./,
  );
  const later = await aBot(url, NEW);
  expect(await opens(later)).toEqual([130, 110, 120]);
  expect(await later.refused.note(team(110), new Secret(KEY), 4_000)).toBe(false);
  // The version stays: a step that is under way saves over what it has read.
  expect((await later.engine.jobs.load(aJobId(0)))?.version).toBe(1);
  await onceClosed(bot);
  await onceClosed(later);
});

test("beside a bot that does not know the first key nothing is sealed with it; without one everything is", async () => {
  const { url } = await aRedis();
  const bot = await aBot(url, OLD);
  await fill(bot);
  expect(await rotated(url)).toBe(
    "refused: Nothing was changed. The running Reelay does not know new yet: start it again, then run npx reelay rotate-keys.",
  );
  expect(await opens(bot)).toEqual([130, 110, 120]);
  await onceClosed(bot);
  await expect.poll(() => rotated(url)).toMatch(/^Sealed anew with new: stored keys 130/);
});

test("a bot's change between the read and the write stays", async () => {
  const { url } = await aRedis();
  const { engine } = await aBot(url, OLD);
  const keyv = engine.keyv("keys");
  await keyv.set("discord:1", "stored, old");
  await engine.jobs.insert(aJob({ sealedKey: "job's, old" }));
  const rows = await openRowsBeside(url, "rotating");
  if (!rows.ok) throw new Error(rows.refusal.kind);
  let isFirst = true;
  const transact: Rows["transact"] = async (...given) => {
    if (isFirst) await keyv.set("discord:1", "of the bot");
    isFirst = false;
    return rows.value.transact(...given);
  };
  await renewSealed({ ...rows.value, transact }, ({ sealed }) => (sealed.endsWith("old") ? "renewed" : null));
  expect(await keyv.get("discord:1")).toBe("of the bot");
  expect((await engine.jobs.load(aJobId()))?.job).toMatchObject({ sealedKey: "renewed" });
  await rows.value.close();
  await engine.close();
});

test("a rotation while a bot saves its jobs loses none of its saves, and seals every key anew", async () => {
  const { url } = await aRedis();
  const before = await aBot(url, OLD);
  await fill(before);
  await onceClosed(before);
  const bot = await aBot(url, BOTH);
  let isOver = false;
  const rotating = rotated(url).finally(() => {
    isOver = true;
  });
  let saves = 0;
  for (; !isOver; saves += 1) {
    const stored = await bot.engine.jobs.load(aJobId(saves % 120));
    if (!stored) throw new Error("no job");
    expect(await bot.engine.jobs.save({ ...stored.job, price: 1_000 + saves }, stored.version)).toBe(true);
    expect((await bot.engine.jobs.load(stored.job.id))?.job.price).toBe(1_000 + saves);
  }
  expect(saves).toBeGreaterThan(0);
  await rotating;
  await rotated(url);
  expect(await opens(await aBot(url, NEW))).toEqual([130, 110, 120]);
  await onceClosed(bot);
});

test("without SECRET_KEYS, or where Redis is away, a sentence says how to go on", async () => {
  const { url } = await aRedis();
  expect(await rotated(url, { secretKeys: null })).toBe(
    "refused: SECRET_KEYS is missing. Set it as every Reelay on that Redis has it.",
  );
  expect(await rotated("redis://127.0.0.1:1")).toMatch(/^refused: Redis at REDIS_URL does not answer \(ECONNREFUSED\)/);
});
