import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A file system of its own, gone with its test. */
export interface SmallDisk {
  readonly dir: string;
  setReadOnly(): void;
}

/** Skips the test where this machine does not let us mount. */
export function smallDisk(sizeBytes: number, skip: (reason: string) => never): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), "reelay-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "reelay-test", dir], { stdio: "pipe" });
  } catch {
    rmdirSync(dir);
    return skip("mounting a file system is not permitted here");
  }
  onTestFinished(() => {
    // Lazily: libsql lets go of files late.
    execFileSync("umount", ["-l", dir]);
    rmdirSync(dir);
  });
  return {
    dir,
    setReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", dir]),
  };
}

/** Takes all room that is left on a disk; the returned function gives it back. */
export function fill(dir: string): () => void {
  const file = join(dir, "ballast");
  const handle = openSync(file, "w");
  for (const size of [65_536, 4_096, 1]) while (hasRoomFor(handle, size));
  closeSync(handle);
  return () => rmSync(file);
}

function hasRoomFor(handle: number, size: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(size, 1)) === size;
  } catch {
    return false;
  }
}
