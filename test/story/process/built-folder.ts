import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the built bot for one test run. `pid` is the process that runs the tests. */
export const builtFolder = (pid: number): string => join(tmpdir(), `reelay-built-${pid}`);

const remove = () => rmSync(builtFolder(process.pid), { recursive: true, force: true });

/** Removes the folder before the run, in case an earlier process had the same id, and after it. */
export default function removeBuilt(): () => void {
  remove();
  return remove;
}
