import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobStore } from "../../src/engines/job-store.ts";
import { openReserve } from "../../src/engines/reserve.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aClosedJob, aJob, aJobId, aRunning } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { inFolder, opened } from "./in-folder.ts";
import { fill, smallDisk } from "./mounts.ts";

test("reserved disk space is released on request and reserved again at the next check", () =>
  inFolder(async (dir) => {
    const log = recordingLog();
    const reserve = openReserve(dir, log);
    const { mode, blocks, size } = statSync(join(dir, "reelay.spare"));
    expect(mode & 0o777).toBe(0o600);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    expect(size).toBe(8_000_000);
    expect(reserve.isThere()).toBe(true);

    expect(reserve.release()).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
    expect(reserve.release()).toBe(false);
    expect(reserve.isThere()).toBe(true);
    expect(readdirSync(dir)).toEqual(["reelay.spare"]);
    expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
  }));

test("disk space is reserved as soon as a full disk has free space again", async ({ skip }) => {
  const { dir } = smallDisk(20_000_000, skip);
  const makeRoom = fill(dir);
  const log = recordingLog();
  const reserve = openReserve(dir, log);
  expect(reserve.isThere()).toBe(false);
  expect(reserve.release()).toBe(false);
  expect(readdirSync(dir)).toEqual(["ballast"]);
  makeRoom();
  expect(reserve.isThere()).toBe(true);
  expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
});

test("writes to a full disk fail within a second and succeed again after space was freed", async ({ skip }) => {
  const { dir } = smallDisk(4_000_000, skip);
  const database = await opened(dir);
  const store = jobStore(database, recordingLog(), testNames);
  await store.insert(aJob());
  await store.save(aJob({ state: aRunning() }), 1);
  const makeRoom = fill(dir);

  const acknowledged: string[] = [];
  const before = performance.now();
  let refused = 0;
  for (let n = 2; refused < 20; n += 1) {
    const id = aJobId(n);
    const answer = await store.insert(aJob({ id })).catch((error: unknown) => String(error));
    if (answer === "inserted") acknowledged.push(id);
    else {
      expect(answer).toMatch(/full/);
      refused += 1;
    }
  }
  expect(performance.now() - before).toBeLessThan(1_000);
  for (const id of acknowledged) expect(await store.load(id)).not.toBeNull();
  expect((await store.load(aJobId()))?.version).toBe(2);

  makeRoom();
  expect(await store.save(aClosedJob(), 2)).toBe(true);
  expect(await store.insert(aJob({ id: aJobId(9_999) }))).toBe("inserted");
  await database.close();

  const again = await opened(dir);
  const reopened = jobStore(again, recordingLog(), testNames);
  for (const id of [...acknowledged, aJobId(9_999)]) expect((await reopened.load(id))?.version).toBe(1);
  expect((await reopened.load(aJobId()))?.version).toBe(3);
  await again.close();
});

test("a data folder on a read-only disk cannot be opened", async ({ skip }) => {
  const disk = smallDisk(4_000_000, skip);
  mkdirSync(join(disk.dir, "empty"));
  mkdirSync(join(disk.dir, "used"));
  await inFolder(async (dir) => {
    await (await opened(dir)).close();
    // A copy, because the disk cannot be made read-only while libsql has a file on it open.
    copyFileSync(join(dir, "reelay.db"), join(disk.dir, "used", "reelay.db"));
  });
  disk.setReadOnly();
  for (const name of ["empty", "used", "missing"])
    expect(await openSqliteRows(join(disk.dir, name)), name).toMatchObject({
      ok: false,
      refusal: { kind: "unwritable" },
    });
});

test("a data folder of another user cannot be opened", async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip("only root can become somebody else");
  await inFolder(async (dir) => {
    await (await opened(join(dir, "data"))).close();
    chmodSync(dir, 0o755);
    chmodSync(join(dir, "data"), 0o755);
    process.seteuid?.(65_534);
    try {
      expect(await openSqliteRows(join(dir, "data"))).toMatchObject({ ok: false, refusal: { kind: "unwritable" } });
    } finally {
      process.seteuid?.(0);
    }
  });
});
