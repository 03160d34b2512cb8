import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the folder of the built bot for one run of tests, by the id of the process that runs them. */
export const builtFolder = (pid: number): string => join(tmpdir(), `reelay-built-${pid}`);

const remove = () => rmSync(builtFolder(process.pid), { recursive: true, force: true });

/** Before a run, of one that had this id before it; and after it. */
export default function removeBuilt(): () => void {
  remove();
  return remove;
}
