import { z } from "zod";
import { isOpen, type Job, type JobId, ownerName } from "../../core/job.ts";
import type { JobStore } from "../../core/ports.ts";
import type { SqlValue } from "./connect.ts";
import type { Database } from "./open-database.ts";
import { readJob } from "./read-job.ts";

const jobRow = z.object({ version: z.number(), body: z.string() });
const openRow = z.object({ id: z.string(), due_at: z.number(), body: z.string() });
const bodyRow = z.object({ body: z.string() });
const countRow = z.object({ count: z.number() });

/** So many closed jobs are forgotten in one transaction, so that a large sweep leaves room for others. */
const FORGET_AT_ONCE = 500;

/** Jobs in the embedded database. A row that cannot be read is left out of lists, and `load` of it rejects. */
export function jobStore(database: Database): JobStore {
  const insert = database.prepare(
    `INSERT INTO jobs (id, version, owner, workspace, is_open, due_at, accepted_at, closed_at, body)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const load = database.prepare("SELECT version, body FROM jobs WHERE id = ?");
  const save = database.prepare(
    `UPDATE jobs SET version = version + 1, owner = ?, workspace = ?, is_open = ?, due_at = ?, accepted_at = ?,
     closed_at = ?, body = ? WHERE id = ? AND version = ?`,
  );
  const openAfter = database.prepare(
    "SELECT id, due_at, body FROM jobs WHERE is_open = 1 AND id > ? ORDER BY id LIMIT ?",
  );
  const openOfOwner = database.prepare("SELECT count(*) AS count FROM jobs WHERE is_open = 1 AND owner = ?");
  const openInWorkspace = database.prepare("SELECT count(*) AS count FROM jobs WHERE is_open = 1 AND workspace = ?");
  const ofOwner = database.prepare("SELECT body FROM jobs WHERE owner = ? ORDER BY accepted_at DESC, id DESC LIMIT ?");
  const forget = database.prepare(
    `DELETE FROM jobs WHERE id IN
     (SELECT id FROM jobs WHERE is_open = 0 AND closed_at < ? ORDER BY closed_at LIMIT ${FORGET_AT_ONCE})`,
  );

  return {
    async insert(job) {
      const changed = await database.write(() => insert.run(job.id, ...columnsOf(job)));
      return changed === 1 ? "inserted" : "exists";
    },
    async load(id) {
      const found = load.get(id);
      if (found === undefined) return null;
      const { version, body } = jobRow.parse(found);
      const job = readJob(body);
      if (job === null) throw new Error(`job ${id} in the store cannot be read`);
      return { job, version };
    },
    async save(job, version) {
      return (await database.write(() => save.run(...columnsOf(job), job.id, version))) === 1;
    },
    async openJobs(after, limit) {
      const jobs: { readonly id: JobId; readonly dueAt: number }[] = [];
      let last = after ?? "";
      // Goes on past rows that cannot be read: a page cut short by them would look like the last one.
      while (jobs.length < limit) {
        const rows = openAfter.all(last, limit - jobs.length).map((row) => openRow.parse(row));
        for (const { id, due_at: dueAt, body } of rows) {
          last = id;
          if (readJob(body)) jobs.push({ id, dueAt });
        }
        if (rows.length === 0) break;
      }
      return jobs;
    },
    async countOpen(whose) {
      const found = "owner" in whose ? openOfOwner.get(ownerName(whose.owner)) : openInWorkspace.get(whose.workspace);
      return countRow.parse(found).count;
    },
    async jobsOf(owner, limit) {
      const rows = ofOwner.all(ownerName(owner), limit);
      return rows.map((row) => readJob(bodyRow.parse(row).body)).filter((job) => job !== null);
    },
    async forgetClosed(before) {
      let forgotten = 0;
      for (;;) {
        const count = await database.write(() => forget.run(before));
        forgotten += count;
        if (count < FORGET_AT_ONCE) return forgotten;
      }
    },
    close: () => database.close(),
  };
}

/** What is queried, then the job itself: owner, workspace, is_open, due_at, accepted_at, closed_at, body. */
function columnsOf(job: Job): readonly SqlValue[] {
  const { state } = job;
  return [
    ownerName(job.owner),
    job.workspace,
    isOpen(job) ? 1 : 0,
    // An open job without a time is due at once.
    job.dueAt ?? job.acceptedAt,
    job.acceptedAt,
    state.status === "closed" ? state.closedAt : null,
    JSON.stringify(job),
  ];
}
