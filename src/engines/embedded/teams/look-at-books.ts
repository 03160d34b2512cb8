import { statSync } from "node:fs";
import { join } from "node:path";
import type { TeamBooksSeen } from "../../team-books-seen.ts";
import { checkLog } from "../check-file.ts";
import { type Connection, connect } from "../connect.ts";
import { holdFolder } from "../hold-folder.ts";
import { isCurrent } from "../schema/schema.ts";
import { teamLedger } from "./team-ledger.ts";

/** Time for the bot's own writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Looks at teams' books in that folder, as they are at one moment, whether or not a bot runs on it; null where there are
 * none, or where a start would say what is wrong with the database. Throws what SQLite throws.
 */
export async function lookAtBooks(dir: string): Promise<TeamBooksSeen | null> {
  const file = join(dir, "reelay.db");
  // Without opening it: SQLite would make the file that is not there.
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return null;
  const held = await holdFolder(dir);
  let connection: Connection | null = null;
  try {
    // SQLite silently undoes what was saved after a damaged frame. Beside a running bot the log is its own affair.
    if (held.ok && checkLog(`${file}-wal`) === "damaged") return null;
    connection = await connect(file);
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (!isCurrent(connection)) return null;
    connection.exec("BEGIN");
    const ledger = teamLedger(connection);
    const differing = ledger.differing().map(({ team, month }) => `${team} ${month}`);
    const months = ledger.months().length;
    return months === 0 ? null : { months, differing };
  } finally {
    connection?.close();
    if (held.ok) held.value();
  }
}
