import { access } from "../core/access.ts";
import type { Act, Answer, Command } from "../core/command.ts";
import { ownerName } from "../core/job/ids.ts";
import type { Log } from "../core/ports.ts";
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
import { neededAccess } from "./account/needed-access.ts";
import { askDeletion, exportData } from "./account/own-data.ts";
import { giveKey, removeKey, setKey, showKey } from "./account/own-key.ts";
import { openSettingsForm, settings } from "./account/own-settings.ts";
import { showJob } from "./card-buttons.ts";
import { leakGuard, ownKeyGuard } from "./leak-guard.ts";
import { help, listJobs } from "./pages.ts";
import { pressed } from "./press.ts";
import { listStyles, openStyleForm, saveStyle } from "./saved-styles.ts";
import { suggest } from "./suggest.ts";
import { decline, listApprovals } from "./team/decide-approvals.ts";
import { showStatus, showReport as teamReport } from "./team/team-reports.ts";
import { giveTeamKey, setHouse, setManagers, setRules, setSpenders, showSetup } from "./team/team-setup.ts";
import { makeContinued, makeEdited } from "./video/edit-and-run.ts";
import { makeBatch, openBatchForm } from "./video/make-batch.ts";
import { makeVideo } from "./video/make-video.ts";
import { videoStarter } from "./video/start-video.ts";
import { animate, makeAnimated, openVideoForm } from "./video/video-form.ts";
import { askStore, type PayingDeps, type Visit } from "./visit.ts";
import { said } from "./words-to-bot.ts";

export type { CommandDeps, PayingDeps } from "./visit.ts";

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

/**
 * The most commands that are decided at once, all in memory. Where the store is slow each takes 2.5 s at most, so that is
 * 400 a second.
 */
const AT_ONCE = 1_000;

/** Takes part of `work` where there is room, else says `busy`. */
export type LimitConcurrency = <Value>(work: () => Promise<Value>, busy: () => Value) => Promise<Value>;

function limitConcurrency(log: Pick<Log, "warn">): LimitConcurrency {
  let inHand = 0;
  let isTold = false;

  return async (work, busy) => {
    if (inHand >= AT_ONCE) {
      if (!isTold) log.warn("too many commands at once, the next ones are refused", { count: inHand });
      isTold = true;
      return busy();
    }
    inHand += 1;
    try {
      return await work();
    } finally {
      inHand -= 1;
      if (inHand < AT_ONCE / 2) isTold = false;
    }
  };
}
