import type { JobId } from "../../core/job/ids.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { jobsAtHand } from "./jobs-at-hand.ts";

/**
 * Edits that may still land, remembered until the store has taken that. One that is not noted within an hour was left to another
 * process, and does no harm: an edit has landed `LATE_EDIT_MS` later, if it ever does.
 */
export interface Doubts {
  add(id: JobId): void;
  /** Saves that there is one, where the store did not take that at once; says whether there was one. */
  note(stored: StoredJob): Promise<boolean>;
  forget(id: JobId): void;
}

export function editsInDoubt(deps: JobDeps): Doubts {
  const inDoubt = jobsAtHand<true>(deps.clock);
  return {
    add: (id) => inDoubt.set(id, true),
    async note(stored) {
      const { id } = stored.job;
      if (!inDoubt.get(id)) return false;
      if (await apply(deps, stored, { kind: "edit_unclear" })) inDoubt.delete(id);
      return true;
    },
    forget: (id) => inDoubt.delete(id),
  };
}
