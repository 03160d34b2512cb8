import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = mkdtempSync(join(tmpdir(), "reelay-crash-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** A new folder that is gone with this process, if nobody takes it away before. */
export function scratchFolder(): string {
  return mkdtempSync(join(root, "world-"));
}
