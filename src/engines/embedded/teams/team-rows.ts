import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import { isCorrection } from "../../team-correction.ts";
import { type TeamRow, teamRowOf } from "../../team-row.ts";
import { asBytes, bytesText, type Connection, type SqlValue } from "../connect.ts";
import { checksumOf, ROW, readRow } from "../job-row.ts";

/** A row as it was found; `isWhole`: its checksum fits. */
export interface FoundRow {
  readonly row: TeamRow;
  readonly isWhole: boolean;
}

/** The rows of teams' ledgers, by the ids of their jobs. */
export interface TeamRows {
  find(id: string): FoundRow | null;
  put(row: TeamRow): void;
  drop(id: string): void;
  /** A damaged row is that of its job; throws where that cannot be read either. A damaged correction is none. */
  ofMonth(team: string, month: string): readonly TeamRow[];
  /** Ids of a person's rows that were accepted by then, and of what they had settled by then; `limit` at most. */
  ofPerson(person: string, acceptedBy: EpochMs, limit: number): readonly string[];
  /** Forgets those of months before that one, `limit` at most; says how many. */
  forgetBefore(month: string, limit: number): number;
}

const COLUMNS = [
  ...["id", "team", "month", "accepted_at", "person", "channel", "held", "charged", "refunded", "unknown"],
  ...["settled_by", "settled_at"],
];

/** What `readTeamRow` needs of the table. */
export const TEAM_ROW = [...COLUMNS, "checksum"].map(asBytes).join(", ");

const number = bytesText.transform(Number);
const shape = z.object({
  id: bytesText,
  team: bytesText,
  month: bytesText,
  accepted_at: number,
  person: bytesText,
  channel: bytesText,
  held: number,
  charged: number,
  refunded: number,
  unknown: number,
  settled_by: bytesText.nullable(),
  settled_at: number.nullable(),
  checksum: bytesText,
});
const idRow = z.object({ id: bytesText });

export function readTeamRow(found: unknown): FoundRow {
  const {
    checksum,
    accepted_at: acceptedAt,
    settled_by: by,
    settled_at: at,
    held,
    charged,
    refunded,
    unknown,
    ...named
  } = shape.parse(found);
  const account = { held, charged, refunded, unknown, videos: isCorrection(named.id) ? 0 : 1 };
  const row = { ...named, acceptedAt, account, ...(by !== null && { settled: { by, at: at ?? 0 } }) };
  return { row, isWhole: checksum === sumOf(row) };
}

function valuesOf({ id, team, month, acceptedAt, person, channel, account }: TeamRow) {
  const { held, charged, refunded, unknown } = account;
  return [id, team, month, acceptedAt, person, channel, held, charged, refunded, unknown];
}

/** A row that settles nothing is sealed as it was before one could. */
function sumOf(row: TeamRow): string {
  return checksumOf(...valuesOf(row), ...(row.settled ? [row.settled.by, row.settled.at] : []));
}

export function teamRows(database: Pick<Connection, "prepare">): TeamRows {
  const one = database.prepare(`SELECT ${TEAM_ROW} FROM team_ledger WHERE id = ?`);
  const put = database.prepare(
    `INSERT OR REPLACE INTO team_ledger (${COLUMNS.join(", ")}, checksum) VALUES (${"?, ".repeat(COLUMNS.length)}?)`,
  );
  const drop = database.prepare("DELETE FROM team_ledger WHERE id = ?");
  const ofMonth = database.prepare(`SELECT ${TEAM_ROW} FROM team_ledger WHERE month = ? AND team = ?`);
  const ofPerson = database.prepare(
    `SELECT ${asBytes("id")} FROM team_ledger WHERE person = ? AND accepted_at <= ?
     UNION ALL SELECT ${asBytes("id")} FROM team_ledger WHERE settled_by = ? AND settled_at <= ? LIMIT ?`,
  );
  const forget = database.prepare(
    "DELETE FROM team_ledger WHERE id IN (SELECT id FROM team_ledger WHERE month < ? LIMIT ?)",
  );
  const job = database.prepare(`SELECT ${ROW} FROM jobs WHERE id = ?`);

  function fromJob(id: string): TeamRow | null {
    if (isCorrection(id)) return null;
    const found = job.get(id);
    const stored = found === undefined ? null : readRow(found).stored;
    if (stored === null) throw new Error(`the row of job ${id} in its team's ledger cannot be read`);
    return teamRowOf(stored.job);
  }

  return {
    find(id) {
      const found = one.get(id);
      return found === undefined ? null : readTeamRow(found);
    },
    put(row) {
      const { by = null, at = null } = row.settled ?? {};
      put.run(...(valuesOf(row) satisfies SqlValue[]), by, at, sumOf(row));
    },
    drop: (id) => void drop.run(id),
    ofMonth: (team, month) =>
      ofMonth.all(month, team).flatMap((found) => {
        const { row, isWhole } = readTeamRow(found);
        const whole = isWhole ? row : fromJob(row.id);
        return whole ? [whole] : [];
      }),
    ofPerson: (person, acceptedBy, limit) =>
      ofPerson.all(person, acceptedBy, person, acceptedBy, limit).map((found) => idRow.parse(found).id),
    forgetBefore: (month, limit) => forget.run(month, limit),
  };
}
