import type { JobId } from "../../core/job/ids.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** Edits that may still land, remembered until the store has taken that. */
export interface Doubts {
  add(id: JobId): void;
  /** Saves that there is one, where the store did not take that at once; says whether there was one. */
  note(stored: StoredJob): Promise<boolean>;
  forget(id: JobId): void;
}

export function editsInDoubt(deps: JobDeps): Doubts {
  const inDoubt = new Set<JobId>();
  return {
    add: (id) => void inDoubt.add(id),
    async note(stored) {
      const { id } = stored.job;
      if (!inDoubt.has(id)) return false;
      if (await apply(deps, stored, { kind: "edit_unclear" })) inDoubt.delete(id);
      return true;
    },
    forget: (id) => void inDoubt.delete(id),
  };
}
