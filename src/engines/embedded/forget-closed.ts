import { z } from "zod";
import type { EpochMs } from "../../core/clock.ts";
import { isOpen } from "../../core/job/job.ts";
import { asBytes, bytesText } from "./connect.ts";
import { ROW, readRow } from "./job-row.ts";
import type { Database } from "./open-database.ts";

const closedRow = z.object({ id: bytesText, closed_at: z.number(), batch: bytesText.nullable() });

/** Of the closed jobs, oldest first, how many were looked at, and how many of those are kept. */
interface Swept {
  readonly seen: number;
  readonly kept: number;
}

/** Deletes jobs that were closed before those times, except parts of a batch that is still open: its card shows them until its final word. `over`: how many to pass over. */
export function forgetClosed(
  database: Pick<Database, "prepare">,
  atOnce: number,
): (before: { readonly jobs: EpochMs; readonly ids: EpochMs }, over: number) => Swept {
  const oldest = database.prepare(
    `SELECT ${asBytes("id")}, closed_at,
       CAST(CASE WHEN json_valid(body) THEN json_extract(body, '$.partOf.job') END AS BLOB) AS batch
     FROM jobs WHERE is_open = 0 AND closed_at < ? ORDER BY closed_at LIMIT ${atOnce} OFFSET ?`,
  );
  const load = database.prepare(`SELECT ${ROW} FROM jobs WHERE id = ?`);
  const forgetOne = database.prepare("DELETE FROM jobs WHERE id = ?");
  const keepId = database.prepare("INSERT OR REPLACE INTO forgotten (id, closed_at) VALUES (?, ?)");

  /** A damaged one never ends. */
  function isOpenBatch(id: string): boolean {
    const found = load.get(id);
    const stored = found === undefined ? null : readRow(found).stored;
    return stored !== null && isOpen(stored.job);
  }

  return (before, over) => {
    const rows = oldest.all(before.jobs, over).map((row) => closedRow.parse(row));
    const gone = rows.filter(({ batch }) => batch === null || !isOpenBatch(batch));
    for (const { id, closed_at: closedAt } of gone) {
      forgetOne.run(id);
      if (closedAt >= before.ids) keepId.run(id, closedAt);
    }
    return { seen: rows.length, kept: rows.length - gone.length };
  };
}
