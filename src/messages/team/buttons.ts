import { buttonId } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
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

/** Opens the form of the managers. */
export function teamManagersButton({ team }: Words): Button {
  return { label: team.buttons.managers, id: buttonId({ kind: "team_managers" }), style: "secondary" };
}

/** Opens the form of words and people. */
export function teamHouseButton({ team }: Words): Button {
  return { label: team.buttons.house, id: buttonId({ kind: "team_house" }), style: "secondary" };
}

/** Stops new videos in the team's place, or lets them be made again. */
export function teamPauseButton(isPaused: boolean, { team }: Words): Button {
  return isPaused
    ? { label: team.buttons.goOn, id: buttonId({ kind: "team_go_on" }), style: "primary" }
    : { label: team.buttons.pause, id: buttonId({ kind: "team_pause" }), style: "secondary" };
}

/** Gives a file of what the managers did. */
export function teamAuditButton({ team }: Words): Button {
  return { label: team.audit.title, id: buttonId({ kind: "team_audit" }), style: "secondary" };
}

/** Shows what waits for an approval. */
export function teamApprovalsButton({ team }: Words): Button {
  return { label: team.buttons.approvals, id: buttonId({ kind: "team_approvals" }), style: "secondary" };
}

/** Approves a video; says what it costs. */
export function approveButton({ id: jobId, price }: Pick<Job, "id" | "price">, { approvals }: Words): Button {
  return { label: approvals.buttons.approve(price), id: buttonId({ kind: "approve", jobId }), style: "primary" };
}

/** Gives its presser the private picture that a video begins with. */
export function showPictureButton(jobId: JobId, { approvals }: Words): Button {
  return { label: approvals.buttons.showPicture, id: buttonId({ kind: "show_picture", jobId }), style: "secondary" };
}

/** Opens the form in which a video is declined. */
export function declineButton(jobId: JobId, { approvals }: Words): Button {
  return { label: approvals.buttons.decline, id: buttonId({ kind: "ask_decline", jobId }), style: "secondary" };
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
