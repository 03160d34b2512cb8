import { access } from "../core/access.ts";
import type { ActionOf, ButtonAction } from "../core/button.ts";
import { type Clock, within } from "../core/clock.ts";
import {
  type ActKind,
  type ActOf,
  type Answer,
  type AnswerFate,
  type Command,
  formFieldOf,
  neededAccess,
} from "../core/command.ts";
import type { CommandService } from "../core/front-end.ts";
import { type JobId, ownerName } from "../core/job/ids.ts";
import { errorForLog, type Log } from "../core/text/log-fields.ts";
import { busy, notAllowedHere, notice, tooManyCommands } from "../messages/ask/notices.ts";
import type { TurnedAway } from "../messages/message.ts";
import { wordsIn } from "../messages/words.ts";
import { cardPresses, refusedPress, showJob } from "./card-buttons.ts";
import { leakGuard } from "./leak-guard.ts";
import { listJobs, pageActs, pagePresses } from "./pages.ts";
import { dataActs, dataPresses } from "./personal/own-data.ts";
import { keyActs, keyPresses } from "./personal/own-key.ts";
import { settingsActs, settingsPresses } from "./personal/own-settings.ts";
import { readAll } from "./read-all.ts";
import { styleActs, stylePresses } from "./saved-styles.ts";
import { suggest } from "./suggest.ts";
import { approvalActs, approvalPresses } from "./team/decide-approvals.ts";
import { reportActs, reportPresses } from "./team/team-reports.ts";
import { setupActs, setupPresses } from "./team/team-setup.ts";
import { again, continueVideo, editAndRun, in720p, makeContinued, makeEdited } from "./video/earlier-video.ts";
import { makeBatch, openBatchForm, retryFailed } from "./video/make-batch.ts";
import { makeVideo, startConfirmed } from "./video/make-video.ts";
import { videoStarter } from "./video/start-video.ts";
import { animate, answerFreeText, makeAnimated, openUnconfirmed, openVideoForm } from "./video/video-form.ts";
import {
  type ActHandlers,
  askStore,
  failed,
  type PayingDeps,
  type PressHandlers,
  tell,
  tellInPlace,
  type Visit,
} from "./visit.ts";

/** `core/command.ts` declares who may use each act and which inputs may hold a key. */
const ACTS: ActHandlers = {
  make_video(visit, { draft, from, continues, animates, edits }) {
    if (continues) return makeContinued(visit, draft, continues);
    if (animates) return makeAnimated(visit, draft, animates);
    return edits ? makeEdited(visit, draft, edits) : makeVideo(visit, draft, { from });
  },
  make_batch: makeBatch,
  open_video_form: openVideoForm,
  open_batch_form: openBatchForm,
  animate,
  free_text: answerFreeText,
  suggest,
  async jobs(visit, { show }) {
    return show === null ? tell(await listJobs(visit, 0)) : showJob(visit, show);
  },
  async press(visit, { action, on }) {
    const refused = await refusedPress(visit, action, on);
    return refused ? tell(refused) : press(visit, action, on);
  },
  ...pageActs,
  ...keyActs,
  ...settingsActs,
  ...dataActs,
  ...styleActs,
  ...setupActs,
  ...reportActs,
  ...approvalActs,
};

/** `core/button.ts` declares each button's id and who may use it. */
const PRESSES: PressHandlers = {
  make_video: openVideoForm,
  make_batch: openBatchForm,
  cancel: ({ words }) => tellInPlace(notice("nothingStarted", words)),
  again: (visit, { jobId }) => again(visit, jobId),
  own_key: (visit, { jobId }) => again(visit, jobId, "own_key"),
  in_720p: (visit, { jobId }) => in720p(visit, jobId),
  edit: (visit, { jobId }) => editAndRun(visit, jobId),
  continue: (visit, { jobId }) => continueVideo(visit, jobId),
  retry_failed: (visit, { jobId }) => retryFailed(visit, jobId),
  open_kept: (visit, { jobId }, on) => openUnconfirmed(visit, jobId, on),
  start_kept: startConfirmed,
  start_typed: startConfirmed,
  pay_kept: startConfirmed,
  ...cardPresses,
  ...pagePresses,
  ...keyPresses,
  ...settingsPresses,
  ...dataPresses,
  ...stylePresses,
  ...setupPresses,
  ...reportPresses,
  ...approvalPresses,
  read_all: readAll,
};

const MINUTE_MS = 60_000;

/** All in memory. With a slow store each takes at most 2.5 s, so that is 400 a second. */
const AT_ONCE = 1_000;

/** Never rejects, and waits only for our own store. */
export function commandAnswerer(deps: PayingDeps): (command: Command) => Promise<Answer> {
  const { log } = deps;
  const startVideo = videoStarter(deps);
  let inHand = 0;
  let isLogged = false;

  async function decide(command: Command): Promise<Answer> {
    const visit: Visit = { deps, command, ask: askStore(deps), startVideo, words: wordsIn(command.locale) };
    try {
      return (await gate(visit)) ?? (await leakGuard(visit)) ?? (await answer(visit, command.act));
    } catch (error) {
      const message = failed(visit, error);
      // Autocomplete cannot show a message.
      return command.act.kind === "suggest" ? { kind: "suggestions", choices: [] } : tell(message);
    }
  }

  return async (command) => {
    if (inHand >= AT_ONCE) {
      if (!isLogged) log.warn("too many commands at once, the next ones are refused", { count: inHand });
      isLogged = true;
      return turnAway(command, busy(wordsIn(command.locale)));
    }
    inHand += 1;
    try {
      return await decide(command);
    } finally {
      inHand -= 1;
      if (inHand < AT_ONCE / 2) isLogged = false;
    }
  };
}

async function answer<Kind extends ActKind>(visit: Visit, act: ActOf<Kind>): Promise<Answer> {
  return ACTS[act.kind](visit, act);
}

async function press<Kind extends ButtonAction["kind"]>(
  visit: Visit,
  action: ActionOf<Kind>,
  on: ActOf<"press">["on"],
): Promise<Answer> {
  return PRESSES[action.kind](visit, action, on);
}

async function gate({ deps, command, ask, words }: Visit): Promise<Answer | null> {
  const { rules } = deps;
  const { act, isMessage } = command;
  const most = rules.commandsPerMinute;
  const isWithin = () => ask(() => deps.rate(`commands:${ownerName(command.owner)}`, most, MINUTE_MS));
  const tooMany = () => turnAway(command, tooManyCommands(most, words));
  // Count first, so that a flood of messages gets no refusals either.
  if (isMessage && !(await isWithin())) return tooMany();
  const needed = neededAccess(act);
  if (needed) {
    const verdict = access(command, rules.access, needed);
    if (verdict === "barred") return isMessage ? { kind: "nothing" } : tell(notice("blocked", words));
    if (verdict !== "allowed") return tell(notAllowedHere(verdict, words));
  }
  // Discord requests new suggestions at every letter typed.
  if (isMessage || act.kind === "suggest") return null;
  return (await isWithin()) ? null : tooMany();
}

/** Keeps a form open, so that its input is not lost. */
function turnAway({ act, isMessage }: Command, { text, message }: TurnedAway): Answer {
  if (isMessage) return { kind: "nothing" };
  if (act.kind === "suggest") return { kind: "suggestions", choices: [] };
  const field = formFieldOf(act);
  return field === null ? tell(message) : { kind: "form_error", field, text, message };
}

/**
 * Gives each answer within the platform's time limit. A later card is noted as refused, so its job does not begin. Delivery
 * results are noted only when no answer is being decided.
 */
export function answerInTime(deps: {
  answer(command: Command): Promise<Answer>;
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
  deciding<Value>(work: () => Promise<Value>): Promise<Value>;
  quiet(): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): CommandService {
  const { clock, log } = deps;

  async function answered(jobId: JobId, fate: AnswerFate): Promise<void> {
    try {
      await deps.quiet();
      await deps.answered(jobId, fate);
    } catch (error) {
      log.error("fate not told", { job: jobId, fate: fate.kind, ...errorForLog(error) });
    }
  }

  return {
    async answer(command, limitMs) {
      const answering = deps.deciding(() => deps.answer(command));
      const answer = await within(clock, limitMs, answering);
      if (answer !== "late") return answer;
      log.error("answer late", { platform: command.owner.platform, act: command.act.kind });
      void answering.then((late) => {
        if (late.kind === "card") return answered(late.card.jobId, { kind: "refused" });
      });
      return { kind: "private", message: notice("cannotSave", wordsIn(command.locale)) };
    },
    answered,
  };
}
