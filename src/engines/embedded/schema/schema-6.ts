/** Step 6: when a job was released that had waited for the service, while it is on its way; 0: it waits. */
export const ADD_RELEASES = `
  ALTER TABLE jobs ADD COLUMN released_at INTEGER;
  CREATE INDEX jobs_releasable ON jobs (released_at) WHERE released_at IS NOT NULL;`;
