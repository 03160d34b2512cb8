import type { Answer, Finish, OwnFile } from "../../core/command.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { monthBefore } from "../../core/team/months.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { addingUp, reportCsv, reportUnsure, teamReport, withoutFile } from "../../messages/team/report.ts";
import type { Visit } from "../command-deps.ts";
import { asManager, type Managed } from "./as-manager.ts";

/** Names that are looked up for one report. */
export const NAMES_MOST = 50;

/** What the team's videos took this month and the last, for its managers, as a message and a CSV file; in the message what they did of late. */
export async function showReport(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "reports");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  return { kind: "working", message: addingUp(visit.words), finish: () => finish(visit, managed.value) };
}

async function finish({ deps, command, words }: Visit, { team }: Managed): Promise<Finish> {
  const month = monthOf(deps.clock.now());
  const before = monthBefore(month);
  try {
    const [thisMonth, lastMonth, audit] = await Promise.all([
      deps.teams.month(team, month),
      deps.teams.month(team, before),
      deps.teams.audit(team),
    ]);
    const report = teamReport({ thisMonth, lastMonth, audit }, words);
    const people = [...new Set([...thisMonth.people.keys(), ...lastMonth.people.keys()])];
    if (people.length === 0) return { message: report, card: null };
    const names = await deps.people.namesOf(command, people.slice(0, NAMES_MOST));
    const months = [[month, thisMonth] as const, [before, lastMonth] as const];
    const file: OwnFile = {
      name: `reelay-team-${month}.csv`,
      type: "text/csv",
      within: async (maxBytes) => ({
        content: Buffer.from(reportCsv(months, names)).subarray(0, maxBytes),
        message: report,
      }),
      unsure: reportUnsure(words),
    };
    return { message: withoutFile(report, words), card: null, file };
  } catch (error) {
    deps.log.error("team report not read", { reason: error instanceof Error ? error.message : "unknown" });
    return { message: cannotSave(words), card: null };
  }
}
