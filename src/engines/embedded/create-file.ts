import { closeSync, openSync } from "node:fs";
import { fileErrorCode } from "./refusal.ts";

/**
 * Makes the empty file for its owner alone; false where it is there already. "wx" never opens a file that is there:
 * closing any handle on a file drops all locks that this process has on it (POSIX). Synchronous for the same reason:
 * between its making and its closing nobody in this process can have locked it.
 */
export function createFile(file: string): boolean {
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}
