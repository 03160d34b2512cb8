import { z } from "zod";
import type { Connection } from "./connect.ts";
import { addChecksumsAndLedger } from "./schema-2.ts";

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
];

const versionRow = z.object({ user_version: z.number() });

/**
 * Brings the file to this version's schema, in the transaction it is called in. Refused: "newer", a later Reelay wrote
 * it; "mixed", its tables are not those of the version it names. It then stays as it is.
 */
export function migrate(connection: Connection): "done" | "newer" | "mixed" {
  const { user_version: found } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
  if (found > STEPS.length || found < 0) return "newer";
  // A version number that was damaged would have us make the tables once more, or do without them.
  const hasTables = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'jobs'").get() !== undefined;
  const hasLedger = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger'").get() !== undefined;
  if (hasTables !== found >= 1 || hasLedger !== found >= 2) return "mixed";
  for (const step of STEPS.slice(found)) {
    if (typeof step === "string") connection.exec(step);
    else step(connection);
  }
  // Also where nothing is new: a write, and so the proof that the file can be written.
  connection.exec(`PRAGMA user_version = ${STEPS.length}`);
  return "done";
}
