import { unreachable } from "../../../core/result.ts";
import type { Copied } from "../../copied.ts";
import type { Connection } from "../connect.ts";
import { monthSecrets } from "./month-secrets.ts";
import { noticeValues, PUT_NOTICE } from "./notice-store.ts";
import { storedRules } from "./stored-rules.ts";
import { teamAudit } from "./team-audit.ts";
import { teamLedger } from "./team-ledger.ts";

type OfTeams = Extract<Copied, { kind: "team_cost" | "team_rules" | "team_audit" | "notice" | "month_secret" }>;

/** Teams' rules and audits, and the secrets of their months. */
export function* teamRecords(database: Pick<Connection, "prepare">, damaged: () => void): Generator<OfTeams, void> {
  const rules = storedRules(database);
  for (const team of rules.teams()) {
    const stored = whole(() => rules.find(team));
    if (stored) yield { kind: "team_rules", team, ...stored };
    else damaged();
  }
  for (const found of teamAudit(database).all()) {
    if (found) yield { kind: "team_audit", ...found };
    else damaged();
  }
  for (const found of monthSecrets(database).all()) yield { kind: "month_secret", ...found };
}

/** Puts what is a team's into an empty database; the sums are those of its rows. */
export function teamTarget(database: Pick<Connection, "prepare">): (record: OfTeams) => void {
  const ledger = teamLedger(database);
  const rules = storedRules(database);
  const audit = teamAudit(database);
  const secrets = monthSecrets(database);
  const putNotice = database.prepare(PUT_NOTICE);
  return (record) => {
    switch (record.kind) {
      case "team_cost":
        return ledger.restore(record.row);
      case "team_rules":
        return rules.restore(record.team, record);
      case "team_audit":
        return audit.note(record.team, record.entry);
      case "notice":
        return void putNotice.run(...noticeValues(record));
      case "month_secret":
        return secrets.put(record.month, record.secret);
      default:
        return unreachable(record);
    }
  };
}

function whole<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
