import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder for this test alone, which is gone when the test has ended. */
export function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "reelay-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
