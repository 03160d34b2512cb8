import { randomFillSync } from "node:crypto";
import { closeSync, openSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileErrorCode } from "../core/error-code.ts";
import type { Log } from "../core/text/log-fields.ts";

export interface Reserve {
  release(): boolean;
  /** Reserves the space again when the disk has enough room. */
  isThere(): boolean;
}

/** Twice the write-ahead log, which SQLite restarts at about 4 MB. */
export const RESERVE_BYTES = 8_000_000;
const PART_BYTES = 64_000;

export function openReserve(dir: string, log: Pick<Log, "error" | "info">): Reserve {
  const file = join(dir, "reelay.spare");
  let isThere = statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES || setAside();
  if (!isThere) log.error("the disk of DATA_DIR is nearly full: new videos are refused until there is room");

  function setAside(): boolean {
    try {
      const { bavail, bsize } = statfsSync(dir);
      if (bavail * bsize < 2 * RESERVE_BYTES) return false;
      fill(file);
      return true;
    } catch (error) {
      if (fileErrorCode(error) === null) throw error;
      rmSync(file, { force: true });
      return false;
    }
  }

  return {
    release() {
      if (!isThere) return false;
      isThere = false;
      try {
        rmSync(file, { force: true });
      } catch (error) {
        if (fileErrorCode(error) === null) throw error;
        return false;
      }
      log.error("the disk of DATA_DIR is full: videos under way go on, new ones are refused until there is room");
      return true;
    },
    isThere() {
      if (isThere) return true;
      isThere = setAside();
      if (isThere) log.info("the disk of DATA_DIR has room again");
      return isThere;
    },
  };
}

/** Random bytes, because some file systems reserve no space for zeros. */
function fill(file: string): void {
  const part = Buffer.alloc(PART_BYTES);
  const handle = openSync(file, "w", 0o600);
  try {
    for (let bytes = 0; bytes < RESERVE_BYTES; bytes += PART_BYTES) writeFileSync(handle, randomFillSync(part));
  } finally {
    closeSync(handle);
  }
}
