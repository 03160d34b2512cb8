import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { backUp } from "../../../src/app/program/take-backup.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { inFolder, opened } from "../../engines/in-folder.ts";
import { compileChild, startChild } from "../../engines/start-child.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

let script = "";
beforeAll(async () => {
  script = await compileChild();
}, 60_000);

/** The versions of the jobs in a backup, opened like a restored database. */
async function versionsIn(backup: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const dir = `${backup}-restored`;
  mkdirSync(dir);
  copyFileSync(backup, join(dir, "reelay.db"));
  const database = await opened(dir);
  const store = jobStore(database, recordingLog(), testNames);
  const versions = new Map<string, number>();
  for (const id of ids) versions.set(id, (await store.load(id))?.version ?? 0);
  await database.close();
  return versions;
}

const savesIn = (lines: readonly (string | null)[]) =>
  new Map(lines.map((line) => /^saved (\w+) (\d+)$/.exec(line ?? "")).map((hit) => [hit?.[1] ?? "", Number(hit?.[2])]));

test("a backup of a running bot contains every write that was confirmed before the backup", () =>
  inFolder(async (root) => {
    const dir = join(root, "data");
    const child = startChild(script, "write", dir);
    expect(await child.line()).toBe("open");
    const before: (string | null)[] = [];
    for (const file of ["a", "b"].map((name) => join(root, name))) {
      for (let n = 0; n < 60; n += 1) before.push(await child.line());
      const acknowledged = savesIn(before);
      const made = await backUp(dir, file);
      expect(made).toEqual({ ok: true, value: { sizeBytes: statSync(file).size, unreadable: [] } });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const versions = await versionsIn(file, [...acknowledged.keys()]);
      for (const [id, version] of acknowledged) expect(versions.get(id), id).toBeGreaterThanOrEqual(version);
    }
    for (let n = 0; n < 60; n += 1) expect(await child.line()).toMatch(/^saved/);
    const all = savesIn([...before, ...(await child.kill())]);
    const database = await opened(dir);
    const store = jobStore(database, recordingLog(), testNames);
    for (const [id, version] of all) expect((await store.load(id))?.version).toBeGreaterThanOrEqual(version);
    await database.close();
  }));

test("a bot can open its database during a backup of its data folder", () =>
  inFolder(async (root) => {
    const dir = join(root, "data");
    const first = await opened(dir);
    await jobStore(first, recordingLog(), testNames).insert(aJob());
    await first.close();
    const copying = backUp(dir, join(root, "backup"));
    const [database] = await Promise.all([opened(dir), copying]);
    expect((await jobStore(database, recordingLog(), testNames).load(aJobId()))?.version).toBe(1);
    await database.close();
    expect(readdirSync(root).toSorted()).toEqual(["backup", "data"]);
  }));
