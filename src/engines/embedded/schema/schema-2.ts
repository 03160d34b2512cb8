import { z } from "zod";
import { isSettled } from "../../../core/job/job.ts";
import { readJob } from "../../job-record.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";
import { ledgerValues, PUT_LEDGER } from "../job-ledger.ts";
import { checksumOf } from "../job-row.ts";

const TABLES = `
  ALTER TABLE jobs ADD COLUMN is_settled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE jobs ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
  DROP INDEX jobs_open_of_owner;
  DROP INDEX jobs_open_in_workspace;
  CREATE INDEX jobs_open_of_owner ON jobs (owner, accepted_at, id) WHERE is_open = 1;
  CREATE INDEX jobs_unsettled ON jobs (workspace) WHERE is_settled = 0;
  CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    charged REAL NOT NULL,
    refunded REAL NOT NULL,
    unknown REAL NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_of_owner ON ledger (owner, accepted_at);
  CREATE INDEX ledger_by_age ON ledger (accepted_at);
  CREATE TABLE forgotten (id TEXT PRIMARY KEY, closed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX forgotten_by_age ON forgotten (closed_at);`;

const oldRow = z.object({ rowid: z.number(), id: bytesText, version: bytesText, body: bytesText });

const ROWS_AT_ONCE = 500;

/** Step 2: a checksum of each job, which jobs are settled, what each cost, and the ids of forgotten ones. */
export function addChecksumsAndLedger(connection: Connection): void {
  connection.exec(TABLES);
  const after = connection.prepare(
    `SELECT rowid, ${["id", "version", "body"].map(asBytes).join(", ")} FROM jobs WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
  );
  const stamp = connection.prepare("UPDATE jobs SET is_settled = ?, checksum = ? WHERE rowid = ?");
  const put = connection.prepare(PUT_LEDGER);
  let last = 0;
  for (;;) {
    const rows = after.all(last).map((row) => oldRow.parse(row));
    for (const { rowid, id, version, body } of rows) {
      last = rowid;
      const job = readJob(body);
      // One that cannot be read holds up nobody's workspace.
      stamp.run(job && !isSettled(job) ? 0 : 1, checksumOf(id, version, body), rowid);
      const values = job && ledgerValues(job);
      if (values) put.run(...values);
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
