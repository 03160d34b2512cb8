import { z } from "zod";
import type { TeamRules } from "../../../core/team/rules.ts";
import type { StoredRules } from "../../../core/team/team-store.ts";
import { readRules } from "../../team-rules.ts";
import { asBytes, asWords, bytesText, type Connection } from "../connect.ts";
import { checksumOf, recordIn } from "../job-row.ts";

/** Teams' rules, by the teams' names. */
export interface RulesTable {
  /** Throws where they cannot be read. */
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
const row = z.object({ words: bytesText });

/** What `readStoredRules` needs of the table. */
export const RULES_ROW = asWords("words", ["version", "checksum", "body"]);

/** The rules in that text. Throws where they cannot be read. */
export function readStoredRules(team: string, words: string): StoredRules {
  const [version, checksum, body] = recordIn(words);
  return { rules: readRules(team, body, checksum === checksumOf(team, version, body)), version: Number(version) };
}

export function storedRules(database: Pick<Connection, "prepare">): RulesTable {
  const one = database.prepare(`SELECT ${RULES_ROW} FROM team_rules WHERE team = ?`);
  const insert = database.prepare(
    "INSERT INTO team_rules (team, version, body, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const update = database.prepare(
    "UPDATE team_rules SET version = ?, body = ?, checksum = ? WHERE team = ? AND version = ?",
  );
  const teams = database.prepare(`SELECT ${asBytes("team")} FROM team_rules ORDER BY team_rules.team`);
  const forget = database.prepare("DELETE FROM team_rules WHERE team = ?");

  function find(team: string): StoredRules | null {
    const found = one.get(team);
    return found === undefined ? null : readStoredRules(team, row.parse(found).words);
  }

  return {
    find,
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
