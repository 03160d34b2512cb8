import type { JobId } from "./ids.ts";

/** A job in the store that is not what Reelay saves, or of another version; the log has been told once. */
export class UnreadableJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}
