/**
 * Step 3: whose key pays for a job, teams' rules, and what their videos take: a row a job, and the sums of the rows. Jobs of
 * before are their people's own.
 */
export const ADD_TEAMS = `
  ALTER TABLE jobs ADD COLUMN team TEXT;
  CREATE INDEX jobs_open_of_team ON jobs (team, accepted_at, id) WHERE is_open = 1 AND team IS NOT NULL;
  CREATE TABLE team_rules (
    team TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE team_ledger (
    id TEXT PRIMARY KEY,
    team TEXT NOT NULL,
    month TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    person TEXT NOT NULL,
    channel TEXT NOT NULL,
    held REAL NOT NULL,
    charged REAL NOT NULL,
    refunded REAL NOT NULL,
    unknown REAL NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_ledger_of_month ON team_ledger (month, team);
  CREATE INDEX team_ledger_of_person ON team_ledger (person, accepted_at);
  CREATE TABLE team_sums (
    month TEXT NOT NULL,
    team TEXT NOT NULL,
    person TEXT NOT NULL,
    held REAL NOT NULL,
    charged REAL NOT NULL,
    refunded REAL NOT NULL,
    unknown REAL NOT NULL,
    videos INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (month, team, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE team_secrets (month TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT, WITHOUT ROWID;`;
