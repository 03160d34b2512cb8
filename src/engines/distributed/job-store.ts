import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { DamagedJob } from "../../core/job/damaged-job.ts";
import { type JobId, ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { addUp, type Ledger, ledgerOf, nothingSpent } from "../../core/job/ledger.ts";
import type { JobStore, Log, StoredJob } from "../../core/ports.ts";
import { contentOf, indexValues, jobIn, readLedgerText } from "./job-hash.ts";
import { PREFIX } from "./keys.ts";
import {
  FORGET_CLOSED,
  FORGET_INSTALLATION,
  FORGET_LEDGER,
  INSERT,
  OPEN,
  ROWS,
  SAVE,
  TOUCH,
} from "./scripts/job-scripts.ts";
import { runScript } from "./scripts/run-script.ts";

const FIRST_VERSION = 1;
/** So many are forgotten in one script, for all others wait meanwhile: some milliseconds. */
const FORGET_AT_ONCE = 200;

const inserted = z.enum(["inserted", "exists", "full"]);
const count = z.number();
const rows = z.array(z.union([z.string(), z.null()]));

/**
 * Jobs in a Redis. A record that is damaged is left out of lists of jobs, and told to the log once; `load` of it
 * rejects. What was sent when Redis went away is answered when it is back, truly, for every write knows itself again.
 */
export function redisJobStore(redis: Redis, log: Pick<Log, "error">): JobStore {
  const told = new Set<JobId>();
  const writer = randomBytes(8).toString("hex");
  let writes = 0;
  const nextWrite = () => {
    writes += 1;
    return `${writer}.${writes}`;
  };

  const insert = runScript(redis, INSERT);
  const save = runScript(redis, SAVE);
  const touch = runScript(redis, TOUCH);
  const open = runScript(redis, OPEN);
  const idRows = runScript(redis, ROWS);
  const forgetClosed = runScript(redis, FORGET_CLOSED);
  const forgetInstallation = runScript(redis, FORGET_INSTALLATION);
  const forgetLedger = runScript(redis, FORGET_LEDGER);

  async function load(id: JobId): Promise<StoredJob | null> {
    const found = await redis.hmget(`${PREFIX}:job:${id}`, "v", "body", "sum");
    if (found[0] === null) return null;
    const stored = jobIn(id, found);
    if (stored) return stored;
    tell(id);
    throw new DamagedJob(id);
  }

  function tell(id: JobId): void {
    if (!told.has(id)) log.error("a job in the database is damaged and left out", { job: id });
    told.add(id);
  }

  /** The jobs whose ids that command gives; damaged ones are null. */
  async function found(...command: readonly (string | number)[]): Promise<readonly (readonly [JobId, Job | null])[]> {
    const flat = rows.parse(await idRows(...command));
    return Array.from({ length: flat.length / 4 }, (_, n) => {
      const [id, ...row] = flat.slice(n * 4, n * 4 + 4);
      return [id ?? "", jobIn(id ?? "", row)?.job ?? null] as const;
    });
  }

  function readable(all: readonly (readonly [JobId, Job | null])[]): readonly Job[] {
    return all.flatMap(([id, job]) => {
      if (job) return [job];
      tell(id);
      return [];
    });
  }

  async function ledgerFromJob(id: JobId): Promise<Ledger> {
    const stored = await load(id);
    if (stored === null) throw new Error(`the ledger of job ${id} cannot be read`);
    return ledgerOf(stored.job);
  }

  async function inBatches(forgetSome: () => Promise<unknown>): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const some = count.parse(await forgetSome());
      forgotten += some;
      if (some < FORGET_AT_ONCE) return forgotten;
    }
  }

  return {
    load,
    // Counted in the very script that inserts: of many at once, from wherever, exactly as many as fit are taken.
    async insert(job, room) {
      const most = [room?.ofOwner ?? "", room?.ofWorkspace ?? ""];
      const values = [...contentOf(job, FIRST_VERSION), ...most, ...indexValues(job)];
      return inserted.parse(await insert(job.id, nextWrite(), ...values));
    },
    async save(job, version) {
      const values = [version, version + 1, ...contentOf(job, version + 1), ...indexValues(job)];
      return (await save(job.id, nextWrite(), ...values)) === 1;
    },
    async touch(job, version) {
      const values = [version, version + 1, ...contentOf(job, version + 1)];
      return (await touch(job.id, nextWrite(), ...values)) === 1;
    },
    async openJobs(after, limit) {
      const flat = rows.parse(await open(after === null ? "-" : `(${after}`, limit));
      return Array.from({ length: flat.length / 2 }, (_, n) => ({
        id: flat[2 * n] ?? "",
        dueAt: Number(flat[2 * n + 1] ?? 0),
      }));
    },
    openJobsOf: async (owner) => readable(await found("ZRANGE", `${PREFIX}:open-of:${ownerName(owner)}`, 0, -1)),
    countUnsettled: (workspace) => redis.scard(`${PREFIX}:busy-in:${workspace}`),
    async jobsOf(owner, limit) {
      if (limit < 1) return [];
      const newest = await found("ZREVRANGE", `${PREFIX}:of:${ownerName(owner)}`, 0, limit - 1);
      return readable(newest).filter((job) => !job.isForgotten);
    },
    async ledger(owner, month) {
      const [begin, end] = boundsOf(month);
      const texts = await redis.zrangebyscore(`${PREFIX}:ledger:${ownerName(owner)}`, begin, `(${end}`);
      const each = texts.map((text) => readLedgerText(text)).map(({ id, ledger }) => ledger ?? ledgerFromJob(id));
      return (await Promise.all(each)).reduce(addUp, nothingSpent);
    },
    async forgetInstallation(id, acceptedBy) {
      await inBatches(() => forgetInstallation(id, acceptedBy, FORGET_AT_ONCE));
      const open = await found("ZRANGEBYSCORE", `${PREFIX}:open-in:${id}`, "-inf", acceptedBy);
      return readable(open).map((job) => job.id);
    },
    async forget(before) {
      const forgotten = await inBatches(() => forgetClosed(before.jobs, FORGET_AT_ONCE));
      await redis.zremrangebyscore(`${PREFIX}:forgotten`, "-inf", `(${before.ids}`);
      await inBatches(() => forgetLedger(before.ledger, FORGET_AT_ONCE));
      return forgotten;
    },
    close: async () => {},
  };
}

/** The first millisecond of a month (`2026-11`, UTC), and of the next one. */
function boundsOf(month: string): readonly [number, number] {
  const begin = new Date(`${month}-01T00:00:00Z`);
  return [begin.getTime(), Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1)];
}
