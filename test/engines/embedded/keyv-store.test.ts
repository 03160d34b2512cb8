import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKeyv, swapInKeyv } from "../../../src/engines/embedded/keyv-store.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { keyvContract } from "../../contracts/keyv.ts";
import { inFolder, opened } from "./in-folder.ts";

keyvContract("the embedded database", async () => {
  const dir = mkdtempSync(join(tmpdir(), "reelay-keyv-"));
  const database = await opened(dir);
  return {
    keyv: (namespace) => openKeyv(database, namespace),
    swap: (namespace, entry) => swapInKeyv(database, namespace, entry),
    async close() {
      await database.close();
      rmSync(dir, { recursive: true });
    },
  };
});

async function inDatabase(claim: (database: Database) => Promise<void>): Promise<void> {
  await inFolder(async (dir) => {
    const database = await opened(dir);
    await claim(database);
    await database.close();
  });
}

test("the next value with a life sweeps away what has expired", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "pending");
    const rows = () => Number(Object(database.prepare("SELECT count(*) AS n FROM keyv").get()).n);
    await keyv.set("old", 1, -1);
    expect(rows()).toBe(1);
    await keyv.set("new", 2, 3_600_000);
    expect(rows()).toBe(1);
    expect(await keyv.get("new")).toBe(2);
  }));

test("the file is asked once for what stays, each time for what has a life, and anew after a change", () =>
  inDatabase(async (database) => {
    const [keyv, other] = [openKeyv(database, "settings"), openKeyv(database, "settings")];
    await keyv.set("stays", 1);
    await keyv.set("expires", 1, 3_600_000);
    const readAll = () => Promise.all(["stays", "expires", "absent"].map((key) => keyv.get(key)));
    expect(await readAll()).toEqual([1, 1, undefined]);
    const emptying = database.prepare("DELETE FROM keyv");
    await database.write(() => emptying.run());
    expect(await readAll()).toEqual([1, undefined, undefined]);
    await other.set("absent", 2);
    expect(await swapInKeyv(database, "settings", { key: "stays", before: undefined, after: 3 })).toBe(true);
    expect(await readAll()).toEqual([3, undefined, 2]);
    await other.delete("stays");
    expect(await readAll()).toEqual([undefined, undefined, 2]);
    await other.clear();
    expect(await readAll()).toEqual([undefined, undefined, undefined]);
  }));

test("what was read longest ago is kept at hand no more where all of it comes to four million characters", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "settings");
    const names = ["first", "second", "third", "fourth", "fifth"];
    const lengths = async () =>
      (await Promise.all(names.map((name) => keyv.get<string>(name)))).map((text) => text?.length);
    for (const name of names) await keyv.set(name, "x".repeat(900_000));
    expect(await lengths()).toEqual(names.map(() => 900_000));
    const emptying = database.prepare("DELETE FROM keyv");
    await database.write(() => emptying.run());
    expect(await lengths()).toEqual([undefined, 900_000, 900_000, 900_000, 900_000]);
  }));

test("a key that was renewed beside the bot is read as it is now", () =>
  inDatabase(async (database) => {
    const keyv = openKeyv(database, "keys");
    await keyv.set("k", "old");
    expect(await keyv.get("k")).toBe("old");
    const renewing = database.prepare("UPDATE keyv SET value = replace(value, 'old', 'new')");
    await database.write(() => renewing.run());
    expect(await keyv.get("k")).toBe("new");
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
