import type { Answer } from "../../core/command.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { leftOf } from "../../core/team/account.ts";
import { monthAfter } from "../../core/team/months.ts";
import { noRules } from "../../core/team/rules.ts";
import { holderOf, teamOf } from "../../core/team/team.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { noTeamHere, standingUnknown } from "../../messages/team/refusals.ts";
import { statusWithoutKey, teamStatus } from "../../messages/team/status.ts";
import type { Visit } from "../command-deps.ts";
import { refusalFor } from "./may-spend.ts";

/** Whether this person may spend the team's credits here, and what is left of them this month. */
export async function showStatus(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const team = teamOf(command);
  if (team === null) return { kind: "private", message: noTeamHere(words) };
  const month = monthOf(deps.clock.now());
  const { userId } = command.owner;
  const known = await ask(() =>
    Promise.all([
      deps.vault.get(holderOf(team)),
      deps.teams.rules(team),
      deps.people.standingOf(command, false),
      deps.teams.monthOf(team, month, userId),
    ]),
  );
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  const [key, stored, standing, { all, person }] = known.value;
  const rules = stored?.rules ?? noRules;
  if (key === null) return { kind: "private", message: statusWithoutKey(deps.prefix, rules, words) };
  if (standing === null) return { kind: "private", message: standingUnknown(words) };
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
  return { kind: "private", message: teamStatus(status, words) };
}
