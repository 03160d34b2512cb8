import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../../src/app/storage.ts";
import { readConfig } from "../../../src/config.ts";
import { machineClock } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aBotOnDiscord } from "../../fakes/a-bot-on-discord.ts";
import { aJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { silent, taskOf } from "./look-arms.ts";

/** How many people have videos under way. */
const PEOPLE = 1_000;
/** Inserted at once. */
const BATCH = 1_000;

export type Storage = Awaited<ReturnType<typeof openFolder>>;

/** A folder of the benchmark's own, with a master key. */
export async function newFolder() {
  const dir = await mkdtemp(join(tmpdir(), "reelay-bench-"));
  const env = { DATA_DIR: dir, SECRET_KEYS: `bench:${randomBytes(32).toString("base64")}` };
  return { dir, env, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** What the bot keeps in the folder of that environment, or in its Redis. */
export async function openFolder(env: Readonly<Record<string, string>>) {
  const config = readConfig({ ...aBotOnDiscord, ...env });
  if (!config.ok) throw new Error(config.refusal.join("\n"));
  const storage = await openStorage(config.value, { clock: machineClock, log: silent });
  if (!storage.ok) throw new Error(storage.refusal);
  return storage.value;
}

/** Stores that number of jobs whose videos are being made. */
export async function storeOpenJobs(storage: Storage, count: number, dueAt: number): Promise<void> {
  const key = new Secret("bench-key-0123456789");
  const owners = Array.from({ length: PEOPLE }, (_, n) => anOwner(String(300_000_000_000_000_000n + BigInt(n))));
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
      state: {
        status: "running",
        taskId: taskOf(n),
        credits: 95,
        creditsAreExact: true,
        percent: 42,
        since: now - 55_000,
        lastRunningAt: now - 8_000,
        misses: 0,
        missing: null,
        missingSince: null,
        waitingFor: null,
        notBefore: dueAt,
      },
    });
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) =>
      storage.engine.jobs.insert(jobOf(from + n)),
    );
    await Promise.all(batch);
  }
}
