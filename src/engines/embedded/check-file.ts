import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { asBytes, bytesText, type Connection } from "./connect.ts";
import { fileErrorCode } from "./refusal.ts";

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

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit says in which byte order the checksums are computed. */
const MAGIC = 0x377f0682;

/**
 * Whether the write-ahead log ends as one can that a crash tore: SQLite takes the first frame that is not whole for the
 * end, and would silently undo everything that was saved after a damaged one. Only where no connection is open yet.
 * Source: SQLite docs, fileformat2, "The Write-Ahead Log" (read 2026-11-21).
 */
export function checkLog(file: string): "whole" | "damaged" {
  const log = openLog(file);
  if (log === null) return "whole";
  try {
    return judge(log);
  } finally {
    closeSync(log);
  }
}

function openLog(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function judge(log: number): "whole" | "damaged" {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(log, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return "whole";
  const pageBytes = header.readUInt32BE(8);
  const isBigEndian = header.readUInt32BE(0) === MAGIC + 1;
  let sums = add(START, header.subarray(0, 24), isBigEndian);
  const isHeaderWhole = header.readUInt32BE(0) >>> 1 === MAGIC >>> 1 && sums.equals(header.subarray(24));
  // A header alone was never followed by a commit.
  if (!isHeaderWhole) return readSync(log, Buffer.alloc(1), 0, 1, HEADER_BYTES) === 0 ? "whole" : "damaged";

  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  let isPastEnd = false;
  let commits = 0;
  let isAfterCommit = false;
  for (let at = HEADER_BYTES; readSync(log, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    const isOurs = frame.subarray(8, 16).equals(header.subarray(16, 24));
    if (!isPastEnd) {
      const next = add(add(sums, frame.subarray(0, 8), isBigEndian), frame.subarray(FRAME_HEADER_BYTES), isBigEndian);
      isPastEnd = !isOurs || !next.equals(frame.subarray(16, 24));
      sums = next;
    }
    if (!isPastEnd || !isOurs) continue;
    if (commits > 0) isAfterCommit = true;
    if (frame.readUInt32BE(4) !== 0) commits += 1;
  }
  // The last transaction may be there in part. It began only when the one before it was on the disk.
  return commits > 1 || isAfterCommit ? "damaged" : "whole";
}

const START = Buffer.alloc(8);

/** SQLite's running checksum of a log. */
function add(before: Buffer, bytes: Buffer, isBigEndian: boolean): Buffer {
  let first = before.readUInt32BE(0);
  let second = before.readUInt32BE(4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
  }
  const after = Buffer.alloc(8);
  after.writeUInt32BE(first, 0);
  after.writeUInt32BE(second, 4);
  return after;
}
