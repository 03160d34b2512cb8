/** Step 4: what a team's managers are told, and what they settle. A notice that is over is due no more. */
export const ADD_APPROVALS = `
  CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    due_at INTEGER,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notices_open ON notices (id) WHERE due_at IS NOT NULL;
  CREATE INDEX notices_over ON notices (created_at) WHERE due_at IS NULL;
  ALTER TABLE team_ledger ADD COLUMN settled_by TEXT;
  ALTER TABLE team_ledger ADD COLUMN settled_at INTEGER;
  CREATE INDEX team_ledger_by_settler ON team_ledger (settled_by, settled_at) WHERE settled_by IS NOT NULL;`;
