import { access } from "../../core/access.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { Team } from "../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { noRules } from "../../core/team/rules.ts";
import { teamOf } from "../../core/team/team.ts";
import type { AuditEntry, StoredRules } from "../../core/team/team-storage.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { askStore, privateReply, type Visit } from "../visit.ts";

export interface Managed {
  readonly team: Team;
  readonly stored: StoredRules;
}

/**
 * "admin" requires admin permission on the platform. "approve" and "reports" are also open to the managers named in the
 * rules. Blocked people have none of the three. The permission is fetched each time, except for reports, which may use a
 * cached one. If it cannot be fetched in time, the command is refused.
 */
export async function asManager(
  visit: Visit,
  right: "admin" | "approve" | "reports",
): Promise<Result<Managed, ChatMessage>> {
  const { deps, command, ask, words } = visit;
  const team = teamOf(command);
  if (team === null) return refuse(shortReply("noTeamHere", words));
  if (access(command, deps.rules.access, "person") === "barred") return refuse(shortReply("blocked", words));
  const [standing, stored] = await Promise.all([
    ask(() => deps.people.standingOf(command, right !== "reports")).catch(() => null),
    ask(() => deps.teams.rules(team), "teamUnread"),
  ]);
  if (standing === null) return refuse(shortReply("standingUnknown", words));
  const isNamed = right !== "admin" && (stored?.rules.managers.includes(command.owner.userId) ?? false);
  if (!standing.isAdmin && !isNamed) return refuse(shortReply("managersOnly", words));
  if (stored?.rules.blocked.includes(command.owner.userId)) return refuse(shortReply("blockedHere", words));
  return ok({ team, stored: stored ?? { rules: noRules, version: 0 } });
}

export function forManagers<Does>(
  right: "admin" | "approve" | "reports",
  answer: (visit: Visit, managed: Managed, does: Does) => Answer | Promise<Answer>,
) {
  return async (visit: Visit, does: Does): Promise<Answer> => {
    const managed = await asManager(visit, right);
    return managed.ok ? answer(visit, managed.value, does) : privateReply(managed.refusal);
  };
}

/** Logs only ids. An action that cannot be recorded still applies, and the log reports it. */
export async function noteAct(
  { deps, command }: Visit,
  team: Team,
  { did, changed = [], job = null }: Pick<AuditEntry, "did"> & Partial<Pick<AuditEntry, "changed" | "job">>,
): Promise<void> {
  const by = command.owner.userId;
  const logFields = { workspace: team.teamId, by, act: did, ...(job && { job }) };
  deps.log.info("audit", { ...logFields, ...(changed.length > 0 && { what: changed.join(",") }) });
  const entry = { at: deps.clock.now(), by, did, changed, job };
  // May finish after the time limit: the entry has the time of the action.
  await askStore(deps)(() => deps.teams.noteAct(team, entry)).catch(() => deps.log.error("audit not kept", logFields));
}
