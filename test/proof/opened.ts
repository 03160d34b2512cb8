import { type Chosen, runChecks, type Side } from "./run-checks.ts";
import type { CheckSeen } from "./transcript.ts";

/** A platform that was opened, whatever its checks act by. */
export interface Opened {
  run(chosen: Chosen): Promise<readonly CheckSeen[]>;
  end(): Promise<void>;
}

/** So that nobody needs to know what a side's checks act by. */
export function opened<Context>(side: Side<Context> & { end(): Promise<void> }): Opened {
  return { run: (chosen) => runChecks(side, chosen), end: () => side.end() };
}
