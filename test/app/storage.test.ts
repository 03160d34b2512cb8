import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Keyv from "keyv";
import { expect, test } from "vitest";
import { openStorage, watchStores } from "../../src/app/storage.ts";
import { readConfig } from "../../src/config.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { settingsStore } from "../../src/people/own-records.ts";
import { inFolder } from "../engines/in-folder.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aJob, anOwner } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { memoryVault } from "../fakes/vault.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

/** Counts the warnings at a start with master keys that differ from the previous start. */
async function warnings(dir: string, keys: string): Promise<number> {
  const config = valueIn(readConfig({ ...aBotOnDiscord, DATA_DIR: dir, SECRET_KEYS: keys }));
  const log = recordingLog();
  const storage = valueIn(await openStorage(config, { clock: manualClock(), log }));
  await storage.engine.close();
  return log.lines.filter(({ level, event }) => level === "error" && event.includes("SECRET_KEYS")).length;
}

test("a starting bot logs an error if none of the previous start's master keys is configured", () =>
  inFolder(async (dir) => {
    const [first, second, otherOfThatName] = [aKey("a"), aKey("b"), aKey("a")];
    expect(await warnings(dir, first)).toBe(0);
    expect(await warnings(dir, `${second},${first}`)).toBe(0);
    expect(await warnings(dir, second)).toBe(0);
    expect(await warnings(dir, otherOfThatName)).toBe(1);
    expect(await warnings(dir, second)).toBe(1);
  }));

test("a starting bot removes incomplete key files that a crash left, and no other file", () =>
  inFolder(async (dir) => {
    const others = ["secret.keys.old", "secret.keys.0123abcde", "secret.keys2.0123abcd"];
    for (const name of ["secret.keys.0123abcd", "secret.keys.ffffffff", ...others])
      writeFileSync(join(dir, name), aKey("a"));
    await warnings(dir, aKey("a"));
    expect(readdirSync(dir).filter((name) => name.startsWith("secret"))).toEqual(others.toSorted());
  }));

function world() {
  const seen: string[] = [];
  const stores = { jobs: memoryJobStore(), vault: memoryVault(), settings: settingsStore(new Keyv()) };
  const watched = watchStores(stores, {
    changed: (owner) => seen.push(`changed ${ownerName(owner)}`),
    deleted: () => seen.push("deleted"),
  });
  return { ...watched, seen, changed: `changed ${ownerName(anOwner())}` };
}

test("saving or removing an API key asks the store to erase deleted data from the disk", async () => {
  const { vault, seen, changed } = world();
  await vault.put(anOwner(), new Secret("a-key-0123456789"));
  expect(await vault.remove(anOwner())).toBe(true);
  expect(seen).toEqual(["deleted", changed, "deleted", changed]);
});

test("a refresh of the Home tab is requested after each save that changed a job or the settings", async () => {
  const { jobs, settings, seen, changed } = world();
  const job = aJob();
  await jobs.insert(job);
  await jobs.insert(job);
  expect(seen).toEqual([changed]);
  expect([await jobs.save(job, 1), await jobs.save(job, 1)]).toEqual([true, false]);
  expect(seen).toEqual([changed, changed]);
  await settings.put(anOwner(), noSettings);
  expect(seen).toEqual([changed, changed, changed]);
});
