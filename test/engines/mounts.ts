import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A file system that is removed at the end of the test. */
export interface SmallDisk {
  readonly dir: string;
  setReadOnly(): void;
}

/** Skips the test if mounting is not allowed on this machine. */
export function smallDisk(sizeBytes: number, skip: (reason: string) => never): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), "reelay-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "reelay-test", dir], { stdio: "pipe" });
  } catch {
    rmdirSync(dir);
    return skip("mounting a file system is not permitted here");
  }
  onTestFinished(() => {
    // A lazy unmount, because libsql closes its files late.
    execFileSync("umount", ["-l", dir]);
    rmdirSync(dir);
  });
  return {
    dir,
    setReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", dir]),
  };
}

/** Uses up all free space on a disk. The returned function frees it. */
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
