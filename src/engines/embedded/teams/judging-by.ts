import { z } from "zod";
import type { TeamAccount } from "../../../core/team/account.ts";
import type { TeamRules } from "../../../core/team/rules.ts";
import { EVERYBODY } from "../../team-row.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";
import { RULES_ROW, readStoredRules } from "./stored-rules.ts";
import { readSum, SUM } from "./team-sums.ts";

/** What a team's job is judged by. */
export interface JudgedBy {
  /** null: the team has none. */
  readonly rules: TeamRules | null;
  /** The secret of its month's marks. */
  readonly secret: string | null;
  /** Of everybody, and of the job's person where there is such a sum; null where they cannot be trusted. */
  readonly sums: ReadonlyMap<string, TeamAccount> | null;
}

const found = bytesText.nullable();
const row = z.object({ rules: found, secret: found, all: found, person: found });

/** In one statement, for each costs more than what it reads. Throws where the rules cannot be read. */
export function judgingBy(
  database: Pick<Connection, "prepare">,
): (team: string, month: string, person: string) => JudgedBy {
  const one = database.prepare(
    `SELECT (SELECT ${RULES_ROW} FROM team_rules WHERE team = ?1) AS rules,
       (SELECT ${asBytes("secret")} FROM team_secrets WHERE month = ?2) AS secret,
       (SELECT ${SUM} FROM team_sums WHERE month = ?2 AND team = ?1 AND person = '${EVERYBODY}') AS "all",
       (SELECT ${SUM} FROM team_sums WHERE month = ?2 AND team = ?1 AND person = ?3) AS person`,
  );

  let known: { readonly team: string; readonly words: string; readonly rules: TeamRules } | null = null;

  /** Read once as long as they stay word for word: that is a third of all that judging costs. */
  function rulesIn(team: string, words: string): TeamRules {
    if (known?.team !== team || known.words !== words)
      known = { team, words, rules: readStoredRules(team, words).rules };
    return known.rules;
  }

  function sumsIn(team: string, month: string, texts: readonly (string | null)[]) {
    const sums = new Map<string, TeamAccount>();
    for (const text of texts) {
      if (text === null) continue;
      const { person, account } = readSum(team, month, text);
      if (account === "damaged") return null;
      sums.set(person, account);
    }
    return sums.has(EVERYBODY) ? sums : null;
  }

  return (team, month, person) => {
    const { rules, secret, ...sums } = row.parse(one.get(team, month, person));
    return {
      rules: rules === null ? null : rulesIn(team, rules),
      secret,
      sums: sumsIn(team, month, [sums.all, sums.person]),
    };
  };
}
