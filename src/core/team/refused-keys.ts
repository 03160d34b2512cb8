import type { Team } from "../job/ids.ts";
import type { Secret } from "../text/secret.ts";

/** Teams' keys that the video service has refused. It rejects where it cannot write or read. */
export interface RefusedKeys {
  /** From now on the team does not pay with this very key; a later one is not meant. */
  note(team: Team, key: Secret): Promise<void>;
  has(team: Team, key: Secret): Promise<boolean>;
  /** A manager has entered a key, and it was not refused. */
  clear(team: Team): Promise<void>;
}
