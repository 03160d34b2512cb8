import { buttonId } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { Words } from "../words.ts";

/** Opens the page with the team's key and rules. */
export function teamSetupButton({ team }: Words): Button {
  return { label: team.buttons.setup, id: buttonId({ kind: "team_setup" }), style: "primary" };
}

/** Opens the form for the team's key. */
export function teamKeyButton({ team }: Words, style: Button["style"] = "secondary"): Button {
  return { label: team.buttons.key, id: buttonId({ kind: "team_key" }), style };
}

/** Opens the form of the caps. */
export function teamRulesButton({ team }: Words): Button {
  return { label: team.buttons.rules, id: buttonId({ kind: "team_rules" }), style: "secondary" };
}

/** Opens the form of who may spend, and where. */
export function teamSpendersButton({ team }: Words, style: Button["style"] = "secondary"): Button {
  return { label: team.buttons.spenders, id: buttonId({ kind: "team_spenders" }), style };
}

/** Removes the team's key, after a confirmation. */
export function removeTeamKeyButton({ team }: Words): Button {
  return { label: team.buttons.remove, id: buttonId({ kind: "ask_remove_team_key" }), style: "danger" };
}

/** Does so. */
export function removeTeamKeyNowButton({ team }: Words): Button {
  return { label: team.buttons.remove, id: buttonId({ kind: "remove_team_key" }), style: "danger" };
}

/** Sums up what the team's videos have cost. */
export function teamReportButton({ team }: Words): Button {
  return { label: team.buttons.report, id: buttonId({ kind: "team_report" }), style: "secondary" };
}
