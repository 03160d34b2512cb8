import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { jobStore } from "../../src/engines/job-store.ts";
import { connectSqlite, openRefusalOf } from "../../src/engines/sqlite-connection.ts";
import { holdFolder, openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { howMany } from "../fakes/how-many.ts";
import { aJob, aJobId } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { inFolder, opened } from "./in-folder.ts";
import { compileChild, startChild } from "./start-child.ts";

test("only the user that runs the bot can access the data folder and the files in it", () =>
  inFolder(async (root) => {
    const dir = join(root, "a", "b");
    const database = await opened(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o077, name).toBe(0);
    await database.close();
  }));

test("a reelay.db file that is not a database is refused and left unchanged", () =>
  inFolder(async (dir) => {
    const junk = Buffer.alloc(20_000, "no database ");
    writeFileSync(join(dir, "reelay.db"), junk);
    expect(await openSqliteRows(dir)).toMatchObject({ ok: false, refusal: { kind: "broken" } });
    expect(readFileSync(join(dir, "reelay.db")).equals(junk)).toBe(true);
  }));

test("a damaged or truncated database file is refused", () =>
  inFolder(async (dir) => {
    const database = await opened(join(dir, "whole"));
    const store = jobStore(database, recordingLog(), testNames);
    await Promise.all(Array.from({ length: 300 }, (_, n) => store.insert(aJob({ id: aJobId(n) }))));
    await database.close();

    const whole = join(dir, "whole", "reelay.db");
    const bytes = readFileSync(whole);
    for (const page of [2, Math.floor(bytes.length / 4096 / 2)]) {
      const damaged = Buffer.from(bytes).fill(0x7f, page * 4096, page * 4096 + 300);
      mkdirSync(join(dir, `page-${page}`));
      writeFileSync(join(dir, `page-${page}`, "reelay.db"), damaged);
      expect(await openSqliteRows(join(dir, `page-${page}`)), `page ${page}`).toMatchObject({
        ok: false,
        refusal: { kind: "broken" },
      });
    }

    mkdirSync(join(dir, "cut"));
    copyFileSync(whole, join(dir, "cut", "reelay.db"));
    truncateSync(join(dir, "cut", "reelay.db"), 4096 * 10 + 100);
    expect(await openSqliteRows(join(dir, "cut"))).toMatchObject({ ok: false, refusal: { kind: "broken" } });
  }));

test("a database file of another version is refused and left unchanged", () =>
  inFolder(async (dir) => {
    const connection = await connectSqlite(join(dir, "reelay.db"));
    connection.exec("CREATE TABLE jobs (id TEXT); PRAGMA user_version = 99");
    connection.close();
    expect(await openSqliteRows(dir)).toMatchObject({
      ok: false,
      refusal: { kind: "broken", detail: "another version of Reelay wrote it" },
    });
    const tables = (await connectSqlite(join(dir, "reelay.db"))).prepare("SELECT name FROM sqlite_schema").all();
    expect(tables).toEqual([{ name: "jobs" }]);
  }));

test("a data folder is reported as not writable if its path is a file or reelay.db is a folder", () =>
  inFolder(async (dir) => {
    writeFileSync(join(dir, "file"), "");
    expect(await openSqliteRows(join(dir, "file"))).toMatchObject({ ok: false, refusal: { kind: "unwritable" } });
    mkdirSync(join(dir, "taken", "reelay.db"), { recursive: true });
    expect(await openSqliteRows(join(dir, "taken"))).toMatchObject({ ok: false, refusal: { kind: "unwritable" } });
  }));

test("SQLite's errors on opening a file are reported as “in use”, “broken” or “not writable”", () => {
  const kindOf = (rawCode: number) => openRefusalOf(Object.assign(new Error(), { rawCode }))?.kind;
  expect([5, 6].map(kindOf)).toEqual(["in_use", "in_use"]);
  expect([1, 11, 26].map(kindOf)).toEqual(["broken", "broken", "broken"]);
  expect(new Set([3, 8, 10, 13, 14, 1_032].map(kindOf))).toEqual(new Set(["unwritable"]));
  expect([21, 19].map(kindOf)).toEqual([undefined, undefined]);
});

test("a truncated write-ahead log loses only the jobs written after the truncation point", () =>
  inFolder(async (dir) => {
    const database = await opened(join(dir, "live"));
    const store = jobStore(database, recordingLog(), testNames);
    await store.insert(aJob({ id: aJobId(1) }));
    const tail = statSync(join(dir, "live", "reelay.db-wal")).size;
    await store.insert(aJob({ id: aJobId(2) }));

    mkdirSync(join(dir, "torn"));
    for (const name of ["reelay.db", "reelay.db-wal"]) copyFileSync(join(dir, "live", name), join(dir, "torn", name));
    truncateSync(join(dir, "torn", "reelay.db-wal"), tail + 1_000);
    const torn = await opened(join(dir, "torn"));
    expect(await jobStore(torn, recordingLog(), testNames).load(aJobId(1))).not.toBeNull();
    expect(await jobStore(torn, recordingLog(), testNames).load(aJobId(2))).toBeNull();
    await torn.close();
    await database.close();
  }));

test("a closed database rejects every write", () =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    const store = jobStore(database, recordingLog(), testNames);
    const last = store.insert(aJob());
    await database.close();
    expect(await last).toBe("inserted");
    await database.close();
    await expect(store.insert(aJob({ id: aJobId(2) }))).rejects.toThrow("the database is closed");
  }));

let script = "";
beforeAll(async () => {
  script = await compileChild();
}, 60_000);

/** Locks the folder. Throws if it is refused. */
async function held(dir: string): Promise<() => void> {
  const result = await holdFolder(dir);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}

const inUse = { ok: false, refusal: { kind: "in_use" } };

test("if several processes open the same data folder at once, exactly one succeeds", () =>
  inFolder(async (dir) => {
    const refused = Array.from({ length: howMany(7, 2) }, () => "refused in_use");
    const children = ["open", ...refused].map(() => startChild(script, "hold", dir));
    const lines = await Promise.all(children.map((child) => child.line()));
    expect(lines.toSorted()).toEqual(["open", ...refused]);
    await Promise.all(children.map((child) => child.kill()));
  }));

test("locking a data folder fails if reelay.lock has invalid content", () =>
  inFolder(async (dir) => {
    writeFileSync(join(dir, "reelay.lock"), Buffer.alloc(20_000, "garbage "));
    expect(await holdFolder(dir)).toMatchObject({ ok: false, refusal: { kind: "bad_lock" } });
  }));

test("locking a data folder works even if reelay.lock is another SQLite database", () =>
  inFolder(async (dir) => {
    const connection = await connectSqlite(join(dir, "reelay.lock"));
    connection.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)");
    connection.close();
    const free = await held(dir);
    expect(await holdFolder(dir)).toMatchObject(inUse);
    free();
    expect(readFileSync(join(dir, "reelay.lock")).length).toBeGreaterThan(0);
  }));

test("locking a data folder fails if reelay.lock is a folder", () =>
  inFolder(async (dir) => {
    mkdirSync(join(dir, "reelay.lock"));
    expect(await holdFolder(dir)).toEqual({ ok: false, refusal: { kind: "bad_lock", detail: "it is no file" } });
  }));
