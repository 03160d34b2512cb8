/** Step 5: the jobs of a workspace that wait; among them those whose end is known and not told yet. */
export const ADD_LINE = "CREATE INDEX jobs_in_no_place ON jobs (workspace) WHERE is_open = 1 AND is_settled = 1";
