import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUpStorage, STAMP } from "../../../src/app/program/take-backup.ts";
import { readParts } from "../../../src/config.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { rowsKeyv } from "../../../src/engines/rows-keyv.ts";
import { connectSqlite } from "../../../src/engines/sqlite-connection.ts";
import { opened } from "../../engines/in-folder.ts";
import { smallDisk } from "../../engines/mounts.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

/** A bot's folder `data` with that many jobs, in a temporary folder. */
async function aWorld({ jobs = 200 } = {}) {
  const root = aFolder();
  const dir = join(root, "data");
  const database = await opened(dir);
  const store = jobStore(database, recordingLog(), testNames);
  await Promise.all(Array.from({ length: jobs }, (_, n) => store.insert(aJob({ id: aJobId(n) }))));
  await database.close();
  return { root, dir, storage: { dir, secretKeys: null } };
}

type StorageOf = Parameters<typeof backUpStorage>[0];

/** Makes a backup like the command, on the given day of November. */
function takeBackup(storage: StorageOf, target: string, { keep = null as number | null, day = 1 } = {}) {
  const now = Date.UTC(2026, 10, day, 3, 0, 0);
  return backUpStorage(storage, target, { keep: keep ?? 14, isKeepGiven: keep !== null, now });
}

/** The text of the refusal; fails if the backup succeeds. */
async function refusal(storage: StorageOf, file: string, how?: Parameters<typeof takeBackup>[2]): Promise<string> {
  const done = await takeBackup(storage, file, how);
  if (done.ok) throw new Error(`not refused: ${done.value}`);
  return done.refusal;
}

test("the output of a backup names the file, the size and the keys to keep with the file", async () => {
  const { root, dir, storage } = await aWorld();
  const withoutKeyFile = await takeBackup(storage, join(root, "c.db"));
  expect(withoutKeyFile).toMatchObject({ value: expect.stringContaining("Keep Reelay's SECRET_KEYS as well") });
  writeFileSync(join(dir, "secret.keys"), "a:b");
  const file = join(root, "a.db");
  expect(await takeBackup(storage, file)).toEqual({
    ok: true,
    value: expect.stringMatching(
      `^The backup is ${file} \\(\\d+ kB\\)\\. Keep a copy of ${dir}/secret\\.keys as well, [^\n]+$`,
    ),
  });
  expect(await takeBackup({ ...storage, secretKeys: "a:b" }, join(root, "b.db"))).toEqual({
    ok: true,
    value: expect.stringContaining("Keep Reelay's SECRET_KEYS"),
  });
});

test("the mark “restored from a backup” is set only in the copy that a backup makes, not in the bot's database", async () => {
  const { root, dir, storage } = await aWorld();
  expect(await takeBackup(storage, join(root, "reelay.db"))).toMatchObject({ ok: true });
  const stamps = [];
  for (const folder of [dir, root]) {
    const rows = await opened(folder);
    stamps.push(await rowsKeyv(rows).keyv(STAMP.namespace).get(STAMP.key));
    await rows.close();
  }
  expect(stamps).toEqual([undefined, expect.stringMatching(/^20\d\d-\d\d-\d\dT/)]);
});

test("the output of a backup names the records that cannot be read", async () => {
  const { root, dir, storage } = await aWorld();
  const connection = await connectSqlite(join(dir, "reelay.db"));
  const unreadable = [7, 8].map((n) => `job/${aJobId(n)}`);
  connection.exec(`UPDATE rows SET value = '{' WHERE key = 'job/${aJobId(7)}'`);
  connection.exec(`UPDATE rows SET value = '{"v":9}' WHERE key = 'job/${aJobId(8)}'`);
  connection.close();
  expect(await takeBackup(storage, join(root, "reelay.db"))).toEqual({
    ok: true,
    value: expect.stringContaining(`2 records in it cannot be read: ${unreadable.toSorted().join(", ")}.`),
  });
  for (const folder of [dir, root]) {
    const rows = await opened(folder);
    expect(await rows.count("jobs-open")).toBe(200);
    await rows.close();
  }
});

test("a backup never overwrites an existing file", async () => {
  const { root, storage } = await aWorld();
  for (const [name, sentence] of [
    ["mine.db", "already exists and was not changed"],
    ["mine", "is a file, and was not changed. Name a folder, or a new file that ends in .db"],
  ] as const) {
    writeFileSync(join(root, name), "precious");
    expect(await refusal(storage, join(root, name))).toContain(sentence);
    expect(readFileSync(join(root, name), "utf8")).toBe("precious");
  }
});

test("a backup is refused and creates no file if the database or the target folder does not exist", async () => {
  const { root, dir, storage } = await aWorld();
  mkdirSync(join(root, "empty"));
  for (const other of [join(root, "empty"), join(root, "nowhere"), join(dir, "reelay.db")])
    for (const target of ["x.db", "backups"])
      expect(await refusal({ ...storage, dir: other }, join(root, target))).toContain(
        "There is no database in DATA_DIR",
      );
  expect(await refusal(storage, join(root, "nowhere", "x.db"))).toContain("does not exist. Create it");
  expect(await refusal(storage, join(root, "far", "away"))).toMatch(
    /far does not exist\. Create it, or choose another/,
  );
  expect(readdirSync(root).toSorted()).toEqual(["data", "empty"]);
  expect(readdirSync(join(root, "empty"))).toEqual([]);
});

const datedOn = (day: number) => `reelay-2026-11-${String(day).padStart(2, "0")}T03-00-00Z.db`;

test("a backup into a folder gets a dated name, and the oldest backups above the limit are removed", async () => {
  const { root, storage } = await aWorld();
  const folder = join(root, "backups");
  expect(await takeBackup(storage, folder, { day: 1 })).toMatchObject({ ok: true });
  for (let day = 2; day <= 14; day += 1) copyFileSync(join(folder, datedOn(1)), join(folder, datedOn(day)));
  for (const day of [15, 16]) expect(await takeBackup(storage, folder, { day })).toMatchObject({ ok: true });
  expect(readdirSync(folder).toSorted()).toEqual(Array.from({ length: 14 }, (_, n) => datedOn(n + 3)));
  expect(statSync(folder).mode & 0o777).toBe(0o700);

  // Other files and another backup's unfinished file are kept. The old unfinished file of a killed backup is removed.
  const others = ["notes.txt", "reelay-2026.db", `${datedOn(3)}.gz`, `${datedOn(17)}.part`];
  for (const name of [...others, `${datedOn(4)}.part`]) writeFileSync(join(folder, name), "precious");
  expect(await takeBackup(storage, folder, { day: 18, keep: 2 })).toEqual({
    ok: true,
    value: expect.stringMatching(/The 13 oldest backups were removed\. The newest 2 stay\.$/),
  });
  expect(readdirSync(folder).toSorted()).toEqual([...others, datedOn(16), datedOn(18)].toSorted());
});

test("a backup with damaged records does not remove older backups", async () => {
  const { root, dir, storage } = await aWorld();
  expect(await takeBackup(storage, join(root, "backups"), { day: 1 })).toMatchObject({ ok: true });
  const connection = await connectSqlite(join(dir, "reelay.db"));
  connection.exec(`UPDATE rows SET value = '{' WHERE key = 'job/${aJobId(7)}'`);
  connection.close();
  expect(await takeBackup(storage, join(root, "backups"), { day: 2, keep: 1 })).toMatchObject({ ok: true });
  expect(readdirSync(join(root, "backups"))).toEqual([datedOn(1), datedOn(2)]);
});

test("a refused backup does not remove older backups", async () => {
  const { root, storage } = await aWorld();
  expect(await takeBackup(storage, `${root}/backups/`, { day: 1 })).toMatchObject({ ok: true });
  expect(await refusal(storage, join(root, "backups"), { day: 1, keep: 1 })).toContain("already exists");
  expect(await refusal({ ...storage, dir: root }, join(root, "backups"), { keep: 1 })).toContain("no database");
  expect(readdirSync(join(root, "backups"))).toEqual([datedOn(1)]);
});

test("--keep is refused for a backup into a single file, and no file is created", async () => {
  const { root, dir, storage } = await aWorld();
  expect(await refusal(storage, join(root, "b.db"), { keep: 3 })).toContain("--keep needs a folder of backups");
  expect(readdirSync(root)).toEqual(["data"]);
  expect(readdirSync(dir)).toContain("reelay.db");
});

test("data that is deleted after a restore is erased from all database files", async () => {
  const { root, storage, dir } = await aWorld({ jobs: 0 });
  const rows = await opened(dir);
  const wordOf = (n: number) => createHash("sha256").update(`word ${n}`).digest("hex");
  for (let n = 0; n < 60; n += 1)
    await rowsKeyv(rows)
      .keyv("kept")
      .set(`a${n}`, `${wordOf(n)} ${"rain ".repeat(60)}`);
  await rows.close();
  expect(await takeBackup(storage, join(root, "reelay.db"))).toMatchObject({ ok: true });

  const restored = await opened(root);
  for (let n = 0; n < 60; n += 1) await rowsKeyv(restored).keyv("kept").delete(`a${n}`);
  expect(restored.emptyLog()).toBe(true);
  const files = ["reelay.db", "reelay.db-wal"].map((name) => readFileSync(join(root, name)));
  const left = Array.from({ length: 60 }, (_, n) => wordOf(n)).filter((word) =>
    files.some((file) => file.includes(word)),
  );
  expect(left).toEqual([]);
  await restored.close();
});

test.for([
  ["an invalid header", 0],
  ["a damaged page", 3 * 4096],
])("a backup of a database with %s is refused and leaves no partial file", async ([, from]) => {
  const { root, dir, storage } = await aWorld();
  const bytes = readFileSync(join(dir, "reelay.db")).fill(0x7f, Number(from), Number(from) + 4_096);
  writeFileSync(join(dir, "reelay.db"), bytes);
  expect(await refusal(storage, join(root, "x.db"))).toMatch(
    /is broken \(.+\)\. Nothing was changed; keep the backups/,
  );
  expect(readdirSync(root)).toEqual(["data"]);
});

test("a backup to a full disk is refused and leaves no partial file", async ({ skip }) => {
  const { storage } = await aWorld();
  const disk = smallDisk(150_000, skip);
  expect(await refusal(storage, join(disk.dir, "x.db"))).toContain("There is not enough space for");
  expect(readdirSync(disk.dir)).toEqual([]);
});

test("a backup to a read-only disk is refused with the reason", async ({ skip }) => {
  const { storage } = await aWorld();
  const disk = smallDisk(1_000_000, skip);
  disk.setReadOnly();
  expect(await refusal(storage, join(disk.dir, "x.db"))).toMatch(/cannot be written \(EROFS.*\)\. Choose a place that/);
});

test("a backup reads DATA_DIR and SECRET_KEYS even if other settings are invalid", () => {
  expect(readParts({})).toMatchObject({ dir: "./data", secretKeys: null });
  expect(readParts({ DATA_DIR: " ", SECRET_KEYS: "" })).toMatchObject({ dir: "./data", secretKeys: null });
  const odd = { DATA_DIR: "/srv/reelay", SECRET_KEYS: "a:b", PORT: "many", REDIS_URL: "redis://" };
  expect(readParts(odd)).toMatchObject({ dir: "/srv/reelay", secretKeys: "a:b" });
});
