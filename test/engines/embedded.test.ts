import { createHash, createSecretKey, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "../../src/core/engine.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { openEmbedded, ownRate } from "../../src/engines/embedded.ts";
import { connectSqlite } from "../../src/engines/sqlite-connection.ts";
import { vault } from "../../src/keys/vault.ts";
import { rateContract } from "../contracts/rate.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { inFolder } from "./in-folder.ts";

const ring = { sealingId: "k1", keys: new Map([["k1", createSecretKey(randomBytes(32))]]) };

test("jobs, API keys and settings are stored in one file and survive a restart", () =>
  inFolder(async (dir) => {
    const before = await openedIn(dir);
    await before.jobs.insert(aJob());
    await vault(before.keyv("keys"), ring).put(anOwner(), new Secret("secret-0123456789"));
    await before.keyv("settings").set("ada", { ratio: "9:16" });
    await before.close();
    // libsql may close its files late and leave an empty log.
    const sizes = readdirSync(dir).map((name) => ({ name, sizeBytes: statSync(join(dir, name)).size }));
    const full = sizes.filter(({ name, sizeBytes }) => sizeBytes > 0 && !/-shm$|\.spare$/.test(name));
    expect(full.map(({ name }) => name)).toEqual(["reelay.db"]);

    const after = await openedIn(dir);
    expect((await after.jobs.load(aJobId()))?.version).toBe(1);
    expect((await vault(after.keyv("keys"), ring).get(anOwner()))?.reveal()).toBe("secret-0123456789");
    expect(await after.keyv("settings").get("ada")).toEqual({ ratio: "9:16" });
    await after.close();
  }));

test("closing the storage engine waits until the job steps in progress have saved their jobs", () =>
  inFolder(async (dir) => {
    const clock = manualClock();
    const before = await openedIn(dir, clock);
    await before.jobs.insert(aJob());
    before.scheduler.start(async (id) => {
      await new Promise<void>((resolve) => clock.after(5_000, resolve));
      await before.jobs.save(aJob({ id, price: 205 }), 1);
      return null;
    });
    before.scheduler.schedule(aJobId(), clock.now());
    await clock.advance(100);
    const closing = before.close();
    await clock.advance(5_000);
    await closing;

    const after = await openedIn(dir);
    expect((await after.jobs.load(aJobId()))?.job.price).toBe(205);
    await after.close();
  }));

test("no database file contains an API key in plain text, base64 or hex", () =>
  inFolder(async (dir) => {
    const canary = "canary-5f1e2d3c4b5a";
    const { keyv, jobs, close } = await openedIn(dir);
    const keys = vault(keyv("keys"), ring);
    await keys.put(anOwner(), new Secret(canary));
    await jobs.insert(aJob({ sealedKey: keys.seal(anOwner(), new Secret(canary)) }));
    const everything = readdirSync(dir).map((name) => readFileSync(join(dir, name), "latin1"));
    for (const form of [canary, ...base64Forms(canary), Buffer.from(canary).toString("hex")])
      expect(
        everything.some((text) => text.includes(form)),
        form,
      ).toBe(false);
    expect(everything.join("")).toContain("a paper boat");
    await close();
  }));

async function openedIn(dir: string, clock = manualClock()): Promise<Engine> {
  const result = await openEmbedded(dir, { clock: clock, log: recordingLog(), names: testNames });
  if (!result.ok) throw new Error(`${result.refusal.kind}: ${result.refusal.detail}`);
  return result.value;
}

/** The constant part of the text's base64, for each of its three possible offsets. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    return bytes.toString("base64").slice(Math.ceil((offset * 4) / 3) + 1, -4);
  });
}

async function inEngine(
  claim: (
    engine: Engine,
    world: { dir: string; saying(...words: readonly string[]): Promise<readonly string[]> },
  ) => Promise<void>,
) {
  await inFolder(async (dir) => {
    const engine = await openEmbedded(dir, { clock: manualClock(), log: recordingLog(), names: testNames });
    if (!engine.ok) throw new Error(engine.refusal.kind);
    /** Returns the words that occur in any of the folder's files. */
    const saying = async (...words: readonly string[]) => {
      const names = (await readdir(dir)).filter((name) => name !== "reelay.spare");
      const files = await Promise.all(names.map((name) => readFile(join(dir, name))));
      return words.filter((word) => files.some((bytes) => bytes.includes(word)));
    };
    await claim(engine.value, { dir, saying });
    await engine.value.close();
  });
}

/** A prompt that takes more than one page, with a unique word at its beginning, middle and end. */
function longPrompt(): { readonly prompt: string; readonly words: readonly string[] } {
  const words = Array.from({ length: 3 }, () => randomBytes(12).toString("hex"));
  const [first = "", middle = "", last = ""] = words;
  return { prompt: `${first} ${"rain ".repeat(300)}${middle} ${"boat ".repeat(280)}${last}`, words };
}

const never = { jobs: 0, ids: 0, ledger: 0, daySums: 0 };

test("erasing deleted rows removes a deleted video's prompt from every database file", () =>
  inEngine(async ({ jobs, erase }, { saying }) => {
    const [ended, open] = [Array.from({ length: 60 }, longPrompt), longPrompt()];
    for (const [n, { prompt }] of ended.entries()) {
      const request = aRequest({ prompt });
      // Saved like a real job: while it runs, and again after its end.
      await jobs.insert(aJob({ id: aJobId(n), request }));
      await jobs.save(aClosedJob({ id: aJobId(n), request }), 1);
    }
    await jobs.insert(aJob({ id: aJobId(100), request: aRequest({ prompt: open.prompt }) }));
    const words = ended.flatMap((one) => one.words);
    expect(await saying(...words)).toEqual(words);

    expect(await jobs.forget({ ...never, jobs: TEST_START + 1e9 })).toBe(60);
    expect(await erase()).toBe(true);
    expect(await saying(...words)).toEqual([]);
    expect(await saying(...open.words)).toEqual(open.words);
    expect((await jobs.load(aJobId(100)))?.job.request.prompt).toBe(open.prompt);
  }));

test("erasing deleted rows also erases the copies that SQLite left in its pages", () =>
  inEngine(async ({ keyv, erase }, { dir, saying }) => {
    const kept = keyv("kept");
    const wordOf = (n: number) => createHash("sha256").update(`word ${n}`).digest("hex");
    const sizes = sizesFrom(2);
    // Rows of many sizes that grow and shrink, so that pages are split and reused.
    for (let n = 0; n < 300; n += 1) {
      await kept.set(`discord:1:${n}`, wordOf(n) + "x".repeat(sizes(100)));
      const earlier = Math.max(0, n - sizes(12));
      await kept.set(`discord:1:${earlier}`, wordOf(earlier) + "x".repeat(sizes(1_100)));
    }
    const deleted = Array.from({ length: 150 }, (_, n) => 2 * n);
    for (const n of deleted) await kept.delete(`discord:1:${n}`);
    const words = deleted.map(wordOf);
    const reader = await connectSqlite(join(dir, "reelay.db"));
    reader.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    reader.close();
    // secure_delete has zeroed the rows. If this fails one day, SQLite has fixed it, and nothing needs to be rewritten.
    const copies = await saying(...words);
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.length).toBeLessThan(20);

    expect(await erase()).toBe(true);
    expect(await saying(...words)).toEqual([]);
    expect(await kept.get("discord:1:1")).toContain(wordOf(1));
  }));

/** Pseudorandom numbers below a bound, the same in each run. Source: the generator of POSIX's rand(). */
function sizesFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("the database file is rewritten at most every half hour if a rewrite takes half a second", () =>
  inFolder(async (dir) => {
    // Each reading of the clock is half a second later, so a rewrite appears to take that long.
    let nowMs = TEST_START;
    const clock = { ...manualClock(), now: () => (nowMs += 500) };
    const { erase, close } = await openedIn(dir, clock);
    expect(await erase()).toBe(true);
    nowMs += 1_700_000;
    expect(await erase()).toBe(false);
    nowMs += 200_000;
    expect(await erase()).toBe(true);
    await close();
  }));

test("erasing deleted rows removes deleted and replaced API keys from every database file", () =>
  inEngine(async ({ keyv, erase }, { saying }) => {
    const keys = keyv("keys");
    const sealed = Array.from({ length: 3 }, () => randomBytes(60).toString("base64url"));
    await keys.set("discord:1", sealed[0]);
    await keys.set("discord:2", sealed[1]);
    await keys.set("discord:2", sealed[2]);
    await keys.delete("discord:1");
    await erase();
    expect(await saying(...sealed)).toEqual(sealed.slice(2));
  }));

test("erasing deleted rows removes expired entries from every database file", () =>
  inEngine(async ({ keyv, erase }, { saying }) => {
    const hourly = keyv("kept");
    await hourly.set("discord:1:a", "a brief word", 1);
    await hourly.set("discord:1:b", "a word that stays", 3_600_000);
    await expect.poll(() => hourly.get("discord:1:a")).toBeUndefined();
    expect(await saying("a brief word")).toEqual(["a brief word"]);
    await erase();
    expect(await saying("a brief word", "a word that stays")).toEqual(["a word that stays"]);
  }));

test("erasing deleted rows does not wait for another program that is reading the database", () =>
  inEngine(async ({ keyv, erase }, { dir, saying }) => {
    await keyv("kept").set("a", "a brief word");
    const reader = await connectSqlite(join(dir, "reelay.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM rows").get();
    await keyv("kept").delete("a");
    const began = performance.now();
    expect(await erase()).toBe(false);
    expect(performance.now() - began).toBeLessThan(500);
    expect(await saying("a brief word")).toEqual(["a brief word"]);
    reader.exec("COMMIT");
    reader.close();
    expect(await erase()).toBe(true);
    expect(await saying("a brief word")).toEqual([]);
  }));

rateContract("of one process", async () => {
  const clock = manualClock();
  return { rate: ownRate(clock), pass: clock.advance };
});

test("a rate limit does not count earlier commands after the clock was set back by an hour", async () => {
  const clock = manualClock();
  const rate = ownRate(clock);
  expect([await rate("ada", 1, 60_000), await rate("ada", 1, 60_000)]).toEqual([true, false]);
  clock.set(-3_600_000);
  expect(await rate("ada", 1, 60_000)).toBe(true);
});

test("a rate limit still counts an active person's commands while thousands of other people send commands", async () => {
  const rate = ownRate(manualClock());
  const others = async (many: number, first: number) => {
    for (let each = 0; each < many; each += 1) await rate(`other${first + each}`, 1, 60_000);
  };
  expect(await rate("ada", 1, 60_000)).toBe(true);
  await others(49_999, 0);
  expect(await rate("ada", 1, 60_000)).toBe(false);
  await others(49_999, 49_999);
  expect(await rate("ada", 1, 60_000)).toBe(false);
  await others(50_000, 99_998);
  expect(await rate("ada", 1, 60_000)).toBe(true);
});
