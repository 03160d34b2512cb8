import { z } from "zod";
import { asOne } from "../../core/batch/batch.ts";
import { wouldPass } from "../../core/budget/turns.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { type Job, takesPlace, waitsForService } from "../../core/job/job.ts";
import type { JobStore, Log, Room, StoredJob } from "../../core/ports.ts";
import { accountOf } from "../../core/team/account.ts";
import { damagedJobs } from "../damaged-jobs.ts";
import { inBatches } from "../in-batches.ts";
import { dueAtOf } from "../job-record.ts";
import { asBytes, bytesText } from "./connect.ts";
import { forgetClosed } from "./forget-closed.ts";
import { jobLedger } from "./job-ledger.ts";
import { COLUMNS, columnsOf, contentOf, ROW, readRow } from "./job-row.ts";
import type { Database } from "./open-database.ts";
import { teamLedger } from "./teams/team-ledger.ts";

const openRow = z.object({ id: bytesText, due_at: bytesText.transform(Number) });
const closedRow = z.object({ id: bytesText, closed_at: z.number() });
const countRow = z.object({ count: z.number() });
const wayRow = z.object({ is_known: z.number(), of_owner: z.number(), of_workspace: z.number(), has_line: z.number() });
const waiterRow = z.object({ owner: bytesText, waiting: z.number(), running: z.number() });

/** At most this many rows are forgotten in one transaction, so that a large sweep leaves room for others. */
const FORGET_AT_ONCE = 500;

/** Jobs in the embedded database. */
export function jobStore(database: Database, log: Pick<Log, "error">): JobStore {
  const ledger = jobLedger(database);
  const teams = teamLedger(database);
  const { readable, whole } = damagedJobs(log);

  const insert = database.prepare(
    `INSERT INTO jobs (id, ${COLUMNS.join(", ")}) VALUES (?, ${COLUMNS.map(() => "?").join(", ")})`,
  );
  /** One question for a job: each costs as much as what it asks. */
  const inItsWay = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM forgotten WHERE id = ?1) OR EXISTS (SELECT 1 FROM jobs WHERE id = ?1) AS is_known,
       (SELECT count(*) FROM jobs WHERE is_open = 1 AND is_settled = 0 AND owner = ?2) AS of_owner,
       (SELECT count(*) FROM jobs WHERE is_settled = 0 AND workspace = ?3) AS of_workspace,
       CASE WHEN ?3 IS NULL THEN EXISTS (SELECT 1 FROM jobs WHERE is_in_line = 1 AND workspace IS NULL AND owner = ?2)
       ELSE EXISTS (SELECT 1 FROM jobs WHERE is_in_line = 1 AND workspace = ?3) END AS has_line`,
  );
  const lineOf = database.prepare(waitersWhere("workspace = ?"));
  const directLineOf = database.prepare(waitersWhere("workspace IS NULL AND owner = ?"));
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
  const inPlaces = database.prepare("SELECT count(*) AS count FROM jobs WHERE is_settled = 0 AND workspace = ?");
  const inLine = database.prepare(`SELECT ${ROW} FROM jobs WHERE is_in_line = 1 AND workspace = ?`);
  /** Those that wait for the service have 0. */
  const releasedSince = database.prepare(`SELECT ${ROW} FROM jobs WHERE released_at >= ?`);
  const ofOwner = database.prepare(
    `SELECT ${ROW} FROM jobs WHERE owner = ? ORDER BY accepted_at DESC, jobs.id DESC LIMIT ?`,
  );
  const forgetJobs = forgetClosed(database, FORGET_AT_ONCE);
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

  const openOf = (owner: Owner) => readable(openOfOwner.all(ownerName(owner)).map(readRow));

  const inTheWayOf = (job: Job) => wayRow.parse(inItsWay.get(job.id, ownerName(job.owner), job.workspace));

  /** A damaged row, which nobody sees and which never ends, takes nobody's place. */
  function isFull({ owner, state }: Job, room: Room, there: z.output<typeof wayRow>, parts = 0): boolean {
    if (parts > 0) {
      const open = openOf(owner);
      const free = Math.max(0, room.ofOwner - open.filter(takesPlace).length);
      return open.filter(isWaiting).length + parts > free + room.waitingOfOwner;
    }
    if (state.status === "waiting") return openOf(owner).filter(isWaiting).length >= room.waitingOfOwner;
    if (there.of_workspace >= room.ofWorkspace) return true;
    return there.of_owner >= room.ofOwner && openOf(owner).filter(takesPlace).length >= room.ofOwner;
  }

  /** As `isFull`, of a new job that would begin before those who wait in its line: counted, for hundreds may wait. */
  function wouldPassOthers({ owner, workspace }: Job, room: Room, there: z.output<typeof wayRow>): boolean {
    const name = ownerName(owner);
    const waiters = workspace === null ? directLineOf.all(name) : lineOf.all(workspace);
    return wouldPass(name, {
      line: waiters.map((row) => waiterRow.parse(row)),
      ofOwner: room.ofOwner,
      free: workspace === null ? Number.POSITIVE_INFINITY : room.ofWorkspace - there.of_workspace,
    });
  }

  /** Another one was released then or later, and is on its way. */
  function isBarred({ noneReleasedSince }: Room): boolean {
    if (noneReleasedSince === undefined) return false;
    return readable(releasedSince.all(Math.max(1, noneReleasedSince)).map(readRow)).length > 0;
  }

  function put(job: Job, version: number): boolean {
    if (save.run(...columnsOf(job, version + 1), job.id, version) === 0) return false;
    ledger.note(job);
    teams.note(job);
    return true;
  }

  /** The stored job where it has that version still. */
  function stillStored({ job, version }: StoredJob): StoredJob | null {
    const found = load.get(job.id);
    const stored = found === undefined ? null : whole(readRow(found));
    return stored?.version === version ? stored : null;
  }

  const inTurns = (forgetSome: () => number) => inBatches(FORGET_AT_ONCE, () => database.write(forgetSome));

  return {
    // Counted and judged in the very transaction that inserts: of many at once exactly as many as fit are taken.
    insert: (job, room, parts = []) =>
      database.write(() => {
        const there = inTheWayOf(job);
        if (there.is_known) return "exists";
        if (room && isFull(job, room, there, parts.length)) return "full";
        if (room && there.has_line && takesPlace(job) && wouldPassOthers(job, room, there)) return "full";
        const refusal = teams.begin(job, asOne(job, parts));
        if (refusal) return refusal;
        insert.run(job.id, ...columnsOf(job, 1));
        ledger.begin(job);
        for (const part of parts) {
          insert.run(part.id, ...columnsOf(part, 1));
          ledger.begin(part);
          teams.note(part);
        }
        return "inserted";
      }, "new"),
    admit: (job, version, room, parts = []) =>
      database.write(() => {
        const [before, ...partsBefore] = [{ job, version }, ...parts.map(earlier)].map(stillStored);
        if (!before || partsBefore.includes(null)) return "conflict";
        const isHeldNow = [job, ...parts.map((part) => part.job)].some(isHeld) && !isHeld(before.job);
        const judged = asOne(
          job,
          parts.map((part) => part.job),
        );
        const refusal = isHeldNow ? teams.judge(judged) : null;
        if (refusal) return refusal;
        if (waitsForService(before.job) && job.releasedAt !== undefined && isBarred(room)) return "full";
        if (takesPlace(job) && !takesPlace(before.job) && isFull(job, room, inTheWayOf(job))) return "full";
        put(job, version);
        for (const part of parts) put(part.job, part.version - 1);
        return "saved";
      }, "new"),
    async load(id) {
      const found = load.get(id);
      return found === undefined ? null : whole(readRow(found));
    },
    save: (job, version) => database.write(() => put(job, version)),
    touch: (job, version) =>
      database.write(() => touch.run(dueAtOf(job), ...contentOf(job, version + 1), job.id, version) === 1, "light"),
    async openJobs(after, limit) {
      const rows = openAfter.all(after?.id ?? "", limit).map((row) => openRow.parse(row));
      return rows.map(({ id, due_at: dueAt }) => ({ id, dueAt }));
    },
    openJobsOf: async (owner) => openOf(owner),
    waitingIn: async (workspace) => readable(inLine.all(workspace).map(readRow)),
    releasable: async () => readable(releasedSince.all(0).map(readRow)),
    countUnsettled: async (workspace) => countRow.parse(inPlaces.get(workspace)).count,
    jobsOf: async (owner, limit) =>
      readable(ofOwner.all(ownerName(owner), limit).map(readRow)).filter((job) => !job.isForgotten),
    ledger: async (owner, month) => ledger.of(owner, month),
    async forgetInstallation(id, acceptedBy) {
      const owners = [`slack:${id}:`, `slack:${id}:`, acceptedBy] as const;
      await inTurns(() => {
        const gone = forgetOwners.all(...owners).map((row) => closedRow.parse(row));
        for (const { id: jobId, closed_at: closedAt } of gone) keepId.run(jobId, closedAt);
        return gone.length;
      });
      return readable(openOfInstallation.all(...owners).map(readRow)).map((job) => job.id);
    },
    async forget(before) {
      let kept = 0;
      const seen = await inBatches(FORGET_AT_ONCE, async () => {
        const swept = await database.write(() => forgetJobs(before, kept));
        kept += swept.kept;
        return swept.seen;
      });
      await inTurns(() => forgetIds.run(before.ids));
      await inTurns(() => forgetLedger.run(before.ledger));
      await inTurns(() => teams.forget(before.ledger, FORGET_AT_ONCE));
      return seen - kept;
    },
    close: () => database.close(),
  };
}

function earlier({ job, version }: StoredJob): StoredJob {
  return { job, version: version - 1 };
}

function isHeld(job: Job): boolean {
  return accountOf(job).held > 0;
}

function isWaiting({ state }: Job): boolean {
  return state.status === "waiting";
}

/** Those who wait in one line, with how many of their jobs wait in it, and are in running places anywhere. */
function waitersWhere(line: string): string {
  return `SELECT ${asBytes("owner")}, count(*) AS waiting,
      (SELECT count(*) FROM jobs AS own WHERE own.is_open = 1 AND own.is_settled = 0 AND own.owner = jobs.owner) AS running
    FROM jobs WHERE is_in_line = 1 AND ${line} GROUP BY jobs.owner`;
}
