import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Rows } from "../../src/core/rows.ts";
import type { Reserve } from "../../src/engines/reserve.ts";
import { type Connection, connectSqlite } from "../../src/engines/sqlite-connection.ts";
import { openProgramRows, openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { rowsContract } from "../contracts/rows.ts";
import { inFolder } from "./in-folder.ts";
import { fill, smallDisk } from "./mounts.ts";

async function emptyRows(): Promise<Rows> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-rows-"));
  const opened = await openSqliteRows(dir);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  const rows = opened.value;
  const close = async () => {
    await rows.close();
    rmSync(dir, { recursive: true });
  };
  return { ...rows, close };
}

rowsContract("SQLite", async () => ({ rows: await emptyRows() }));

test("a long SQLite write-ahead log is moved into the database file after the commit was acknowledged", async () => {
  await inFolder(async (dir) => {
    const opened = await openSqliteRows(dir);
    if (!opened.ok) throw new Error(opened.refusal.detail);
    const rows = opened.value;
    const fileSize = () => statSync(join(dir, "reelay.db")).size;
    const insert = (key: string) =>
      rows.transact({ keys: [key] }, () => ({ value: null, puts: [{ key, value: "x".repeat(1_000) }] }));
    const before = fileSize();
    await Promise.all(Array.from({ length: 300 }, (_, n) => insert(`row/${n}`)));
    expect(fileSize()).toBe(before);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fileSize()).toBeGreaterThan(before + 300_000);
    await rows.close();
  });
});

test("no data is lost if the disk is too full to rewrite the database file", async ({ skip }) => {
  const { dir } = smallDisk(6_000_000, skip);
  const opened = await openSqliteRows(dir);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  const rows = opened.value;
  const put = (key: string, size: number) =>
    rows.transact({ keys: [key] }, () => ({ value: null, puts: [{ key, value: "x".repeat(size) }] }));
  for (let n = 0; n < 200; n += 1) {
    await put(`row/${n}`, 7_000);
    if (n % 20 === 0) rows.emptyLog();
  }
  rows.emptyLog();
  const fileBytes = statSync(join(dir, "reelay.db")).size;
  const giveBack = fill(dir);
  expect(() => rows.rewrite()).toThrow(/full/);
  giveBack();
  expect(statSync(join(dir, "reelay.db-wal")).size).toBe(0);
  expect(statSync(join(dir, "reelay.db")).size).toBe(fileBytes);
  await put("row/new", 10);
  expect((await rows.get("row/199"))?.value).toHaveLength(7_000);
  expect((await rows.get("row/new"))?.value).toHaveLength(10);
  expect(rows.rewrite()).toBe(true);
  await rows.close();
});

interface World {
  readonly rows: Rows;
  readonly connection: Connection;
  /** Every statement that writes or commits, in order. */
  readonly ran: string[];
  /** Makes the next statement that begins with `sql` run `first` and then throw. */
  failNext(sql: string, first?: () => void): void;
  /** Saves that number in a row of that size. */
  put(n: number, how?: Parameters<Rows["transact"]>[2], size?: number): Promise<string>;
  numbers(): Promise<readonly number[]>;
}

/** Rows in a new folder over a connection that can be made to fail. */
async function inWorld(claim: (world: World) => Promise<void>, reserve: (pages: Pages) => Reserve | null = () => null) {
  await inFolder(async (dir) => {
    const ran: string[] = [];
    let failing: { readonly sql: string; readonly first: () => void } | null = null;
    const before = (sql: string) => {
      ran.push(sql);
      if (!failing || !sql.startsWith(failing.sql)) return;
      const { first } = failing;
      failing = null;
      first();
      throw new Error(`planted: ${sql}`);
    };
    const real = await connectSqlite(join(dir, "reelay.db"));
    const connection: Connection = {
      exec(sql) {
        before(sql);
        real.exec(sql);
      },
      prepare(sql) {
        const statement = real.prepare(sql);
        return {
          ...statement,
          run(...values) {
            before(sql);
            return statement.run(...values);
          },
        };
      },
      close: () => real.close(),
    };
    const pages: Pages = { limit: (most) => void real.prepare(`PRAGMA max_page_count = ${most}`).get() };
    const opened = await openSqliteRows(
      dir,
      () => reserve(pages),
      async () => connection,
    );
    if (!opened.ok) throw new Error(opened.refusal.detail);
    const rows = opened.value;
    ran.length = 0;
    await claim({
      rows,
      connection: real,
      ran,
      failNext(sql, first = () => {}) {
        failing = { sql, first };
      },
      put: (n, how, size = 1) =>
        rows.transact(
          { keys: [`n/${n}`] },
          () => ({
            value: `value ${n}`,
            puts: [{ key: `n/${n}`, value: "x".repeat(size), indexes: [{ name: "numbers", score: n }] }],
          }),
          how,
        ),
      numbers: async () => (await rows.places("numbers", { limit: 100 })).map(({ score }) => score),
    });
    await rows.close();
  });
}

interface Pages {
  limit(most: number): void;
}

const commits = (ran: readonly string[]) => ran.filter((sql) => sql === "COMMIT").length;

test("all SQLite transactions of one event-loop turn share one commit", () =>
  inWorld(async ({ ran, put, numbers }) => {
    await Promise.all([1, 2, 3].map((n) => put(n)));
    expect(commits(ran)).toBe(1);
    await put(4);
    expect(commits(ran)).toBe(2);
    expect(await numbers()).toEqual([1, 2, 3, 4]);
  }));

test("no transaction is acknowledged or readable before the commit", () =>
  inWorld(async ({ rows, ran, put }) => {
    const answers: unknown[] = [];
    const writes = [1, 2].map((n) => put(n).then((value) => answers.push([value, ran.at(-1)])));
    expect(answers).toEqual([]);
    expect(await rows.get("n/1")).toBeNull();
    await Promise.all(writes);
    expect(answers).toEqual([
      ["value 1", "COMMIT"],
      ["value 2", "COMMIT"],
    ]);
  }));

test("a commit waits for the disk if any of its writes requires durability", () =>
  inWorld(async ({ connection, ran, put }) => {
    const settings = async (...durabilities: readonly ("disk" | "soon")[]) => {
      ran.length = 0;
      await Promise.all(durabilities.map((durability, n) => put(n, { durability })));
      return [
        ...ran.filter((sql) => sql.startsWith("PRAGMA synchronous")),
        Object(connection.prepare("PRAGMA synchronous").get()).synchronous,
      ];
    };
    const [full, normal] = [2, 1];
    expect(await settings("disk")).toEqual(["PRAGMA synchronous = FULL", full]);
    expect(await settings("soon", "soon")).toEqual(["PRAGMA synchronous = NORMAL", normal]);
    expect(await settings("soon")).toEqual([normal]);
    expect(await settings("soon", "disk", "soon")).toEqual(["PRAGMA synchronous = FULL", full]);
  }));

test.for(["COMMIT", "BEGIN IMMEDIATE", "INSERT OR ROLLBACK INTO rows", "INSERT OR ROLLBACK INTO entries"])(
  "every transaction of an event-loop turn fails if the statement “%s” fails",
  (sql) =>
    inWorld(async ({ rows, put, numbers, failNext }) => {
      await put(0);
      failNext(sql);
      const answers = await Promise.allSettled([put(1), put(2)]);
      expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect([await numbers(), await rows.count("numbers")]).toEqual([[0], 1]);
      await put(3);
      expect([await numbers(), await rows.count("numbers")]).toEqual([[0, 3], 2]);
    }),
);

test("every transaction of an event-loop turn fails with the original error if SQLite rolls back by itself", () =>
  inWorld(async ({ connection, put, numbers, failNext }) => {
    failNext("INSERT OR ROLLBACK INTO entries", () => connection.exec("ROLLBACK"));
    for (const answer of await Promise.allSettled([put(1), put(2)]))
      expect(answer).toMatchObject({ status: "rejected", reason: { message: /planted/ } });
    expect(await numbers()).toEqual([]);
    await put(4);
    expect(await numbers()).toEqual([4]);
  }));

test("on a full disk the reserved space is used for running jobs but not for new jobs", () => {
  let isThere = true;
  let pages: Pages = { limit() {} };
  const reserve = (given: Pages): Reserve => {
    pages = given;
    return {
      isThere: () => isThere,
      release() {
        isThere = false;
        pages.limit(1_000);
        return true;
      },
    };
  };
  return inWorld(async ({ put, numbers }) => {
    pages.limit(10);
    const answers = await Promise.allSettled([put(1, { isNew: true }, 100_000), put(2, {}, 100_000)]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await numbers()).toEqual([2]);
    await expect(put(3, { isNew: true })).rejects.toThrow("full");
    isThere = true;
    expect(await put(3, { isNew: true })).toBe("value 3");
  }, reserve);
});

test("cached rows and index sizes are read again after another program wrote to the database file", () =>
  inFolder(async (dir) => {
    const [opened, beside] = [await openSqliteRows(dir), await openProgramRows(dir)];
    if (!opened.ok || !beside.ok) throw new Error("the folder was not opened");
    const rows = opened.value;
    const put = (by: Rows, n: number) => {
      const puts = [{ key: "n", value: n, indexes: [{ name: `list/${n}`, score: 0 }] }];
      return by.transact({ keys: ["n"] }, () => ({ value: null, puts }));
    };
    const present = () =>
      rows.transact({ keys: ["n"], counts: ["list/1", "list/2"] }, (facts) => ({
        value: [facts.row("n")?.value, facts.count("list/1"), facts.count("list/2")],
      }));
    await put(rows, 1);
    expect(await present()).toEqual([1, 1, 0]);
    await put(beside.value, 2);
    expect(await rows.count("list/1")).toBe(0);
    await put(beside.value, 1);
    await put(beside.value, 2);
    expect(await present()).toEqual([2, 0, 1]);
    await Promise.all([rows.close(), beside.value.close()]);
  }));
