import { expect, test } from "vitest";
import type { Rows } from "../../src/core/rows.ts";
import { withoutStyle, withStyle } from "../../src/core/style.ts";
import { rowsKeyv } from "../../src/engines/rows-keyv.ts";
import { entriesOf, removeOwned } from "../../src/people/kept-requests.ts";
import { styleStore } from "../../src/people/own-records.ts";
import { memoryRows } from "../fakes/memory-rows.ts";

test("the key-value store returns every JSON value unchanged", async () => {
  const { keyv: open } = rowsKeyv(memoryRows());
  const keyv = open("settings");
  for (const value of ["text", ":colon", "", 0, false, { a: [1, null, "🦊"] }, ["x"]]) {
    expect(await keyv.set("k", value)).toBe(true);
    expect(await keyv.get("k")).toEqual(value);
    expect(await keyv.getMany(["k", "none"])).toEqual([value, undefined]);
  }
});

test("deleting entries by prefix affects only one namespace of the key-value store", async () => {
  const { keyv: open } = rowsKeyv(memoryRows());
  const [settings, styles] = [open("settings"), open("styles")];
  for (const name of ["ada", "ada:1", "ben:1"]) await settings.set(name, name);
  await styles.set("ada:1", "another namespace");
  expect((await entriesOf(settings)).toSorted()).toEqual([
    ["ada", "ada"],
    ["ada:1", "ada:1"],
    ["ben:1", "ben:1"],
  ]);
  await removeOwned(settings, "ada:");
  expect((await entriesOf(settings)).map(([name]) => name).toSorted()).toEqual(["ada", "ben:1"]);
  expect(await styles.has("ada:1")).toBe(true);
});

test("only one of several simultaneous deletions of a key-value entry reports success", async () => {
  const { keyv: open } = rowsKeyv(memoryRows());
  const keyv = open("pending");
  await keyv.set("k", 1);
  const answers = await Promise.all([1, 2, 3, 4].map(() => keyv.delete("k")));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test("a compare-and-set in the key-value store succeeds only if the entry has the expected value", async () => {
  const { keyv: open, swap } = rowsKeyv(memoryRows());
  const keyv = open("styles");
  const [first, second] = [{ v: 1, styles: [{ name: ":é", text: "🦊 \"'" }], always: null }, { v: 1 }];
  expect(await swap("styles", { key: "k", before: first, after: second })).toBe(false);
  expect(await keyv.get("k")).toBeUndefined();
  expect(await swap("styles", { key: "k", before: undefined, after: first })).toBe(true);
  expect(await swap("styles", { key: "k", before: undefined, after: second })).toBe(false);
  expect(await swap("styles", { key: "k", before: second, after: second })).toBe(false);
  expect(await keyv.get("k")).toEqual(first);
  // A value that was read can be passed back as `before`.
  expect(await swap("styles", { key: "k", before: await keyv.get("k"), after: second })).toBe(true);
  expect(await keyv.get("k")).toEqual(second);
  expect(await swap("styles", { key: "k", before: first, after: undefined })).toBe(false);
  expect(await keyv.get("k")).toEqual(second);
  expect(await swap("styles", { key: "k", before: second, after: undefined })).toBe(true);
  expect(await keyv.has("k")).toBe(false);
  await keyv.set("old", first, -1);
  expect(await swap("styles", { key: "old", before: first, after: second })).toBe(false);
  expect(await swap("styles", { key: "old", before: undefined, after: second })).toBe(true);
  expect(await keyv.get("old")).toEqual(second);
  expect(await open("other").get("k")).toBeUndefined();
});

test("no change is lost if several styles of a team are saved and removed at the same time", async () => {
  const { keyv: open, swap } = rowsKeyv(memoryRows());
  const styles = styleStore(open("styles"), (entry) => swap("styles", entry));
  const team = { platform: "discord", teamId: "3" } as const;
  const names = Array.from({ length: 10 }, (_, nth) => `style ${nth}`);
  const add = (name: string) => styles.change(team, (savedStyles) => withStyle(savedStyles, { name, text: "x" }));
  await Promise.all(names.map(add));
  const shelved = async () => (await styles.get(team)).styles.map(({ name }) => name).toSorted();
  expect(await shelved()).toEqual(names);
  const remove = (name: string) => styles.change(team, (savedStyles) => withoutStyle(savedStyles, name));
  await Promise.all([...names.slice(0, 5).map(remove), add("another")]);
  expect(await shelved()).toEqual(["another", ...names.slice(5)]);
  expect(await styles.change(team, () => null)).toBe(false);
});

test("namespaces of the key-value store do not affect each other", async () => {
  const { keyv: open } = rowsKeyv(memoryRows());
  const [keys, other] = [open("keys"), open("keys:other")];
  await keys.set("other:k", "keys");
  await other.set("k", "other");
  expect(await keys.get("k")).toBeUndefined();
  expect(await other.get("k")).toBe("other");
  await other.clear();
  expect(await other.get("k")).toBeUndefined();
  expect(await keys.get("other:k")).toBe("keys");
  await other.set("k", "other");
  const many = Array.from({ length: 600 }, (_, n) => keys.set(`k${n}`, n));
  await Promise.all(many);
  await keys.clear();
  expect(await keys.getMany(["other:k", "k0", "k599"])).toEqual([undefined, undefined, undefined]);
  expect(await other.get("k")).toBe("other");
});

test("writing an expiring entry deletes expired entries at most once a minute", async () => {
  const rows = memoryRows();
  const { keyv, forgetExpired } = rowsKeyv(rows);
  const pending = keyv("pending");
  await pending.set("stays", 1);
  await pending.set("old", 1, -1);
  expect(await countOf(rows)).toBe(1);
  await pending.set("old", 1, -1);
  await pending.set("new", 1, 3_600_000);
  expect(await countOf(rows)).toBe(3);
  await forgetExpired();
  expect(await countOf(rows)).toBe(2);
  expect([await pending.get("stays"), await pending.get("new")]).toEqual([1, 1]);
});

test("reading a damaged key-value entry fails instead of returning no value", async () => {
  const rows = memoryRows();
  const keyv = rowsKeyv(rows).keyv("keys");
  const key = "keyv/keys/k";
  await rows.transact({ keys: [key] }, () => ({ value: null, puts: [{ key, value: "broken" }] }));
  for (const ask of [() => keyv.get("k"), () => keyv.get(["k"]), () => keyv.has("k")])
    await expect(ask()).rejects.toThrow("cannot be read");
  expect(await keyv.delete("k")).toBe(true);
  expect(await keyv.get("k")).toBeUndefined();
});

async function countOf(rows: Rows): Promise<number> {
  let count = 0;
  for await (const page of rows.walk("keyv/pending/")) count += page.length;
  return count;
}
