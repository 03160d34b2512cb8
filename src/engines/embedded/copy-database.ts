import { z } from "zod";
import type { Copied, CopySource, CopyTarget, Counts } from "../copied.ts";
import { asBytes, bytesText, type SqlValue } from "./connect.ts";
import { PUT_LEDGER } from "./job-ledger.ts";
import { COLUMNS, checksumOf, columnsOf, ROW, readRow } from "./job-row.ts";
import type { Database } from "./open-database.ts";
import { teamRecords, teamTarget } from "./teams/copy-teams.ts";
import { NOTICE_ROW, readNoticeRow } from "./teams/notice-store.ts";
import { teamLedger } from "./teams/team-ledger.ts";
import { readTeamRow, TEAM_ROW } from "./teams/team-rows.ts";

const PAGE = 500;

const number = bytesText.transform(Number);
const idRow = z.object({ id: bytesText });
const forgottenRow = z.object({ id: bytesText, closed_at: number });
const costRow = z.object({
  id: bytesText,
  owner: bytesText,
  accepted_at: number,
  checksum: bytesText,
  charged: number,
  refunded: number,
  unknown: number,
});
const entryRow = z.object({ namespace: bytesText, key: bytesText, value: bytesText, expires_at: number.nullable() });
const countRow = z.object({ count: z.number() });

/** Everything in an embedded database that nobody else writes meanwhile. */
export function databaseSource(database: Database): CopySource {
  function* pages(table: string, columns: string): Generator<unknown, void> {
    const page = database.prepare(`SELECT ${columns} FROM ${table} WHERE id > ? ORDER BY ${table}.id LIMIT ${PAGE}`);
    for (let last = ""; ; ) {
      const rows = page.all(last);
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      last = idRow.parse(end).id;
    }
  }

  function* entries(): Generator<unknown, void> {
    const columns = ["namespace", "key", "value", "expires_at"].map(asBytes).join(", ");
    const page = database.prepare(
      `SELECT ${columns} FROM keyv WHERE (namespace, key) > (?, ?) ORDER BY keyv.namespace, keyv.key LIMIT ${PAGE}`,
    );
    for (let last: readonly [string, string] = ["", ""]; ; ) {
      const rows = page.all(...last);
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      const { namespace, key } = entryRow.parse(end);
      last = [namespace, key];
    }
  }

  return {
    async *records(damaged) {
      for (const row of pages("jobs", ROW)) {
        const { stored } = readRow(row);
        if (stored) yield { kind: "job", ...stored };
        else damaged();
      }
      for (const row of pages("forgotten", `${asBytes("id")}, ${asBytes("closed_at")}`)) {
        const { id, closed_at: closedAt } = forgottenRow.parse(row);
        yield { kind: "forgotten", id, closedAt };
      }
      const amounts = ["id", "owner", "accepted_at", "charged", "refunded", "unknown", "checksum"];
      for (const row of pages("ledger", amounts.map(asBytes).join(", "))) {
        const { id, owner, accepted_at: acceptedAt, checksum, ...ledger } = costRow.parse(row);
        const isWhole = checksum === checksumOf(id, ledger.charged, ledger.refunded, ledger.unknown);
        if (isWhole) yield { kind: "cost", id, owner, acceptedAt, ledger };
        else damaged();
      }
      for (const row of pages("team_ledger", TEAM_ROW)) {
        const { row: found, isWhole } = readTeamRow(row);
        if (isWhole) yield { kind: "team_cost", row: found };
        else damaged();
      }
      for (const row of pages("notices", NOTICE_ROW)) {
        const { stored } = readNoticeRow(row);
        if (stored) yield { kind: "notice", ...stored };
        else damaged();
      }
      yield* teamRecords(database, damaged);
      for (const row of entries()) {
        const { expires_at: expiresAt, ...entry } = entryRow.parse(row);
        yield { kind: "entry", ...entry, expiresAt };
      }
    },
    countDiffering: async () => teamLedger(database).differing().length,
  };
}

/** An empty embedded database that is to hold everything. */
export function databaseTarget(database: Database): CopyTarget {
  const putJob = database.prepare(
    `INSERT INTO jobs (id, ${COLUMNS.join(", ")}) VALUES (?, ${COLUMNS.map(() => "?").join(", ")})`,
  );
  const putId = database.prepare("INSERT INTO forgotten (id, closed_at) VALUES (?, ?)");
  const putCost = database.prepare(PUT_LEDGER);
  const putEntry = database.prepare("INSERT INTO keyv (namespace, key, value, expires_at) VALUES (?, ?, ?, ?)");

  const putTeams = teamTarget(database);

  function put(record: Copied): void {
    switch (record.kind) {
      case "job":
        return void putJob.run(record.job.id, ...columnsOf(record.job, record.version));
      case "forgotten":
        return void putId.run(record.id, record.closedAt);
      case "cost":
        return void putCost.run(...costValues(record));
      case "entry":
        return void putEntry.run(record.namespace, record.key, record.value, record.expiresAt);
      default:
        putTeams(record);
    }
  }

  const count = (table: string) =>
    countRow.parse(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()).count;

  return {
    put: (records) => database.write(() => records.forEach(put)),
    async count(): Promise<Counts> {
      return {
        job: count("jobs"),
        forgotten: count("forgotten"),
        cost: count("ledger"),
        team_cost: count("team_ledger"),
        team_rules: count("team_rules"),
        team_audit: count("team_audit"),
        notice: count("notices"),
        month_secret: count("team_secrets"),
        entry: count("keyv"),
      };
    },
  };
}

function costValues({ id, owner, acceptedAt, ledger }: Extract<Copied, { kind: "cost" }>): readonly SqlValue[] {
  const { charged, refunded, unknown } = ledger;
  return [id, owner, acceptedAt, charged, refunded, unknown, checksumOf(id, charged, refunded, unknown)];
}
