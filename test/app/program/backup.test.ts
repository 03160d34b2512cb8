import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUpStorage, STAMP } from "../../../src/app/program/take-backup.ts";
import { readParts } from "../../../src/config.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { rowsKeyv } from "../../../src/engines/rows-keyv.ts";
import { connect } from "../../../src/engines/sqlite-connection.ts";
import { opened } from "../../engines/in-folder.ts";
import { smallDisk } from "../../engines/mounts.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

/** A folder `data` as a bot left it, with 200 jobs, in a folder of the test's own. */
async function aWorld() {
  const root = aFolder();
  const dir = join(root, "data");
  const database = await opened(dir);
  const store = jobStore(database, recordingLog(), testNames);
  await Promise.all(Array.from({ length: 200 }, (_, n) => store.insert(aJob({ id: aJobId(n) }))));
  await database.close();
  return { root, dir, storage: { dir, secretKeys: null } };
}

/** The refusal's sentence; fails where there is none. */
async function refusal(storage: { dir: string; secretKeys: string | null }, file: string): Promise<string> {
  const done = await backUpStorage(storage, file);
  if (done.ok) throw new Error(`not refused: ${done.value}`);
  return done.refusal;
}

test("a backup says where it is, how large, and what belongs beside it", async () => {
  const { root, dir, storage } = await aWorld();
  const file = join(root, "a.db");
  expect(await backUpStorage(storage, file)).toEqual({
    ok: true,
    value: expect.stringMatching(
      `^The backup is ${file} \\(\\d+ kB\\)\\. Copy ${dir}/secret\\.keys beside it: [^\n]+$`,
    ),
  });
  expect(await backUpStorage({ ...storage, secretKeys: "a:b" }, join(root, "b.db"))).toEqual({
    ok: true,
    value: expect.stringContaining("Keep your SECRET_KEYS"),
  });
});

test("the stamp is in the backup and never in the file that is copied, and records that cannot be read are named", async () => {
  const { root, dir, storage } = await aWorld();
  const connection = await connect(join(dir, "reelay.db"));
  const unreadable = [7, 8].map((n) => `job/${aJobId(n)}`);
  connection.exec(`UPDATE rows SET value = '{' WHERE key = 'job/${aJobId(7)}'`);
  connection.exec(`UPDATE rows SET value = '{"v":9}' WHERE key = 'job/${aJobId(8)}'`);
  connection.close();
  expect(await backUpStorage(storage, join(root, "reelay.db"))).toEqual({
    ok: true,
    value: expect.stringContaining(`2 records in it cannot be read: ${unreadable.toSorted().join(", ")}.`),
  });
  const stamps = [];
  for (const folder of [dir, root]) {
    const rows = await opened(folder);
    stamps.push(await rowsKeyv(rows).keyv(STAMP.namespace).get(STAMP.key));
    expect(await rows.count("jobs-open")).toBe(200);
    await rows.close();
  }
  expect(stamps).toEqual([undefined, expect.stringMatching(/^20\d\d-\d\d-\d\dT/)]);
});

test("a file that is there is never overwritten", async () => {
  const { root, storage } = await aWorld();
  writeFileSync(join(root, "mine"), "precious");
  expect(await refusal(storage, join(root, "mine"))).toContain("already exists and was not changed");
  expect(readFileSync(join(root, "mine"), "utf8")).toBe("precious");
  expect(await refusal(storage, root)).toContain("already exists");
});

test("a missing database and a missing folder are reported with the cure, and nothing is created", async () => {
  const { root, dir, storage } = await aWorld();
  mkdirSync(join(root, "empty"));
  for (const other of [join(root, "empty"), join(root, "nowhere"), join(dir, "reelay.db")])
    expect(await refusal({ ...storage, dir: other }, join(root, "x"))).toContain("There is no database in DATA_DIR");
  expect(await refusal(storage, join(root, "nowhere", "x"))).toContain("does not exist. Create it");
  expect(readdirSync(root).toSorted()).toEqual(["data", "empty"]);
  expect(readdirSync(join(root, "empty"))).toEqual([]);
});

test.for([
  ["garbage", 0],
  ["a damaged page", 3 * 4096],
])("of a database with %s there is no backup, not even half of one", async ([, from]) => {
  const { root, dir, storage } = await aWorld();
  const bytes = readFileSync(join(dir, "reelay.db")).fill(0x7f, Number(from), Number(from) + 4_096);
  writeFileSync(join(dir, "reelay.db"), bytes);
  expect(await refusal(storage, join(root, "x"))).toMatch(/is broken \(.+\)\. Nothing was changed; keep the backups/);
  expect(readdirSync(root)).toEqual(["data"]);
});

test("a full disk is reported, and nothing is left on it", async ({ skip }) => {
  const { storage } = await aWorld();
  const disk = smallDisk(150_000, skip);
  expect(await refusal(storage, join(disk.dir, "x"))).toContain("There is not enough space for");
  expect(readdirSync(disk.dir)).toEqual([]);
});

test("a disk that cannot be written is reported", async ({ skip }) => {
  const { storage } = await aWorld();
  const disk = smallDisk(1_000_000, skip);
  disk.setReadOnly();
  expect(await refusal(storage, join(disk.dir, "x"))).toMatch(/cannot be written \(EROFS.*\)\. Choose a file that/);
});

test("the folder is read from the environment alone, whatever else is wrong in it", () => {
  expect(readParts({})).toMatchObject({ dir: "./data", secretKeys: null });
  expect(readParts({ DATA_DIR: " ", SECRET_KEYS: "" })).toMatchObject({ dir: "./data", secretKeys: null });
  const odd = { DATA_DIR: "/srv/reelay", SECRET_KEYS: "a:b", PORT: "many", REDIS_URL: "redis://" };
  expect(readParts(odd)).toMatchObject({ dir: "/srv/reelay", secretKeys: "a:b" });
});
