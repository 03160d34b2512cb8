import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { isOpen, type Job, UnreadableJob } from "../../../src/core/job/job.ts";
import type { StoredJob } from "../../../src/core/ports.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { openSqliteRows } from "../../../src/engines/sqlite-rows.ts";
import { storesOver } from "../../../src/engines/stores.ts";
import { howMany } from "../../fakes/how-many.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { random as seeded } from "../../simulation/random.ts";
import { inFolder, opened } from "./in-folder.ts";

const FLIPS = howMany(200, 24);

/** Every version of each job that was ever acknowledged, the newest last. */
type History = ReadonlyMap<string, readonly StoredJob[]>;

/** Writes 45 jobs, one after the other, through some of their lives: more would begin the write-ahead log anew. */
async function write(dir: string): Promise<{ readonly history: History; close(): Promise<void> }> {
  const database = await opened(dir);
  const store = jobStore(database, keptLog());
  const history = new Map<string, StoredJob[]>();
  for (let n = 0; n < 45; n += 1) {
    const accepted = aJob({ id: aJobId(n), workspace: `W${n % 5}`, acceptedAt: TEST_START + n });
    const lives: readonly Job[] = [
      accepted,
      { ...accepted, state: aRunning({ credits: 95 + n }) },
      { ...aClosedJob(), id: accepted.id, acceptedAt: accepted.acceptedAt },
    ];
    const told: StoredJob[] = [];
    for (const [index, job] of lives.slice(0, 1 + (n % 3)).entries()) {
      if (index === 0) await store.insert(job);
      else await store.save(job, index);
      told.push({ job, version: index + 1 });
    }
    history.set(accepted.id, told);
  }
  return { history, close: () => database.close() };
}

/** Opens the folder and compares what it gives out with what was written; says how it went. At most one job is another than it was. */
async function judge(dir: string, history: History, isKnown: (told: readonly StoredJob[]) => readonly StoredJob[]) {
  const found = await openSqliteRows(dir);
  if (!found.ok) {
    expect(["broken", "unwritable"], found.refusal.detail).toContain(found.refusal.kind);
    return found.refusal.kind;
  }
  const log = keptLog();
  const store = storesOver(found.value, log).jobs;
  const given = new Map<string, Job>();
  const ends = { unreadable: 0, changed: 0 };
  for (const [id, told] of history) {
    const stored = await store.load(id).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableJob);
      return "unreadable" as const;
    });
    if (stored === "unreadable") ends.unreadable += 1;
    else {
      if (!isKnown(told).some((known) => isDeepStrictEqual(known, stored))) ends.changed += 1;
      if (stored) given.set(id, stored.job);
    }
  }
  expect(ends.unreadable + ends.changed).toBeLessThanOrEqual(1);
  const lists = [await store.jobsOf(anOwner(), 100), await store.openJobsOf(anOwner())];
  const open = [...given.values()].filter(isOpen);
  for (const [n, jobs] of lists.entries()) {
    for (const job of jobs) expect(job).toEqual(given.get(job.id));
    expect(jobs.length).toBeGreaterThanOrEqual((n === 0 ? given.size : open.length) - 1);
  }
  // Nothing is read for it: a flipped bit can set a wrong alarm, and the job itself says when it is due.
  for (const { dueAt } of await store.openJobs(null, 100)) expect(dueAt).toBeTypeOf("number");
  expect(log.lines).toHaveLength(ends.unreadable);
  await found.value.close();
  if (ends.unreadable > 0) return "left out";
  return ends.changed > 0 ? "changed" : "intact";
}

/** Flips one bit at each of the places, each in a copy of the files, and counts how it went. */
async function flip(name: string, from: string, to: string, claim: (dir: string) => Promise<string>) {
  const random = seeded(20_261_121);
  const ends = new Map<string, number>();
  for (let n = 0; n < FLIPS; n += 1) {
    const dir = join(to, String(n));
    mkdirSync(dir);
    for (const file of ["reelay.db", "reelay.db-wal"])
      if (statSync(join(from, file), { throwIfNoEntry: false })) copyFileSync(join(from, file), join(dir, file));
    const bytes = readFileSync(join(dir, name));
    // Every eighth one in the first 200 bytes, the header's.
    const at = random.between(0, n % 8 === 0 ? 199 : bytes.length - 1);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at);
    writeFileSync(join(dir, name), bytes);
    const end = await claim(dir).catch((error: unknown) => {
      throw new Error(`a flip in byte ${at} of ${name}`, { cause: error });
    });
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return Object.fromEntries(ends);
}

test(
  `of ${FLIPS} flipped bits in a database each is refused at the start, or touches one job and no other`,
  () =>
    inFolder(async (root) => {
      const { history, close } = await write(join(root, "whole"));
      await close();
      const newest = (told: readonly StoredJob[]) => told.slice(-1);
      const ends = await flip("reelay.db", join(root, "whole"), root, (dir) => judge(dir, history, newest));
      expect(ends.broken).toBeGreaterThan(FLIPS / 20);
      expect(ends["left out"]).toBeGreaterThan(0);
      expect(ends.intact).toBeGreaterThan(FLIPS / 20);
    }),
  60_000,
);

test(
  `of ${FLIPS} flipped bits in a write-ahead log none undoes more than its last two transactions`,
  () =>
    inFolder(async (root) => {
      const { history, close } = await write(join(root, "live"));
      const mayBeUndone = new Set([...history.keys()].slice(-2));
      const newest = (told: readonly StoredJob[]) =>
        told.some(({ job }) => mayBeUndone.has(job.id)) ? told : told.slice(-1);
      const ends = await flip("reelay.db-wal", join(root, "live"), root, (dir) => judge(dir, history, newest));
      expect(ends.broken).toBeGreaterThan(FLIPS * 0.75);
      await close();
    }),
  60_000,
);
