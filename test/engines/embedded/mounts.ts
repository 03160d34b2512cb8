import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
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
