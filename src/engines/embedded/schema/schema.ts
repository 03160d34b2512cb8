import { z } from "zod";
import { bytesText, type Connection, connect } from "../connect.ts";
import { addChecksumsAndLedger } from "./schema-2.ts";
import { ADD_TEAMS } from "./schema-3.ts";
import { ADD_APPROVALS } from "./schema-4.ts";
import { ADD_LINE } from "./schema-5.ts";
import { ADD_RELEASES } from "./schema-6.ts";
import { ADD_AUDIT } from "./schema-7.ts";
import { addTurns } from "./schema-8.ts";
import { ONE_INDEX_OF_OWNERS } from "./schema-9.ts";

type Step = string | ((connection: Connection) => void);

/** Each entry takes the file from the version before it to its own; the first makes it. Entries are never changed, only added. */
const STEPS: readonly Step[] = [
  `CREATE TABLE jobs (
     id TEXT PRIMARY KEY,
     version INTEGER NOT NULL,
     owner TEXT NOT NULL,
     workspace TEXT,
     is_open INTEGER NOT NULL,
     due_at INTEGER NOT NULL,
     accepted_at INTEGER NOT NULL,
     closed_at INTEGER,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX jobs_open ON jobs (id) WHERE is_open = 1;
   CREATE INDEX jobs_open_of_owner ON jobs (owner) WHERE is_open = 1;
   CREATE INDEX jobs_open_in_workspace ON jobs (workspace) WHERE is_open = 1;
   CREATE INDEX jobs_of_owner ON jobs (owner, accepted_at, id);
   CREATE INDEX jobs_closed ON jobs (closed_at) WHERE is_open = 0;
   CREATE TABLE keyv (
     namespace TEXT NOT NULL,
     key TEXT NOT NULL,
     value TEXT NOT NULL,
     expires_at INTEGER,
     PRIMARY KEY (namespace, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX keyv_expiring ON keyv (expires_at) WHERE expires_at IS NOT NULL;`,
  addChecksumsAndLedger,
  ADD_TEAMS,
  ADD_APPROVALS,
  ADD_LINE,
  ADD_RELEASES,
  ADD_AUDIT,
  addTurns,
  ONE_INDEX_OF_OWNERS,
];

const versionRow = z.object({ user_version: z.number() });

/**
 * Brings the file to this version's schema, in the transaction it is called in. Refused: "newer", a later Reelay wrote
 * it; "strange", its tables are not those of the version it names. It then stays as it is.
 */
export async function migrate(connection: Connection): Promise<"done" | "newer" | "strange"> {
  const { user_version: found } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
  if (found > STEPS.length || found < 0) return "newer";
  // A bit that flipped in a table's definition is a valid definition of another table.
  if (tablesOf(connection) !== (await tablesAfter(STEPS.slice(0, found)))) return "strange";
  for (const step of STEPS.slice(found)) run(step, connection);
  // Also where nothing is new: a write, and so the proof that the file can be written.
  connection.exec(`PRAGMA user_version = ${STEPS.length}`);
  return "done";
}

/** Whether the file is of this version's schema, and was made. */
export function isCurrent(connection: Connection): boolean {
  return versionRow.parse(connection.prepare("PRAGMA user_version").get()).user_version === STEPS.length;
}

function run(step: Step, connection: Connection): void {
  if (typeof step === "string") connection.exec(step);
  else step(connection);
}

async function tablesAfter(steps: readonly Step[]): Promise<string> {
  const connection = await connect(":memory:");
  for (const step of steps) run(step, connection);
  const tables = tablesOf(connection);
  connection.close();
  return tables;
}

const tableRow = z.object({ name: bytesText, sql: bytesText });

/** Every table and index with its definition, without spaces and quotes: SQLite's versions set those in their own ways. */
function tablesOf(connection: Connection): string {
  const rows = connection.prepare(
    `SELECT CAST(type || name || tbl_name AS BLOB) AS name, CAST(coalesce(sql, '') AS BLOB) AS sql
     FROM sqlite_schema ORDER BY name`,
  );
  const definitions = rows.all().map((row) => tableRow.parse(row));
  return definitions.map(({ name, sql }) => `${name}: ${sql.replaceAll(/[\s"]+/g, "")}`).join("\n");
}
