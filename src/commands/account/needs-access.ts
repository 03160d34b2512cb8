import type { ButtonAction } from "../../core/button.ts";
import type { Command } from "../../core/command.ts";
import { unreachable } from "../../core/result.ts";

/** A person who may not make videos may still read the help, and see and take away what is their own. */
export function needsAccess({ act }: Command): boolean {
  switch (act.kind) {
    case "help":
    case "show_key":
    case "remove_key":
    case "settings":
    case "open_settings_form":
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
    case "open_style_form":
    case "save_style":
    case "unknown_style_word":
    case "give_team_key":
    case "set_team_rules":
    case "set_team_spenders":
    case "set_team_managers":
    case "set_team_house":
    case "decline":
      return false;
    case "jobs":
      return act.show !== null;
    case "press":
      return pressNeedsAccess(act.action.kind);
    case "make_video":
    case "make_batch":
    case "animate":
    case "open_video_form":
    case "open_batch_form":
    case "said":
    case "set_key":
    case "give_key":
      return true;
    default:
      return unreachable(act);
  }
}

function pressNeedsAccess(kind: ButtonAction["kind"]): boolean {
  switch (kind) {
    case "make_video":
    case "make_batch":
    case "open_kept":
    case "add_key":
    case "renew_key":
    case "again":
    case "edit":
    case "continue":
    case "in_720p":
    case "retry_failed":
    case "start_it":
    case "start_kept":
    case "start_typed":
    case "wait_kept":
    case "tell_kept":
    case "show_job":
      return true;
    case "show_key":
    case "ask_remove_key":
    case "remove_key":
    case "change_settings":
    case "change_delivery":
    case "help":
    case "jobs":
    case "cancel":
    case "keep_data":
    case "delete_data":
    case "notify_me":
    case "fresh_link":
    case "join":
    case "delete":
    case "delete_it":
    case "keep_card":
    case "team_setup":
    case "team_key":
    case "team_rules":
    case "team_spenders":
    case "ask_remove_team_key":
    case "remove_team_key":
    case "team_report":
    case "team_audit":
    case "team_managers":
    case "styles":
    case "new_style":
    case "show_style":
    case "edit_style":
    case "remove_style":
    case "team_house":
    case "team_pause":
    case "team_go_on":
    case "team_approvals":
    case "show_approval":
    case "approve":
    case "ask_decline":
    case "withdraw":
    case "cancel_rest":
    case "pick":
      return false;
    default:
      return unreachable(kind);
  }
}
