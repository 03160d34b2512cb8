/** Step 7: what teams' managers did, in the order in which it was saved. */
export const ADD_AUDIT = `
  CREATE TABLE team_audit (
    nth INTEGER PRIMARY KEY,
    team TEXT NOT NULL,
    at INTEGER NOT NULL,
    person TEXT NOT NULL,
    rest TEXT NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_audit_of_team ON team_audit (team, nth);
  CREATE INDEX team_audit_of_person ON team_audit (person, at);
  CREATE INDEX team_audit_by_age ON team_audit (at);`;
