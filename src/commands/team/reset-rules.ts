import type { Answer } from "../../core/command.ts";
import { teamOf } from "../../core/team/team.ts";
import { managersOnly, noTeamHere, standingUnknown } from "../../messages/team/refusals.ts";
import { confirmReset } from "../../messages/team/setup.ts";
import type { Visit } from "../command-deps.ts";
import { notNow } from "./as-manager.ts";
import { noteAct } from "./note-act.ts";
import { showSetup } from "./setup.ts";

/** Resets damaged rules to those by which nobody may spend, once that `isSure`; those that are whole stay as they are. */
export async function resetRules(visit: Visit, isSure: boolean): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const team = teamOf(command);
  if (team === null) return { kind: "private", message: noTeamHere(words) };
  const standing = await ask(() => deps.people.standingOf(command, true));
  if (!standing.ok || standing.value === null) return { kind: "private", message: standingUnknown(words) };
  if (!standing.value.isAdmin) return { kind: "private", message: managersOnly(words) };
  if (!isSure) return { kind: "private", message: confirmReset(words) };
  const reset = await ask(() => deps.teams.resetRules(team));
  if (!reset.ok) return { kind: "private", message: notNow(visit) };
  if (reset.value) await noteAct(visit, team, { did: "rules_reset" });
  return showSetup(visit, reset.value ? [words.team.rulesReset] : null);
}
