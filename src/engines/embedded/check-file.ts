import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { asBytes, bytesText, type Connection } from "./connect.ts";

/** A smaller file is checked sooner than a thread is there. */
const LARGE_BYTES = 16_000_000;
/** Beside this file where both are built. */
const THREAD = fileURLToPath(new URL("./check-thread.js", import.meta.url));

/** SQLite's page cache as it comes, in KiB. */
const CACHE_KIB = 2_000;
/** While the file is checked: each row is looked for in each index, and with the usual cache half of that time goes into reading pages again. */
const CHECK_CACHE_KIB = 32_000;

const checkRow = z.object({ integrity_check: bytesText });

/** What SQLite finds wrong with the file of that connection, all its indexes included; "ok" where it is whole. */
export function checkWith(connection: Connection): string {
  connection.exec(`PRAGMA cache_size = -${CHECK_CACHE_KIB}`);
  const check = connection.prepare(`SELECT ${asBytes("integrity_check")} FROM pragma_integrity_check LIMIT 1`);
  const { integrity_check: verdict } = checkRow.parse(check.get());
  connection.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return verdict;
}

/**
 * The same, by a thread of its own where the file is large: most of a second for 100,000 videos, in which the bot loads its
 * libraries. Nobody may write to the file meanwhile. Where the thread gives no verdict, the connection does.
 */
export async function checkFile(file: string, connection: Connection): Promise<string> {
  const isLarge = statSync(file).size >= LARGE_BYTES && existsSync(THREAD);
  return (isLarge ? await checkInThread(file) : null) ?? checkWith(connection);
}

/** null: the thread ended without a verdict. */
function checkInThread(file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const thread = new Worker(THREAD, { workerData: file });
    thread.once("message", (verdict: unknown) => resolve(z.string().nullable().catch(null).parse(verdict)));
    thread.once("error", () => resolve(null));
    thread.once("exit", () => resolve(null));
  });
}
