import { access } from "../core/access.ts";
import type { Act, Answer, Command } from "../core/command.ts";
import { ownerName } from "../core/job/ids.ts";
import { unreachable } from "../core/result.ts";
import {
  blocked,
  busy,
  notAllowedHere,
  somethingWentWrong,
  type TurnedAway,
  tooManyCommands,
  unknownAct,
} from "../messages/ask/notices.ts";
import { dataWords } from "../messages/pages/data.ts";
import { unknownKeyWord } from "../messages/pages/keys.ts";
import { styleWords } from "../messages/pages/styles.ts";
import { teamWords } from "../messages/team/status.ts";
import { wordsIn } from "../messages/words.ts";
import { askDeletion } from "./account/delete-data.ts";
import { exportData } from "./account/export-data.ts";
import { giveKey } from "./account/give-key.ts";
import { removeKey, setKey, showKey } from "./account/key.ts";
import { neededAccess } from "./account/needed-access.ts";
import { openSettingsForm, settings } from "./account/settings.ts";
import { askStore } from "./ask-store.ts";
import { makeBatch, openBatchForm } from "./batch/make-batch.ts";
import { makeContinued } from "./card/continue.ts";
import { showJob } from "./card/show-job.ts";
import type { PayingDeps, Visit } from "./command-deps.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { help } from "./pages/help.ts";
import { listJobs } from "./pages/list-jobs.ts";
import { said } from "./pages/said.ts";
import { pressed } from "./press.ts";
import { listStyles, openStyleForm, saveStyle } from "./style/styles.ts";
import { decline, listApprovals } from "./team/approvals.ts";
import { setHouse } from "./team/house.ts";
import { showReport as teamReport } from "./team/report.ts";
import { setManagers, setRules, setSpenders, showSetup } from "./team/setup.ts";
import { showStatus } from "./team/status.ts";
import { giveTeamKey } from "./team/team-key.ts";
import { animate, makeAnimated } from "./video/animate.ts";
import { makeEdited } from "./video/edit-and-run.ts";
import { leakGuard, ownKeyGuard } from "./video/leak-guard.ts";
import { makeVideo } from "./video/make-video.ts";
import { videoStarter } from "./video/start-video.ts";
import { suggest } from "./video/suggest.ts";
import { openVideoForm } from "./video/video-form.ts";

export type { CommandDeps, PayingDeps } from "./command-deps.ts";

const MINUTE_MS = 60_000;

/** Answers every command, button and form. Never rejects, and waits for nothing but our own store. */
export function commandAnswerer(deps: PayingDeps): (command: Command) => Promise<Answer> {
  const startVideo = videoStarter(deps);

  async function decide(command: Command): Promise<Answer> {
    const words = wordsIn(command.locale);
    try {
      const visit: Visit = { deps, command, ask: askStore(deps), startVideo, words };
      return (await gate(visit)) ?? leakGuard(visit) ?? (await ownKeyGuard(visit)) ?? (await answer(visit));
    } catch (error) {
      deps.log.error("command failed", {
        act: command.act.kind,
        reason: error instanceof Error ? error.message : "unknown",
      });
      return { kind: "private", message: somethingWentWrong(words) };
    }
  }

  const among = limitConcurrency(deps.log);
  return (command) =>
    among(
      () => decide(command),
      () => turnAway(command.act, busy(wordsIn(command.locale))),
    );
}

/** What stops a command before it is looked at; null lets it through. */
async function gate({ deps, command, ask, words }: Visit): Promise<Answer | null> {
  const { rules } = deps;
  const needed = neededAccess(command);
  if (needed) {
    const verdict = access(command, rules.access, needed);
    if (verdict === "blocked") return { kind: "private", message: blocked(words) };
    if (verdict === "not_here") return { kind: "private", message: notAllowedHere(words) };
  }
  // Every letter typed asks once more.
  if (command.act.kind === "suggest") return null;
  const most = rules.commandsPerMinute;
  const isWithin = await ask(() => deps.rate(`commands:${ownerName(command.owner)}`, most, MINUTE_MS));
  // Where that cannot be told in time, neither can what the command needs, and it says so.
  if (!isWithin.ok || isWithin.value) return null;
  return turnAway(command.act, tooManyCommands(most, words));
}

/** A form stays open: what was typed into it is not lost. */
function turnAway(act: Act, { text, message }: TurnedAway): Answer {
  if (act.kind === "suggest") return { kind: "suggestions", choices: [] };
  if (act.kind === "give_key") return { kind: "form_error", field: "key", text, message };
  const isForm = act.kind === "make_batch" || (act.kind === "make_video" && act.from === "form");
  if (isForm) return { kind: "form_error", field: "prompt", text, message };
  if (act.kind === "settings" && act.from === "form") return { kind: "form_error", field: "ratio", text, message };
  return { kind: "private", message };
}

async function answer(visit: Visit): Promise<Answer> {
  const { deps, words } = visit;
  const { act } = visit.command;
  switch (act.kind) {
    case "make_video":
      if (act.continues) return makeContinued(visit, act.draft, act.continues);
      if (act.animates) return makeAnimated(visit, act.draft, act.animates);
      return act.edits ? makeEdited(visit, act.draft, act.edits) : makeVideo(visit, act.draft, { from: act.from });
    case "make_batch":
      return makeBatch(visit, act);
    case "open_batch_form":
      return openBatchForm(visit);
    case "animate":
      return animate(visit, act);
    case "said":
      return said(visit, act);
    case "open_video_form":
      return openVideoForm(visit);
    case "set_key":
      return setKey(visit);
    case "show_key":
      return showKey(visit);
    case "remove_key":
      return removeKey(visit, false);
    case "give_key":
      return giveKey(visit, act.key);
    case "jobs":
      if (act.show !== null) return showJob(visit, act.show);
      return { kind: "private", message: await listJobs(visit, 0) };
    case "settings":
      return settings(visit, act.given, act.from);
    case "open_settings_form":
      return openSettingsForm(visit, "videos");
    case "suggest":
      return suggest(visit, act.option, act.typed);
    case "help":
      return help(visit);
    case "press":
      return pressed(visit, act);
    case "unknown_key_word":
      return { kind: "private", message: unknownKeyWord(deps.prefix, words) };
    case "export_data":
      return exportData(visit);
    case "delete_data":
      return askDeletion(visit);
    case "unknown_data_word":
      return { kind: "private", message: dataWords(deps.prefix, words) };
    case "team_status":
      return showStatus(visit);
    case "team_setup":
      return showSetup(visit);
    case "team_report":
      return teamReport(visit);
    case "give_team_key":
      return giveTeamKey(visit, act.key);
    case "set_team_rules":
      return setRules(visit, act);
    case "set_team_spenders":
      return setSpenders(visit, act);
    case "set_team_managers":
      return setManagers(visit, act);
    case "set_team_house":
      return setHouse(visit, act);
    case "team_approvals":
      return listApprovals(visit);
    case "decline":
      return decline(visit, act);
    case "styles":
      return listStyles(visit);
    case "open_style_form":
      return openStyleForm(visit, null);
    case "save_style":
      return saveStyle(visit, act.given);
    case "unknown_style_word":
      return { kind: "private", message: styleWords(deps.prefix, words) };
    case "unknown_team_word":
      return { kind: "private", message: teamWords(deps.prefix, words) };
    case "unknown":
      deps.log.info("unknown act", { what: act.what.slice(0, 100) });
      return { kind: "private", message: unknownAct(deps.prefix, words) };
    default:
      return unreachable(act);
  }
}
