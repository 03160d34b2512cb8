import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../../src/app/storage.ts";
import { readConfig } from "../../../src/config.ts";
import { machineClock } from "../../../src/core/clock.ts";
import type { Owner } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aBotOnDiscord } from "../../fakes/a-bot-on-discord.ts";
import { aClosed, aFailed, aJob, aJobId, anOwner, aRunning, aWaiting } from "../../fakes/jobs.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { silent, taskOf } from "./poll-arms.ts";

/** The number of people with running videos. */
const PEOPLE = 1_000;
/** The maximum number of queued jobs of one person. */
const IN_LINE = 5;
/** The running jobs in front of queued jobs are numbered from here. */
const RUNNING_FROM = 1_000_000;
const BATCH = 1_000;

export type Storage = Awaited<ReturnType<typeof openFolder>>;

export function ownerOf(n: number): Owner {
  return anOwner(String(300_000_000_000_000_000n + BigInt(n)));
}

/** Creates a temporary data folder with a master key. */
export async function newFolder() {
  const dir = await mkdtemp(join(tmpdir(), "reelay-bench-"));
  const env = { DATA_DIR: dir, SECRET_KEYS: `bench:${randomBytes(32).toString("base64")}` };
  return { dir, env, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Opens the store in that environment's folder or Redis. */
export async function openFolder(env: Readonly<Record<string, string>>) {
  const config = valueIn(readConfig({ ...aBotOnDiscord, ...env }));
  return valueIn(await openStorage(config, { clock: machineClock, log: silent }));
}

/** Opens a new store in that environment's Redis, or in a new folder. `end` removes the folder. */
export async function ownStorage(env: Readonly<Record<string, string>> = {}) {
  const folder = await newFolder();
  const storage = await openFolder({ ...folder.env, ...env });
  const end = async () => {
    await storage.engine.close();
    await folder.remove();
  };
  return { ...storage, end };
}

export async function storeOpenJobs(storage: Storage, count: number, dueAt: number): Promise<void> {
  const key = new Secret("bench-key-0123456789");
  const owners = Array.from({ length: PEOPLE }, (_, n) => ownerOf(n));
  const keys = owners.map((owner) => storage.vault.seal(owner, key));
  const now = Date.now();
  const jobOf = (n: number): Job =>
    aJob({
      id: aJobId(n),
      owner: owners[n % PEOPLE] ?? anOwner(),
      sealedKey: keys[n % PEOPLE] ?? null,
      acceptedAt: now - 60_000,
      deadlineAt: now + 3_600_000,
      dueAt,
      state: aRunning({
        taskId: taskOf(n),
        percent: 42,
        since: now - 55_000,
        lastRunningAt: now - 8_000,
        notBefore: dueAt,
      }),
    });
  await insertEach(storage, count, jobOf);
}

/** Stores queued jobs, five for each person behind a running one. */
export async function storeLines(storage: Storage, count: number, dueAt: number): Promise<void> {
  const key = new Secret("bench-key-0123456789");
  const owners = Array.from({ length: Math.ceil(count / IN_LINE) }, (_, n) => ownerOf(n));
  const keys = owners.map((owner) => storage.vault.seal(owner, key));
  const now = Date.now();
  const jobOf = (id: number, person: number, state: Job["state"]) =>
    aJob({
      id: aJobId(id),
      owner: owners[person] ?? anOwner(),
      sealedKey: keys[person] ?? null,
      workspace: null,
      acceptedAt: now - 60_000,
      deadlineAt: now + 3_600_000,
      dueAt,
      state,
    });
  await insertEach(storage, owners.length, (n) =>
    jobOf(RUNNING_FROM + n, n, aRunning({ taskId: taskOf(n), notBefore: dueAt })),
  );
  const waits = aWaiting({ for: "turn", until: now + 7_200_000 });
  await insertEach(storage, count, (n) => jobOf(n, Math.floor(n / IN_LINE), waits));
}

/** Returns the job as a closed job with a failed video. */
export function ended(job: Job): Job {
  const outcome = aFailed({ taskId: `task-${job.id}` });
  return { ...job, dueAt: null, state: aClosed(outcome, { closedAt: job.acceptedAt }) };
}

export async function insertEach(storage: Storage, count: number, jobOf: (n: number) => Job): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) =>
      storage.engine.jobs.insert(jobOf(from + n)),
    );
    await Promise.all(batch);
  }
}
