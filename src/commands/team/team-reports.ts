import { access } from "../../core/access.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer, Finish, OwnFile } from "../../core/command.ts";
import type { UserId } from "../../core/job/ids.ts";
import { monthOf, periodOf } from "../../core/period.ts";
import { noRules } from "../../core/team/rules.ts";
import { holderOf, teamOf } from "../../core/team/team.ts";
import { monthBefore } from "../../core/team/usage.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { auditMessage, auditText, reportCsv, teamReport, withoutFile } from "../../messages/team/report-page.ts";
import { statusWithoutKey, teamStatus } from "../../messages/team/team-page.ts";
import { type ActTable, type PressHandlers, privateReply, type Visit, working } from "../visit.ts";
import { forManagers, type Managed } from "./managers.ts";
import { leftUnderCaps, refusalFor } from "./team-account.ts";

export const reportActs = {
  team_status: { needs: null, handle: showStatus },
  team_report: { needs: null, handle: forManagers("reports", showReport) },
} satisfies Partial<ActTable>;

export const reportPresses = {
  team_report: forManagers("reports", showReport),
  team_audit: forManagers("reports", showAudit),
} satisfies Partial<PressHandlers>;

const NAMES_MOST = 50;

function showReport(visit: Visit, managed: Managed): Answer {
  return working(visit, shortReply("addingUp", visit.words), (later) => teamCosts(later, managed), "notPrepared");
}

async function teamCosts(visit: Visit, { team, stored }: Managed): Promise<ChatMessage | Finish> {
  const { deps, words } = visit;
  const now = deps.clock.now();
  const month = monthOf(now);
  const before = monthBefore(month);
  const { teamDay, personDay } = stored.rules;
  const hasDayCap = teamDay !== null || personDay !== null;
  const [today, thisMonth, lastMonth, audit] = await Promise.all([
    hasDayCap ? deps.teams.spent(team, periodOf("day", now)) : null,
    deps.teams.spent(team, month),
    deps.teams.spent(team, before),
    deps.teams.audit(team),
  ]);
  const report = teamReport({ today, thisMonth, lastMonth, audit }, words);
  const people = [...thisMonth.people.keys(), ...lastMonth.people.keys()];
  if (thisMonth.all.videos === 0 && lastMonth.all.videos === 0) return report;
  return withFile(visit, report, people, {
    name: `reelay-team-${month}.csv`,
    type: "text/csv",
    write: (names) =>
      reportCsv(
        [
          [month, thisMonth],
          [before, lastMonth],
        ],
        names,
      ),
  });
}

function showAudit(visit: Visit, managed: Managed): Answer {
  return working(visit, shortReply("addingUp", visit.words), (later) => activity(later, managed), "notPrepared");
}

async function activity(visit: Visit, { team }: Managed): Promise<ChatMessage | Finish> {
  const { deps, words } = visit;
  const audit = await deps.teams.audit(team);
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const message = auditMessage(audit, words);
  if (audit.length === 0) return message;
  const people = audit.flatMap(({ by }) => by ?? []);
  return withFile(visit, message, people, {
    name: `reelay-activity-${day}.txt`,
    type: "text/plain",
    write: (names) => auditText(audit, names, words),
  });
}

async function withFile(
  { deps, command, words }: Visit,
  message: ChatMessage,
  people: readonly UserId[],
  file: Pick<OwnFile, "name" | "type"> & { write(names: ReadonlyMap<UserId, string>): string },
): Promise<Finish> {
  const names = await deps.people.namesOf(command, [...new Set(people)].slice(0, NAMES_MOST));
  const content = Buffer.from(file.write(names));
  return {
    message: withoutFile(message, words),
    file: {
      name: file.name,
      type: file.type,
      within: async (maxBytes) => ({ content: content.subarray(0, maxBytes), message }),
      unsure: shortReply("reportUnsure", words),
    },
  };
}

async function showStatus(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const team = teamOf(command);
  if (team === null) return privateReply(shortReply("noTeamHere", words));
  const { userId } = command.owner;
  const [key, stored, standing] = await Promise.all([
    ask(() => deps.vault.get(holderOf(team))),
    ask(() => deps.teams.rules(team), "teamUnread"),
    ask(() => deps.people.standingOf(command, false)).catch(() => null),
  ]);
  const rules = stored?.rules ?? noRules;
  if (key === null) return privateReply(statusWithoutKey(deps.prefix, rules, words));
  if (standing === null) return privateReply(shortReply("standingUnknown", words));
  const isBlocked = rules.blocked.includes(userId) || access(command, deps.rules.access, "person") === "barred";
  const isAdmin = standing.isAdmin && !isBlocked;
  const status = {
    refusal: refusalFor(command, standing, rules),
    left: await leftUnderCaps(visit, { team, rules }, userId),
    now: deps.clock.now(),
    rules,
    isAdmin,
    isManager: isAdmin || (rules.managers.includes(userId) && !isBlocked),
  };
  return privateReply(teamStatus(status, words));
}
