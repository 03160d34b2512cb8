import { z } from "zod";
import { type JobId, type Owner, ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { addUp, boundsOf, type Ledger, nothingSpent } from "../../core/job/ledger.ts";
import { costFrom, costOf } from "../job-record.ts";
import { asBytes, bytesText, type Connection } from "./connect.ts";
import { checksumOf, ROW, readRow } from "./job-row.ts";

/** What each job cost, one row a job that cost something; it outlives the job. */
export interface JobLedger {
  /** Inside the transaction that saves the job, so that it can neither be missed nor count twice. */
  note(job: Job): void;
  /** The same of a job that is new. */
  begin(job: Job): void;
  /** The sum of one owner's jobs that were accepted in that month (`2026-11`, UTC). Throws where a row is damaged for good. */
  of(owner: Owner, month: string): Ledger;
}

const LEDGER = ["id", "charged", "refunded", "unknown", "checksum"].map(asBytes).join(", ");

const amount = bytesText.transform(Number);
const ledgerRow = z.object({
  id: bytesText,
  checksum: bytesText,
  charged: amount,
  refunded: amount,
  unknown: amount,
});

/** The values of a job's row; null where it cost nothing. */
export function ledgerValues(job: Job): readonly (string | number)[] | null {
  const cost = costOf(job);
  if (cost === null) return null;
  const { charged, refunded, unknown } = cost;
  const checksum = checksumOf(job.id, charged, refunded, unknown);
  return [job.id, ownerName(job.owner), job.acceptedAt, charged, refunded, unknown, checksum];
}

export const PUT_LEDGER = `INSERT INTO ledger (id, owner, accepted_at, charged, refunded, unknown, checksum)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, accepted_at = excluded.accepted_at,
  charged = excluded.charged, refunded = excluded.refunded, unknown = excluded.unknown, checksum = excluded.checksum`;

/** The ledger of the embedded database. */
export function jobLedger(database: Pick<Connection, "prepare">): JobLedger {
  // Most saves change no price: those write nothing here.
  const put = database.prepare(`${PUT_LEDGER} WHERE checksum IS NOT excluded.checksum`);
  const drop = database.prepare("DELETE FROM ledger WHERE id = ?");
  const ofMonth = database.prepare(
    `SELECT ${LEDGER} FROM ledger WHERE owner = ? AND accepted_at >= ? AND accepted_at < ?`,
  );
  const load = database.prepare(`SELECT ${ROW} FROM jobs WHERE id = ?`);

  function ledgerIn(found: unknown): Ledger {
    const { id, checksum, ...ledger } = ledgerRow.parse(found);
    const isWhole = checksum === checksumOf(id, ledger.charged, ledger.refunded, ledger.unknown);
    return isWhole ? ledger : ledgerFromJob(id);
  }

  function ledgerFromJob(id: JobId): Ledger {
    const found = load.get(id);
    return costFrom(found === undefined ? { id, stored: null } : readRow(found));
  }

  return {
    note(job) {
      const values = ledgerValues(job);
      if (values) put.run(...values);
      else drop.run(job.id);
    },
    begin(job) {
      const values = ledgerValues(job);
      if (values) put.run(...values);
    },
    of: (owner, month) =>
      ofMonth
        .all(ownerName(owner), ...boundsOf(month))
        .map(ledgerIn)
        .reduce(addUp, nothingSpent),
  };
}
