import type { EpochMs } from "../clock.ts";
import type { Team } from "../job/ids.ts";
import type { Secret } from "../text/secret.ts";

/** Teams' keys that the video service has refused. It rejects where it cannot write or read. */
export interface RefusedKeys {
  /**
   * From now on the team does not pay with this very key; a later one is not meant. False, and nothing noted, where a key was
   * entered since the call that was refused.
   */
  note(team: Team, key: Secret, calledAt: EpochMs): Promise<boolean>;
  has(team: Team, key: Secret): Promise<boolean>;
  /** A manager has entered a key, and it was not refused. */
  entered(team: Team, at: EpochMs): Promise<void>;
  /** The team has left. */
  clear(team: Team): Promise<void>;
}
