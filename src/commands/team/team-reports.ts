import type { Answer, Finish, OwnFile } from "../../core/command.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { leftOf, monthAfter, monthBefore } from "../../core/team/account.ts";
import { noRules } from "../../core/team/rules.ts";
import { holderOf, teamOf } from "../../core/team/team.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import {
  addingUp,
  auditMessage,
  auditText,
  reportCsv,
  reportUnsure,
  teamReport,
  withoutFile,
} from "../../messages/team/report-page.ts";
import { statusWithoutKey, teamStatus } from "../../messages/team/team-page.ts";
import { noTeamHere, standingUnknown } from "../../messages/team/team-refusals.ts";
import type { ActHandlers, PressHandlers } from "../visit.ts";
import { tell, type Visit } from "../visit.ts";
import { forManagers, type Managed } from "./managers.ts";
import { refusalFor } from "./team-purse.ts";

export const reportActs = {
  team_status: showStatus,
  team_report: forManagers("reports", showReport),
} satisfies Partial<ActHandlers>;

export const reportPresses = {
  team_report: forManagers("reports", showReport),
  team_audit: forManagers("reports", showAudit),
} satisfies Partial<PressHandlers>;

/** At most this many names are looked up for one report. */
const NAMES_MOST = 50;

/**
 * Shows managers the team's costs of this month and the last, as a message and a CSV file; the message also lists their
 * latest actions.
 */
function showReport(visit: Visit, managed: Managed): Answer {
  return { kind: "working", message: addingUp(visit.words), finish: () => finish(visit, managed) };
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

/** Shows a team's managers their latest actions, with all stored entries in a file. */
function showAudit(visit: Visit, managed: Managed): Answer {
  return { kind: "working", message: addingUp(visit.words), finish: () => readAudit(visit, managed) };
}

async function readAudit({ deps, command, words }: Visit, { team }: Managed): Promise<Finish> {
  try {
    const audit = await deps.teams.audit(team);
    const message = auditMessage(audit, words);
    if (audit.length === 0) return { message, card: null };
    const people = [...new Set(audit.flatMap(({ by }) => by ?? []))];
    const names = await deps.people.namesOf(command, people.slice(0, NAMES_MOST));
    const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const file: OwnFile = {
      name: `reelay-activity-${day}.txt`,
      type: "text/plain",
      within: async (maxBytes) => ({
        content: Buffer.from(auditText(audit, names, words)).subarray(0, maxBytes),
        message,
      }),
      unsure: reportUnsure(words),
    };
    return { message: withoutFile(message, words), card: null, file };
  } catch (error) {
    deps.log.error("team audit not read", { reason: error instanceof Error ? error.message : "unknown" });
    return { message: cannotSave(words), card: null };
  }
}

/** Shows whether this person may spend the team's credits here, and what is left of them this month. */
async function showStatus(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const team = teamOf(command);
  if (team === null) return tell(noTeamHere(words));
  const month = monthOf(deps.clock.now());
  const { userId } = command.owner;
  const facts = await ask(() =>
    Promise.all([
      deps.vault.get(holderOf(team)),
      deps.teams.rules(team),
      deps.people.standingOf(command, false),
      deps.teams.monthOf(team, month, userId),
    ]),
  );
  if (!facts.ok) return tell(facts.refusal);
  const [key, stored, standing, { all, person }] = facts.value;
  const rules = stored?.rules ?? noRules;
  if (key === null) return tell(statusWithoutKey(deps.prefix, rules, words));
  if (standing === null) return tell(standingUnknown(words));
  const status = {
    refusal: refusalFor(command, standing, rules),
    leftForYou: leftOf(rules.personMonth, person),
    leftForTeam: leftOf(rules.teamMonth, all),
    anewAt: monthAfter(month),
    askAbove: rules.askAbove,
    managers: rules.managers,
    house: rules,
    isAdmin: standing.isAdmin,
    isManager: standing.isAdmin || rules.managers.includes(userId),
  };
  return tell(teamStatus(status, words));
}
