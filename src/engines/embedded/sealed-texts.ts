import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ok, type Result, refuse } from "../../core/result.ts";
import { recordOf } from "../job-record.ts";
import {
  notedIn,
  type Renew,
  renewedEntry,
  renewedJob,
  SEALED_NAMESPACES,
  type SealedNamespace,
  type SealedTexts,
} from "../sealed-texts.ts";
import { checkLog } from "./check-file.ts";
import { asBytes, bytesText, type Connection, connect } from "./connect.ts";
import { holdFolder } from "./hold-folder.ts";
import { checksumOf, ROW, readRow } from "./job-row.ts";
import { type OpenRefusal, refusalOf } from "./refusal.ts";
import { isCurrent } from "./schema/schema.ts";

export type SealedRefusal = OpenRefusal | { readonly kind: "no_database" | "older"; readonly detail: string };

/** Time for the bot's own writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;
/** The bot waits while a batch is written. */
const ROWS_AT_ONCE = 100;

/** What is sealed in a folder's database. Refuses a folder without one, one that a newer or older Reelay wrote, and what is broken. */
export async function openSealedTexts(dir: string): Promise<Result<SealedTexts, SealedRefusal>> {
  const file = join(dir, "reelay.db");
  let free = () => {};
  let connection: Connection | null = null;
  try {
    // Without opening it: SQLite would make the file that is not there.
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size === 0) return refuse({ kind: "no_database", detail: "" });
    const held = await holdFolder(dir);
    if (!held.ok && held.refusal.kind !== "in_use") return held;
    if (held.ok) free = held.value;
    // Beside a running bot the log is its own affair.
    if (held.ok && checkLog(`${file}-wal`) === "damaged") {
      free();
      return refuse({ kind: "broken", detail: "its write-ahead log is damaged before its end" });
    }
    connection = await connect(file);
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    connection.exec("PRAGMA synchronous = FULL");
    if (!isCurrent(connection)) {
      connection.close();
      free();
      return refuse({ kind: "older", detail: "" });
    }
    return ok(sealedTexts(connection, { isInUse: !held.ok, free }));
  } catch (error) {
    connection?.close();
    free();
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
}

const entryRow = z.object({ key: bytesText, value: bytesText });
const valueRow = z.object({ value: bytesText });

function sealedTexts(
  connection: Connection,
  { isInUse, free }: { readonly isInUse: boolean; readonly free: () => void },
): SealedTexts {
  const one = connection.prepare(`SELECT ${asBytes("value")} FROM keyv WHERE namespace = ? AND key = ?`);
  const stored = connection.prepare(
    `SELECT ${asBytes("key")}, ${asBytes("value")} FROM keyv WHERE namespace = ? AND key > ? ORDER BY keyv.key LIMIT ${ROWS_AT_ONCE}`,
  );
  const jobs = connection.prepare(
    `SELECT ${ROW} FROM jobs WHERE is_open = 1 AND id > ? ORDER BY jobs.id LIMIT ${ROWS_AT_ONCE}`,
  );
  const putStored = connection.prepare("UPDATE keyv SET value = ? WHERE namespace = ? AND key = ? AND value = ?");
  // The version stays: a step of the bot that is under way saves over what it loaded, and must not be refused.
  const putJob = connection.prepare("UPDATE jobs SET body = ?, checksum = ? WHERE id = ? AND version = ? AND body = ?");

  function inOneTransaction(writes: readonly (() => void)[]): void {
    if (writes.length === 0) return;
    connection.exec("BEGIN IMMEDIATE");
    try {
      for (const write of writes) write();
      connection.exec("COMMIT");
    } catch (error) {
      connection.exec("ROLLBACK");
      throw error;
    }
  }

  function renewStored(renew: Renew, namespace: SealedNamespace, after: string): string | null {
    const rows = stored.all(namespace, after).map((row) => entryRow.parse(row));
    const writes = rows.flatMap(({ key, value }) => {
      const next = renewedEntry({ namespace, name: key, entry: value }, renew);
      return next === null ? [] : [() => void putStored.run(next, namespace, key, value)];
    });
    inOneTransaction(writes);
    return rows.at(-1)?.key ?? null;
  }

  function renewJobs(renew: Renew, after: string): string | null {
    const rows = jobs.all(after).map((row) => readRow(row));
    const writes = rows.flatMap(({ id, stored: found }) => {
      const next = found && renewedJob(found.job, renew);
      if (!next) return [];
      const { job, version } = found;
      const { body, sum } = recordOf(next, version, checksumOf);
      return [() => void putJob.run(body, sum, id, version, JSON.stringify(job))];
    });
    inOneTransaction(writes);
    return rows.at(-1)?.id ?? null;
  }

  return {
    isInUse,
    async noted(namespace, key) {
      const row = one.get(namespace, key);
      return row === undefined ? null : notedIn(valueRow.parse(row).value);
    },
    async renewAll(renew) {
      for (const namespace of SEALED_NAMESPACES)
        for (let last: string | null = ""; last !== null; ) last = renewStored(renew, namespace, last);
      for (let last: string | null = ""; last !== null; ) last = renewJobs(renew, last);
    },
    async close() {
      connection.close();
      free();
    },
  };
}
