import { z } from "zod";
import type { TeamRules } from "../../../core/team/rules.ts";
import type { StoredRules } from "../../../core/team/team-store.ts";
import { readRules } from "../../team-rules.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";
import { checksumOf } from "../job-row.ts";

/** Teams' rules, by the teams' names. */
export interface RulesTable {
  /** Throws where they are damaged. */
  find(team: string): StoredRules | null;
  /** Compare-and-set; `version` 0: there are none yet. */
  save(team: string, rules: TeamRules, version: number): boolean;
  forget(team: string): void;
  /** Every team that has some. */
  teams(): readonly string[];
  /** As they were elsewhere. */
  restore(team: string, stored: StoredRules): void;
}

const teamRow = z.object({ team: bytesText });
const row = z.object({ version: bytesText, body: bytesText, checksum: bytesText });

export function storedRules(database: Pick<Connection, "prepare">): RulesTable {
  const one = database.prepare(
    `SELECT ${["version", "body", "checksum"].map(asBytes).join(", ")} FROM team_rules WHERE team = ?`,
  );
  const insert = database.prepare(
    "INSERT INTO team_rules (team, version, body, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const update = database.prepare(
    "UPDATE team_rules SET version = ?, body = ?, checksum = ? WHERE team = ? AND version = ?",
  );
  const teams = database.prepare(`SELECT ${asBytes("team")} FROM team_rules ORDER BY team_rules.team`);
  const forget = database.prepare("DELETE FROM team_rules WHERE team = ?");

  return {
    find(team) {
      const found = one.get(team);
      if (found === undefined) return null;
      const { version, body, checksum } = row.parse(found);
      const rules = readRules(team, body, checksum === checksumOf(team, version, body));
      return { rules, version: Number(version) };
    },
    save(team, rules, version) {
      const next = contentOf(team, { rules, version: version + 1 });
      return (version === 0 ? insert.run(team, ...next) : update.run(...next, team, version)) === 1;
    },
    teams: () => teams.all().map((found) => teamRow.parse(found).team),
    restore: (team, stored) => void insert.run(team, ...contentOf(team, stored)),
    forget: (team) => void forget.run(team),
  };
}

/** The columns `version`, `body` and `checksum`. */
function contentOf(team: string, { rules, version }: StoredRules): readonly [number, string, string] {
  const body = JSON.stringify(rules);
  return [version, body, checksumOf(team, version, body)];
}
