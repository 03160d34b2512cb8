import type { NeededAccess } from "../../core/access.ts";
import type { ButtonAction } from "../../core/button.ts";
import type { Command } from "../../core/command.ts";
import { isEmptyDraft } from "../../core/request/settings.ts";
import { unreachable } from "../../core/result.ts";

/**
 * What the operator's lists have to allow before it is done; null: nothing. Whatever starts, pays or stores something needs them; anybody may read the
 * help, and see and take away what is their own, or a team's.
 */
export function neededAccess({ act }: Command): NeededAccess | null {
  switch (act.kind) {
    case "help":
    case "show_key":
    case "remove_key":
    case "suggest":
    case "unknown":
    case "unknown_key_word":
    case "export_data":
    case "delete_data":
    case "unknown_data_word":
    case "team_status":
    case "team_setup":
    case "team_report":
    case "team_approvals":
    case "unknown_team_word":
    case "styles":
    case "unknown_style_word":
      return null;
    case "settings":
      return isEmptyDraft(act.given) ? null : "person";
    case "open_settings_form":
    case "open_style_form":
      return "person";
    case "save_style":
      return act.given.of === "mine" ? "person" : "team";
    case "give_team_key":
    case "set_team_rules":
    case "set_team_spenders":
    case "set_team_managers":
    case "set_team_house":
    case "decline":
      return "team";
    case "jobs":
      return act.show === null ? null : "video";
    case "press":
      return neededOfPress(act.action.kind);
    case "make_video":
    case "make_batch":
    case "animate":
    case "open_video_form":
    case "open_batch_form":
    case "said":
    case "set_key":
    case "give_key":
      return "video";
    default:
      return unreachable(act);
  }
}

function neededOfPress(kind: ButtonAction["kind"]): NeededAccess | null {
  switch (kind) {
    case "make_video":
    case "make_batch":
    case "open_kept":
    case "add_key":
    case "renew_key":
    case "again":
    case "own_key":
    case "edit":
    case "continue":
    case "in_720p":
    case "retry_failed":
    case "start_it":
    case "start_kept":
    case "start_typed":
    case "wait_kept":
    case "pay_kept":
    case "show_job":
      return "video";
    case "change_settings":
    case "change_delivery":
    case "new_style":
    case "edit_style":
    case "join":
      return "person";
    case "team_key":
    case "team_rules":
    case "team_spenders":
    case "team_managers":
    case "team_house":
    case "team_pause":
    case "team_go_on":
    case "show_picture":
    case "approve":
    case "ask_decline":
      return "team";
    case "show_key":
    case "ask_remove_key":
    case "remove_key":
    case "help":
    case "jobs":
    case "cancel":
    case "keep_data":
    case "delete_data":
    case "notify_me":
    case "fresh_link":
    case "delete":
    case "delete_it":
    case "keep_card":
    case "team_setup":
    case "ask_remove_team_key":
    case "remove_team_key":
    case "team_report":
    case "team_audit":
    case "styles":
    case "show_style":
    case "remove_style":
    case "team_approvals":
    case "show_approval":
    case "withdraw":
    case "cancel_rest":
      return null;
    default:
      return unreachable(kind);
  }
}
