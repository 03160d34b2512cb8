import { createSecretKey, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../../src/core/engine.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { openEmbedded } from "../../../src/engines/embedded.ts";
import { vault } from "../../../src/keys/vault.ts";
import { vaultContract } from "../../contracts/vault.ts";
import { aJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { inFolder } from "./in-folder.ts";

const ring = { sealingId: "k1", keys: new Map([["k1", createSecretKey(randomBytes(32))]]) };

vaultContract("the vault over the embedded database", async () => {
  const dir = mkdtempSync(join(tmpdir(), "reelay-vault-"));
  const { keyv, close } = await openedIn(dir);
  onTestFinished(async () => {
    await close();
    rmSync(dir, { recursive: true });
  });
  return vault(keyv("keys"), ring);
});

test("jobs, keys and settings live in one file and survive a restart", () =>
  inFolder(async (dir) => {
    const before = await openedIn(dir);
    await before.jobs.insert(aJob());
    await vault(before.keyv("keys"), ring).put(anOwner(), new Secret("secret-0123456789"));
    await before.keyv("settings").set("ada", { ratio: "9:16" });
    await before.close();
    // Where libsql lets go late, an empty log is left beside it.
    const sizes = readdirSync(dir).map((name) => ({ name, sizeBytes: statSync(join(dir, name)).size }));
    const full = sizes.filter(({ name, sizeBytes }) => sizeBytes > 0 && !/-shm$|\.spare$/.test(name));
    expect(full.map(({ name }) => name)).toEqual(["reelay.db"]);

    const after = await openedIn(dir);
    expect((await after.jobs.load(aJobId()))?.version).toBe(1);
    expect((await vault(after.keyv("keys"), ring).get(anOwner()))?.reveal()).toBe("secret-0123456789");
    expect(await after.keyv("settings").get("ada")).toEqual({ ratio: "9:16" });
    await after.close();
  }));

test("closing waits for the step in flight and keeps what it saves", () =>
  inFolder(async (dir) => {
    const clock = toldClock();
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

test("a key is nowhere in the files, neither plain nor in base64", () =>
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

test("a folder that is in use is refused", () =>
  inFolder(async (dir) => {
    const first = await openedIn(dir);
    expect(await openEmbedded(dir, toldClock(), keptLog())).toMatchObject({ ok: false, refusal: { kind: "in_use" } });
    await first.close();
  }));

async function openedIn(dir: string, clock = toldClock()): Promise<Engine> {
  const result = await openEmbedded(dir, clock, keptLog());
  if (!result.ok) throw new Error(`${result.refusal.kind}: ${result.refusal.detail}`);
  return result.value;
}

/** What stays the same of its base64, at each of the three places it may begin at. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    return bytes.toString("base64").slice(Math.ceil((offset * 4) / 3) + 1, -4);
  });
}
