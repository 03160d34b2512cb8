import { join } from "node:path";
import { expect, test } from "vitest";
import { type Connection, connect } from "../../../src/engines/embedded/connect.ts";
import { groupCommit, type WriteKind } from "../../../src/engines/embedded/group-commit.ts";
import type { Reserve } from "../../../src/engines/embedded/reserve.ts";
import { inFolder } from "./in-folder.ts";

/** A table `t` of unique numbers, and every statement that was run to keep a transaction. */
async function inWorld(
  claim: (world: {
    readonly connection: Connection;
    readonly said: string[];
    failNext(sql: string): void;
    insert(n: number): number;
    numbers(): readonly unknown[];
  }) => Promise<void>,
): Promise<void> {
  await inFolder(async (dir) => {
    const real = await connect(join(dir, "test.db"));
    real.exec("CREATE TABLE t (n INTEGER PRIMARY KEY)");
    const said: string[] = [];
    let failing: string | null = null;
    const before = (sql: string) => {
      said.push(sql);
      if (sql !== failing) return;
      failing = null;
      throw new Error(`planted: ${sql}`);
    };
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
    const insert = real.prepare("INSERT INTO t VALUES (?)");
    await claim({
      connection,
      said,
      failNext(sql) {
        failing = sql;
      },
      insert: (n) => insert.run(n),
      numbers: () =>
        real
          .prepare("SELECT n FROM t ORDER BY n")
          .all()
          .map((row) => Object(row).n),
    });
    real.close();
  });
}

/** Writes of what has begun, without a reserve. */
function writer(connection: Connection) {
  const { write } = groupCommit(connection);
  return <Value>(act: () => Value) => write(act, "begun");
}

test("all writes of one turn share one transaction, those of the next have their own", () =>
  inWorld(async ({ connection, said, insert, numbers }) => {
    const write = writer(connection);
    await Promise.all([1, 2, 3].map((n) => write(() => insert(n))));
    expect(said.filter((sql) => sql === "COMMIT")).toHaveLength(1);
    await write(() => insert(4));
    expect(said.filter((sql) => sql === "COMMIT")).toHaveLength(2);
    expect(numbers()).toEqual([1, 2, 3, 4]);
  }));

test("nobody is told before the commit, and each is told its own value", () =>
  inWorld(async ({ connection, said, insert }) => {
    const write = writer(connection);
    const told: unknown[] = [];
    const writes = [1, 2].map((n) =>
      write(() => {
        insert(n);
        return `value ${n}`;
      }).then((value) => told.push([value, said.at(-1)])),
    );
    expect(told).toEqual([]);
    await Promise.all(writes);
    expect(told).toEqual([
      ["value 1", "COMMIT"],
      ["value 2", "COMMIT"],
    ]);
  }));

test("only a turn in which nothing but light writes is made does not wait for the disk", () =>
  inWorld(async ({ connection, said, insert, numbers }) => {
    const { write } = groupCommit(connection);
    const settings = async (...kinds: readonly WriteKind[]) => {
      said.length = 0;
      await Promise.all(kinds.map((kind) => write(() => insert(numbers().length + 1), kind)));
      return [...said.filter((sql) => sql.startsWith("PRAGMA")), connection.prepare("PRAGMA synchronous").get()];
    };
    const full = { synchronous: 2 };
    const normal = { synchronous: 1 };
    expect(await settings("begun")).toMatchObject(["PRAGMA synchronous = FULL", full]);
    expect(await settings("light", "light")).toMatchObject(["PRAGMA synchronous = NORMAL", normal]);
    expect(await settings("light")).toMatchObject([normal]);
    expect(await settings("light", "begun", "light")).toMatchObject(["PRAGMA synchronous = FULL", full]);
    expect(await settings("light")).toMatchObject(["PRAGMA synchronous = NORMAL", normal]);
    expect(await settings("new")).toMatchObject(["PRAGMA synchronous = FULL", full]);
    expect(numbers()).toHaveLength(9);
  }));

test("a write that fails fails alone and leaves nothing behind", () =>
  inWorld(async ({ connection, insert, numbers }) => {
    const write = writer(connection);
    const answers = await Promise.allSettled([
      write(() => insert(1)),
      write(() => {
        insert(2);
        return insert(1);
      }),
      write(() => insert(3)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(numbers()).toEqual([1, 3]);
  }));

test.for(["COMMIT", "BEGIN IMMEDIATE"])(
  "a %s that fails fails every write of that turn, and the next turn goes on",
  (sql) =>
    inWorld(async ({ connection, insert, numbers, failNext }) => {
      const write = writer(connection);
      failNext(sql);
      const answers = await Promise.allSettled([write(() => insert(1)), write(() => insert(2))]);
      expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect(numbers()).toEqual([]);
      await write(() => insert(3));
      expect(numbers()).toEqual([3]);
    }),
);

test("where SQLite itself gives up the transaction, every write of that turn fails with the first cause", () =>
  inWorld(async ({ connection, insert, numbers }) => {
    const write = writer(connection);
    const answers = await Promise.allSettled([
      write(() => insert(1)),
      write(() => {
        connection.exec("ROLLBACK");
        throw new Error("database or disk is full");
      }),
      write(() => insert(3)),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: "rejected", reason: { message: /full/ } });
    expect(numbers()).toEqual([]);
    await write(() => insert(4));
    expect(numbers()).toEqual([4]);
  }));

test("on a full disk the reserve goes to what has begun, and what is new is refused until it is back", () =>
  inWorld(async ({ connection }) => {
    connection.exec("CREATE TABLE big (bytes BLOB); PRAGMA max_page_count = 10");
    let isThere = true;
    const reserve: Reserve = {
      isThere: () => isThere,
      release() {
        isThere = false;
        connection.exec("PRAGMA max_page_count = 1000");
        return true;
      },
    };
    const { write } = groupCommit(connection, reserve);
    const statement = connection.prepare("INSERT INTO big VALUES (zeroblob(100000))");
    const insert = () => statement.run();
    const answers = await Promise.allSettled([write(insert, "new"), write(insert, "begun")]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(connection.prepare("SELECT 1 FROM big").all()).toHaveLength(1);

    await expect(write(insert, "new")).rejects.toThrow("full");
    isThere = true;
    expect(await write(insert, "new")).toBe(1);
  }));
