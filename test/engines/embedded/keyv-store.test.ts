import { expect, test } from "vitest";
import { openKeyv } from "../../../src/engines/embedded/keyv-store.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { inFolder, opened } from "./in-folder.ts";

async function inDatabase(claim: (database: Database) => Promise<void>): Promise<void> {
  await inFolder(async (dir) => {
    const database = await opened(dir);
    await claim(database);
    await database.close();
  });
}

test("any JSON comes back as it was set, and a later value replaces it", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "settings");
    for (const value of ["text", ":colon", "", 0, false, { a: [1, null, "🦊"] }, ["x"]]) {
      expect(await keyv.set("k", value)).toBe(true);
      expect(await keyv.get("k")).toEqual(value);
    }
  }));

test("what was never set is undefined, and delete says whether it was there", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "settings");
    expect(await keyv.get("k")).toBeUndefined();
    expect(await keyv.has("k")).toBe(false);
    expect(await keyv.delete("k")).toBe(false);
    await keyv.set("k", 1);
    expect(await keyv.has("k")).toBe(true);
    expect(await keyv.delete("k")).toBe(true);
    expect(await keyv.get("k")).toBeUndefined();
  }));

test("of many deletes at once one finds it", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "pending");
    await keyv.set("k", 1);
    const found = await Promise.all([1, 2, 3, 4].map(() => keyv.delete("k")));
    expect(found.filter(Boolean)).toHaveLength(1);
  }));

test("namespaces do not touch each other, whatever their keys look like", () =>
  inDatabase(async (database) => {
    const [keys, other] = [openKeyv(database, "keys"), openKeyv(database, "keys:other")];
    await keys.set("other:k", "keys");
    await other.set("k", "other");
    expect(await keys.get("k")).toBeUndefined();
    expect(await other.get("k")).toBe("other");
    await other.clear();
    expect(await other.get("k")).toBeUndefined();
    expect(await keys.get("other:k")).toBe("keys");
    await other.set("k", "other");
    await keys.clear();
    expect(await keys.get("other:k")).toBeUndefined();
    expect(await other.get("k")).toBe("other");
  }));

test("a key that begins like its namespace is a key of its own", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "keys");
    await keyv.set("k", 1);
    await keyv.set("keys:k", 2);
    expect(await keyv.get("k")).toBe(1);
  }));

test("two keyvs of one namespace see the same", () =>
  inDatabase(async (database) => {
    await openKeyv(database, "keys").set("k", 1);
    expect(await openKeyv(database, "keys").get("k")).toBe(1);
  }));

test("what has expired is gone for every question, and the next value with a life sweeps it away", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "pending");
    const rows = () => Number(Object(database.prepare("SELECT count(*) AS n FROM keyv").get()).n);
    await keyv.set("old", 1, -1);
    expect(await keyv.get("old")).toBeUndefined();
    expect(await keyv.has("old")).toBe(false);
    expect(await keyv.getMany(["old"])).toEqual([undefined]);
    expect(await entriesOf(keyv)).toEqual([]);
    expect(rows()).toBe(1);
    await keyv.set("new", 2, 3_600_000);
    expect(rows()).toBe(1);
    expect(await keyv.get("new")).toBe(2);
  }));

test("a value that is set again without a life keeps for good", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "pending");
    await keyv.set("k", 1, -1);
    await keyv.set("k", 2);
    await keyv.set("another", 3, 1_000);
    expect(await keyv.get("k")).toBe(2);
  }));

test("its iterator gives every entry of its own namespace, past one page", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "keys");
    await openKeyv(database, "other").set("k", 0);
    const wanted = Array.from({ length: 1_100 }, (_, n) => [`k${n}`, n]);
    await Promise.all(wanted.map(([key, value]) => keyv.set(String(key), value)));
    const found = await entriesOf(keyv);
    expect(found.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual(wanted);
  }));

test("a database that fails makes every question fail: none says that nothing is there", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "keys");
    await keyv.set("k", 1);
    const dropping = database.prepare("DROP TABLE keyv");
    await database.write(() => dropping.run());
    await expect(keyv.get("k")).rejects.toThrow("keyv");
    await expect(keyv.get(["k"])).rejects.toThrow("keyv");
    await expect(keyv.has("k")).rejects.toThrow("keyv");
    await expect(keyv.set("k", 2)).rejects.toThrow("keyv");
    await expect(keyv.delete("k")).rejects.toThrow("keyv");
    await expect(keyv.clear()).rejects.toThrow("keyv");
  }));

async function entriesOf(keyv: ReturnType<typeof openKeyv>): Promise<unknown[][]> {
  if (!keyv.iterator) throw new Error("keyv offers no iterator");
  const found: unknown[][] = [];
  for await (const entry of keyv.iterator(undefined)) found.push([...entry]);
  return found;
}
