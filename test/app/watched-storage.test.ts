import Keyv from "keyv";
import { expect, test } from "vitest";
import { watchStores } from "../../src/app/watched-storage.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { settingsStore } from "../../src/people/own-records.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aJob, anOwner } from "../fakes/jobs.ts";
import { memoryVault } from "../fakes/vault.ts";

function world() {
  const seen: string[] = [];
  const stores = { jobs: memoryJobStore(), vault: memoryVault(), settings: settingsStore(new Keyv()) };
  const watched = watchStores(stores, {
    changed: (owner) => seen.push(`changed ${ownerName(owner)}`),
    deleted: () => seen.push("deleted"),
  });
  return { ...watched, seen, changed: `changed ${ownerName(anOwner())}` };
}

test("a key that was removed, or replaced, is to leave the disk at once", async () => {
  const { vault, seen, changed } = world();
  await vault.put(anOwner(), new Secret("a-key-0123456789"));
  expect(await vault.remove(anOwner())).toBe(true);
  expect(seen).toEqual(["deleted", changed, "deleted", changed]);
});

test("a person's page hears of each job and setting that was saved, and of none that was not", async () => {
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
