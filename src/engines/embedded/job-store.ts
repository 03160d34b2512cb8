import { z } from "zod";
import { DamagedJob } from "../../core/job/damaged-job.ts";
import { type JobId, type Owner, ownerName } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { JobStore, Log, Room } from "../../core/ports.ts";
import { dueAtOf } from "../read-job.ts";
import { asBytes, bytesText } from "./connect.ts";
import { jobLedger } from "./job-ledger.ts";
import { COLUMNS, columnsOf, contentOf, ROW, readRow } from "./job-row.ts";
import type { Database } from "./open-database.ts";

const openRow = z.object({ id: bytesText, due_at: bytesText.transform(Number) });
const closedRow = z.object({ id: bytesText, closed_at: z.number() });
const countRow = z.object({ count: z.number() });
const wayRow = z.object({ is_known: z.number(), of_owner: z.number(), of_workspace: z.number() });

/** So many rows are forgotten in one transaction, so that a large sweep leaves room for others. */
const FORGET_AT_ONCE = 500;

/**
 * Jobs in the embedded database. A row that is damaged is left out of lists of jobs, and told to the log once; `load` of
 * it rejects.
 */
export function jobStore(database: Database, log: Pick<Log, "error">): JobStore {
  const ledger = jobLedger(database);
  const told = new Set<JobId>();

  const insert = database.prepare(
    `INSERT INTO jobs (id, ${COLUMNS.join(", ")}) VALUES (?, ${COLUMNS.map(() => "?").join(", ")})`,
  );
  /** One question for a new job: each costs as much as what it asks. */
  const inItsWay = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM forgotten WHERE id = ?1) OR EXISTS (SELECT 1 FROM jobs WHERE id = ?1) AS is_known,
       (SELECT count(*) FROM jobs WHERE is_open = 1 AND is_settled = 0 AND owner = ?2) AS of_owner,
       (SELECT count(*) FROM jobs WHERE is_settled = 0 AND workspace = ?3) AS of_workspace`,
  );
  const load = database.prepare(`SELECT ${ROW} FROM jobs WHERE id = ?`);
  const save = database.prepare(
    `UPDATE jobs SET ${COLUMNS.map((name) => `${name} = ?`).join(", ")} WHERE id = ? AND version = ?`,
  );
  const touch = database.prepare(
    "UPDATE jobs SET due_at = ?, version = ?, body = ?, checksum = ? WHERE id = ? AND version = ?",
  );
  const openAfter = database.prepare(
    `SELECT ${["id", "due_at"].map(asBytes).join(", ")} FROM jobs WHERE is_open = 1 AND id > ? ORDER BY jobs.id LIMIT ?`,
  );
  const openOfOwner = database.prepare(
    `SELECT ${ROW} FROM jobs WHERE is_open = 1 AND owner = ? ORDER BY accepted_at, jobs.id`,
  );
  const unsettled = database.prepare("SELECT count(*) AS count FROM jobs WHERE is_settled = 0 AND workspace = ?");
  const ofOwner = database.prepare(
    `SELECT ${ROW} FROM jobs WHERE owner = ? ORDER BY accepted_at DESC, jobs.id DESC LIMIT ?`,
  );
  const forgetJobs = database.prepare(
    `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE is_open = 0 AND closed_at < ?
     ORDER BY closed_at LIMIT ${FORGET_AT_ONCE}) RETURNING ${asBytes("id")}, closed_at`,
  );
  const keepId = database.prepare("INSERT OR REPLACE INTO forgotten (id, closed_at) VALUES (?, ?)");
  const forgetIds = database.prepare(
    `DELETE FROM forgotten WHERE id IN (SELECT id FROM forgotten WHERE closed_at < ? LIMIT ${FORGET_AT_ONCE})`,
  );
  const forgetLedger = database.prepare(
    `DELETE FROM ledger WHERE id IN (SELECT id FROM ledger WHERE accepted_at < ? LIMIT ${FORGET_AT_ONCE})`,
  );

  const ofInstallation = `substr(owner, 1, length(?)) = ? AND accepted_at <= ?`;
  const forgetOwners = database.prepare(
    `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE is_open = 0 AND ${ofInstallation}
     LIMIT ${FORGET_AT_ONCE}) RETURNING ${asBytes("id")}, closed_at`,
  );
  const openOfInstallation = database.prepare(`SELECT ${ROW} FROM jobs WHERE is_open = 1 AND ${ofInstallation}`);

  function readable(rows: readonly unknown[]): readonly Job[] {
    return rows.flatMap((row) => {
      const { id, stored } = readRow(row);
      if (stored) return [stored.job];
      tell(id);
      return [];
    });
  }

  function tell(id: JobId): void {
    if (!told.has(id)) log.error("a job in the database is damaged and left out", { job: id });
    told.add(id);
  }

  const openOf = (owner: Owner) => readable(openOfOwner.all(ownerName(owner)));

  function isFull({ owner }: Job, room: Room, there: z.output<typeof wayRow>): boolean {
    if (there.of_workspace >= room.ofWorkspace) return true;
    // A damaged row, which nobody sees and which never ends, takes nobody's place.
    return there.of_owner >= room.ofOwner && openOf(owner).filter((job) => !isSettled(job)).length >= room.ofOwner;
  }

  async function inBatches(forgetSome: () => number): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const count = await database.write(forgetSome);
      forgotten += count;
      if (count < FORGET_AT_ONCE) return forgotten;
    }
  }

  return {
    // Counted in the very transaction that inserts: of many at once exactly as many as fit are taken.
    insert: (job, room) =>
      database.write(() => {
        const there = wayRow.parse(inItsWay.get(job.id, ownerName(job.owner), job.workspace));
        if (there.is_known) return "exists";
        if (room && isFull(job, room, there)) return "full";
        insert.run(job.id, ...columnsOf(job, 1));
        ledger.note(job);
        return "inserted";
      }, "new"),
    async load(id) {
      const found = load.get(id);
      if (found === undefined) return null;
      const { stored } = readRow(found);
      if (stored) return stored;
      tell(id);
      throw new DamagedJob(id);
    },
    save: (job, version) =>
      database.write(() => {
        if (save.run(...columnsOf(job, version + 1), job.id, version) === 0) return false;
        ledger.note(job);
        return true;
      }),
    touch: (job, version) =>
      database.write(() => touch.run(dueAtOf(job), ...contentOf(job, version + 1), job.id, version) === 1, "light"),
    async openJobs(after, limit) {
      const rows = openAfter.all(after ?? "", limit).map((row) => openRow.parse(row));
      return rows.map(({ id, due_at: dueAt }) => ({ id, dueAt }));
    },
    openJobsOf: async (owner) => openOf(owner),
    countUnsettled: async (workspace) => countRow.parse(unsettled.get(workspace)).count,
    jobsOf: async (owner, limit) => readable(ofOwner.all(ownerName(owner), limit)).filter((job) => !job.isForgotten),
    ledger: async (owner, month) => ledger.of(owner, month),
    async forgetInstallation(id, acceptedBy) {
      const owners = [`slack:${id}:`, `slack:${id}:`, acceptedBy] as const;
      await inBatches(() => {
        const gone = forgetOwners.all(...owners).map((row) => closedRow.parse(row));
        for (const { id: jobId, closed_at: closedAt } of gone) keepId.run(jobId, closedAt);
        return gone.length;
      });
      return readable(openOfInstallation.all(...owners)).map((job) => job.id);
    },
    async forget(before) {
      const forgotten = await inBatches(() => {
        const gone = forgetJobs.all(before.jobs).map((row) => closedRow.parse(row));
        for (const { id, closed_at: closedAt } of gone) if (closedAt >= before.ids) keepId.run(id, closedAt);
        return gone.length;
      });
      await inBatches(() => forgetIds.run(before.ids));
      await inBatches(() => forgetLedger.run(before.ledger));
      return forgotten;
    },
    close: () => database.close(),
  };
}
