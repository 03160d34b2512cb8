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

test("stored videos in a folder can be read only by the operating-system user of the bot", async () => {
  const { dir, store } = aStore();
  await store.write(NAME, film(Buffer.from("film")), forever);
  expect([statSync(dir), statSync(join(dir, NAME))].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
});

const full = { ok: false, refusal: { kind: "full", detail: "the disk is nearly full" } };

test("a video is not stored if it would fill the disk", async () => {
  const free = [1_009];
  const { dir, store } = aStore(async () => free.shift() ?? 0);
  expect(await store.write(NAME, film(Buffer.alloc(10)), forever)).toEqual(full);
  expect([free, readdirSync(dir)]).toEqual([[], []]);
});

test("storing a video is aborted if the disk becomes full during the write", async () => {
  const free = [20_000_000, 500];
  const { dir, store } = aStore(async () => free.shift() ?? 0);
  expect(await store.write(NAME, film(Buffer.alloc(9_000_000), 1_000_000), forever)).toEqual(full);
  expect(free).toEqual([]);
  expect(readdirSync(dir)).toEqual([]);
});

test("incomplete video files left by a crash are listed for deletion, but other programs' files are not listed", async () => {
  const { dir, store } = aStore();
  mkdirSync(dir);
  for (const name of [`${NAME}.part`, "notes.txt", `${NAME}.mp4`, "A".repeat(64)]) writeFileSync(join(dir, name), "x");
  expect((await store.list()).map(({ name }) => name)).toEqual([`${NAME}.part`]);
  await store.delete(`${NAME}.part`);
  expect(readdirSync(dir)).toHaveLength(3);
});

test.for([
  ["the path “../reelay.db”", "../reelay.db"],
  ["an empty text", ""],
  ["the letter “a”", "a"],
  ["a valid name followed by “/../x”", `${NAME}/../x`],
  ["a valid name followed by a null character", `${NAME}\0`],
] as const)("%s is refused as the name of a stored video to delete", async ([, name]) => {
  const { store } = aStore();
  await expect(store.delete(name)).rejects.toThrow("not a film's name");
});
