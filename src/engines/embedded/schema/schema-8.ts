import { z } from "zod";
import { waitsForTurn } from "../../../core/job/job.ts";
import { readJob } from "../../job-record.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";

const idRow = z.object({ id: bytesText, body: bytesText });

/** Step 8: which jobs wait for their turn, and whose are in running places: lines are counted without reading a job. */
export function addTurns(connection: Connection): void {
  connection.exec(`
    DROP INDEX jobs_in_no_place;
    ALTER TABLE jobs ADD COLUMN is_in_line INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX jobs_in_line ON jobs (workspace, owner) WHERE is_in_line = 1;
    CREATE INDEX jobs_unsettled_of_owner ON jobs (owner) WHERE is_settled = 0;`);
  const inNoPlace = connection.prepare(
    `SELECT ${asBytes("id")}, ${asBytes("body")} FROM jobs WHERE is_open = 1 AND is_settled = 1`,
  );
  const mark = connection.prepare("UPDATE jobs SET is_in_line = 1 WHERE id = ?");
  for (const row of inNoPlace.all()) {
    const { id, body } = idRow.parse(row);
    const job = readJob(body);
    if (job && waitsForTurn(job)) mark.run(id);
  }
}
