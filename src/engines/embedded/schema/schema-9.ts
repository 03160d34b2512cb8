/** Step 9: a person's open jobs, and which of them are in running places, by one index: each one is read when the file is checked at the start. */
export const ONE_INDEX_OF_OWNERS = `
  DROP INDEX jobs_unsettled_of_owner;
  DROP INDEX jobs_open_of_owner;
  CREATE INDEX jobs_open_of_owner ON jobs (owner, accepted_at, id, is_settled) WHERE is_open = 1;`;
