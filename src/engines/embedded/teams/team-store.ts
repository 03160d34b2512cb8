import { teamName } from "../../../core/job/ids.ts";
import type { Log } from "../../../core/ports.ts";
import type { TeamStore } from "../../../core/team/team-store.ts";
import { damagedJobs } from "../../damaged-jobs.ts";
import { monthIn, namesOf, partIn } from "../../team-row.ts";
import { ROW, readRow } from "../job-row.ts";
import type { Database } from "../open-database.ts";
import { monthSecrets } from "./month-secrets.ts";
import { storedRules } from "./stored-rules.ts";
import { teamAudit } from "./team-audit.ts";
import { teamLedger } from "./team-ledger.ts";

/** Teams in the embedded database. */
export function teamStore(database: Pick<Database, "prepare" | "write">, log: Pick<Log, "error">): TeamStore {
  const rules = storedRules(database);
  const ledger = teamLedger(database);
  const secrets = monthSecrets(database);
  const audit = teamAudit(database);
  const { readable } = damagedJobs(log);
  const open = database.prepare(`SELECT ${ROW} FROM jobs WHERE is_open = 1 AND team = ? ORDER BY accepted_at, jobs.id`);

  return {
    rules: async (team) => rules.find(teamName(team)),
    saveRules: (team, changed, version) => database.write(() => rules.save(teamName(team), changed, version), "new"),
    month: async (team, month) => monthIn(ledger.month(teamName(team), month)),
    async monthOf(team, month, userId) {
      const names = namesOf(team, userId, secrets.find(month));
      return partIn(ledger.part(teamName(team), month, names), names);
    },
    openJobs: async (team) => readable(open.all(teamName(team)).map(readRow)),
    noteAct: (team, entry) => database.write(() => audit.note(team, entry), "new"),
    audit: async (team) => audit.of(team),
    forgetAudit: (before) => database.write(() => audit.forgetBefore(before)),
    forget: (team) =>
      database.write(() => {
        rules.forget(teamName(team));
        audit.forget(team);
      }),
    forgetMarks: (month) => database.write(() => secrets.forgetBefore(month)),
  };
}
