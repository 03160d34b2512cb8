import type { Act, Answer } from "../core/command.ts";
import { unreachable } from "../core/result.ts";
import { nothingStarted, started } from "../messages/ask/confirm.ts";
import { cardKept } from "../messages/card/card-deletion.ts";
import { dataKept } from "../messages/pages/data.ts";
import { deleteData } from "./account/own-data.ts";
import { removeKey, renewKey, setKey, showKey } from "./account/own-key.ts";
import { openSettingsForm } from "./account/own-settings.ts";
import {
  askCardDeletion,
  cancelRest,
  deleteCard,
  freshLink,
  joinVideos,
  notifyMe,
  refusedPress,
  showJob,
  withdraw,
} from "./card-buttons.ts";
import { help, listJobs } from "./pages.ts";
import { listStyles, openStyleForm, removeStyle, showStyle } from "./saved-styles.ts";
import { approve, listApprovals, openDecline, showApproval, showPicture } from "./team/decide-approvals.ts";
import { showAudit, showReport as teamReport } from "./team/team-reports.ts";
import {
  openHouse,
  openManagers,
  openRules,
  openSpenders,
  openTeamKey,
  pauseHere,
  removeTeamKey,
  showSetup,
} from "./team/team-setup.ts";
import { again, in720p, startIt } from "./video/again.ts";
import { startConfirmed } from "./video/confirm.ts";
import { continueVideo, editAndRun } from "./video/edit-and-run.ts";
import { openBatchForm, retryFailed } from "./video/make-batch.ts";
import { openVideoForm } from "./video/video-form.ts";
import type { Visit } from "./visit.ts";
import { openUnconfirmed } from "./words-to-bot.ts";

/** What a press of a button means. */
export async function pressed(visit: Visit, press: Extract<Act, { kind: "press" }>): Promise<Answer> {
  const refused = await refusedPress(visit, press);
  if (refused) return { kind: "private", message: refused };
  const { action } = press;
  switch (action.kind) {
    case "make_video":
      return openVideoForm(visit);
    case "make_batch":
      return openBatchForm(visit);
    case "open_kept":
      return openUnconfirmed(visit, action.jobId);
    case "add_key":
      return setKey(visit);
    case "renew_key":
      return renewKey(visit, action.jobId);
    case "show_key":
      return showKey(visit);
    case "ask_remove_key":
      return removeKey(visit, false);
    case "remove_key":
      return removeKey(visit, true);
    case "change_settings":
      return openSettingsForm(visit, "videos");
    case "change_delivery":
      return openSettingsForm(visit, "delivery");
    case "help":
      return help(visit);
    case "notify_me":
      return notifyMe(visit, action.jobId);
    case "start_kept":
    case "start_typed":
    case "wait_kept":
    case "pay_kept":
      return inItsPlace(await startConfirmed(visit, action), visit);
    case "jobs":
      return { kind: "replace_message", message: await listJobs(visit, action.page) };
    case "show_job":
      return showJob(visit, action.jobId);
    case "again":
    case "own_key":
      return again(visit, action.jobId, action.kind);
    case "edit":
      return editAndRun(visit, action.jobId);
    case "in_720p":
      return in720p(visit, action.jobId);
    case "continue":
      return continueVideo(visit, action.jobId);
    case "join":
      return joinVideos(visit, action.jobId, press.on);
    case "start_it":
      return inItsPlace(await startIt(visit, action), visit);
    case "cancel":
      return { kind: "replace_message", message: nothingStarted(visit.words) };
    case "keep_data":
      return { kind: "replace_message", message: dataKept(visit.words) };
    case "delete_data":
      return deleteData(visit, action);
    case "fresh_link":
      return freshLink(visit, action.jobId);
    case "delete":
      return askCardDeletion(visit, action.jobId, press.on.place);
    case "delete_it":
      return deleteCard(visit, action.jobId);
    case "keep_card":
      return { kind: "replace_message", message: cardKept(visit.words) };
    case "team_setup":
      return showSetup(visit);
    case "team_key":
      return openTeamKey(visit);
    case "team_rules":
      return openRules(visit);
    case "team_spenders":
      return openSpenders(visit);
    case "ask_remove_team_key":
      return removeTeamKey(visit, false);
    case "remove_team_key":
      return removeTeamKey(visit, true);
    case "team_report":
      return teamReport(visit);
    case "team_audit":
      return showAudit(visit);
    case "team_managers":
      return openManagers(visit);
    case "styles":
      return listStyles(visit);
    case "new_style":
      return openStyleForm(visit, null);
    case "show_style":
      return showStyle(visit, action.jobId);
    case "edit_style":
      return openStyleForm(visit, action.jobId);
    case "remove_style":
      return removeStyle(visit, action.jobId);
    case "team_house":
      return openHouse(visit);
    case "team_pause":
      return pauseHere(visit, true);
    case "team_go_on":
      return pauseHere(visit, false);
    case "team_approvals":
      return listApprovals(visit);
    case "show_approval":
      return showApproval(visit, action.jobId);
    case "show_picture":
      return showPicture(visit, action.jobId);
    case "approve":
      return approve(visit, action.jobId);
    case "ask_decline":
      return openDecline(visit, action.jobId);
    case "withdraw":
      return withdraw(visit, action.jobId);
    case "cancel_rest":
      return cancelRest(visit, action.jobId);
    case "retry_failed":
      return retryFailed(visit, action.jobId);
    default:
      return unreachable(action);
  }
}

/** A question that was answered with *Start it* does not stay above what was started. */
function inItsPlace(answer: Answer, { words }: Visit): Answer {
  return answer.kind === "card" && !answer.instead ? { ...answer, instead: started(words) } : answer;
}
