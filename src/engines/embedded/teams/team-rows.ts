import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import { type TeamRow, teamRowOf } from "../../team-row.ts";
import { asBytes, asWords, bytesText, type Connection, type SqlValue } from "../connect.ts";
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
  /** The same where there is none of that id; says whether there was none. */
  add(row: TeamRow): boolean;
  drop(id: string): void;
  /** A damaged row is that of its job; throws where that cannot be read either. */
  ofMonth(team: string, month: string): readonly TeamRow[];
  /** Ids of a person's rows that were accepted by then, `limit` at most. */
  ofPerson(person: string, acceptedBy: EpochMs, limit: number): readonly string[];
  /** Forgets those of months before that one, `limit` at most; says how many. */
  forgetBefore(month: string, limit: number): number;
}

const BESIDES_ID = [
  ...["team", "month", "accepted_at", "person", "channel", "held", "charged", "refunded", "unknown"],
  "checksum",
];
const VALUES = `(id, ${BESIDES_ID.join(", ")}) VALUES (?, ${BESIDES_ID.map(() => "?").join(", ")})`;

/** What `readTeamRow` needs of the table. */
export const TEAM_ROW = `${asBytes("id")}, ${asWords("words", BESIDES_ID)}`;

const shape = z.object({ id: bytesText, words: bytesText });
const idRow = z.object({ id: bytesText });

export function readTeamRow(found: unknown): FoundRow {
  const { id, words } = shape.parse(found);
  const [team = "", month = "", acceptedAt, person = "", channel = "", ...others] = words.split(" ");
  const [held, charged, refunded, unknown, checksum] = others;
  const row = {
    id,
    team,
    month,
    acceptedAt: Number(acceptedAt),
    person,
    channel,
    account: {
      held: Number(held),
      charged: Number(charged),
      refunded: Number(refunded),
      unknown: Number(unknown),
      videos: 1,
    },
  };
  return { row, isWhole: checksum === sumOf(row) };
}

function valuesOf({ id, team, month, acceptedAt, person, channel, account }: TeamRow) {
  const { held, charged, refunded, unknown } = account;
  return [id, team, month, acceptedAt, person, channel, held, charged, refunded, unknown];
}

function columnsOf(row: TeamRow): readonly SqlValue[] {
  return [...valuesOf(row), sumOf(row)];
}

function sumOf(row: TeamRow): string {
  return checksumOf(...valuesOf(row));
}

export function teamRows(database: Pick<Connection, "prepare">): TeamRows {
  const one = database.prepare(`SELECT ${TEAM_ROW} FROM team_ledger WHERE id = ?`);
  const put = database.prepare(`INSERT OR REPLACE INTO team_ledger ${VALUES}`);
  const add = database.prepare(`INSERT INTO team_ledger ${VALUES} ON CONFLICT DO NOTHING`);
  const drop = database.prepare("DELETE FROM team_ledger WHERE id = ?");
  const ofMonth = database.prepare(`SELECT ${TEAM_ROW} FROM team_ledger WHERE month = ? AND team = ?`);
  const ofPerson = database.prepare(
    `SELECT ${asBytes("id")} FROM team_ledger WHERE person = ? AND accepted_at <= ? LIMIT ?`,
  );
  const forget = database.prepare(
    "DELETE FROM team_ledger WHERE id IN (SELECT id FROM team_ledger WHERE month < ? LIMIT ?)",
  );
  const job = database.prepare(`SELECT ${ROW} FROM jobs WHERE id = ?`);

  function fromJob(id: string): TeamRow | null {
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
    put: (row) => void put.run(...columnsOf(row)),
    add: (row) => add.run(...columnsOf(row)) === 1,
    drop: (id) => void drop.run(id),
    ofMonth: (team, month) =>
      ofMonth.all(month, team).flatMap((found) => {
        const { row, isWhole } = readTeamRow(found);
        const whole = isWhole ? row : fromJob(row.id);
        return whole ? [whole] : [];
      }),
    ofPerson: (person, acceptedBy, limit) =>
      ofPerson.all(person, acceptedBy, limit).map((found) => idRow.parse(found).id),
    forgetBefore: (month, limit) => forget.run(month, limit),
  };
}
