import type { JobId } from "./ids.ts";

/** A job in the store that is not what was saved, or of another version; the operator has read of it. */
export class DamagedJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}
