import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderStore } from "../../src/films/folder-store.ts";
import { film, filmStoreContract } from "../contracts/film-store.ts";
import { aFolder } from "../fakes/a-folder.ts";

const forever = new AbortController().signal;
const NAME = "a".repeat(64);

function aStore(freeBytes?: (dir: string) => Promise<number>) {
  const root = aFolder();
  const dir = join(root, "films");
  return { dir, store: folderStore({ dir, leaveFreeBytes: 1_000, ...(freeBytes && { freeBytes }) }) };
}

filmStoreContract(async () => ({ store: aStore().store, startedAt: Date.now() }));

test("kept videos in a folder are accessible to their owner only", async () => {
  const { dir, store } = aStore();
  await store.write(NAME, film(Buffer.from("film")), forever);
  expect([statSync(dir), statSync(join(dir, NAME))].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
});

test("a kept video is not started if it would fill the disk, and is aborted if the disk fills meanwhile", async () => {
  const free = [1_009, 20_000_000, 500];
  const { dir, store } = aStore(async () => free.shift() ?? 0);
  const full = { ok: false, refusal: { kind: "full", detail: "the disk is nearly full" } };
  expect(await store.write(NAME, film(Buffer.alloc(10)), forever)).toEqual(full);
  expect(free).toHaveLength(2);
  expect(await store.write(NAME, film(Buffer.alloc(9_000_000), 1_000_000), forever)).toEqual(full);
  expect(free).toEqual([]);
  expect(readdirSync(dir)).toEqual([]);
});

test("leftovers of a crash are listed and can be deleted, and foreign files are not listed", async () => {
  const { dir, store } = aStore();
  mkdirSync(dir);
  for (const name of [`${NAME}.part`, "notes.txt", `${NAME}.mp4`, "A".repeat(64)]) writeFileSync(join(dir, name), "x");
  expect((await store.list()).map(({ name }) => name)).toEqual([`${NAME}.part`]);
  await store.delete(`${NAME}.part`);
  expect(readdirSync(dir)).toHaveLength(3);
});

test.for(["../reelay.db", "", "a", `${NAME}/../x`, `${NAME}\0`])(
  "%j is not accepted as a kept video's name",
  async (name) => {
    const { store } = aStore();
    await expect(store.delete(name)).rejects.toThrow("not a film's name");
  },
);
