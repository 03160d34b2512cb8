import { access } from "../core/access.ts";
import { type Clock, within } from "../core/clock.ts";
import type { Answer, AnswerFate, Command } from "../core/command.ts";
import type { CommandService } from "../core/front-end.ts";
import { type JobId, ownerName } from "../core/job/ids.ts";
import { errorForLog, type Log } from "../core/text/log-fields.ts";
import { busy, notAllowedHere, shortReply, tooManyCommands } from "../messages/ask/short-replies.ts";
import type { TurnedAway } from "../messages/message.ts";
import { wordsIn } from "../messages/words.ts";
import { checksOf, handle } from "./acts.ts";
import { leakGuard } from "./leak-guard.ts";
import { videoStarter } from "./video/start-video.ts";
import { type ActChecks, askStore, failed, type PayingDeps, privateReply, type Visit } from "./visit.ts";

const MINUTE_MS = 60_000;

/** Commands are held in memory. With a slow store each takes up to 2.5 s, so this allows 400 a second. */
const AT_ONCE = 1_000;

/** Never rejects, and waits only for our own store. */
export function commandAnswerer(deps: PayingDeps): (command: Command) => Promise<Answer> {
  const { log } = deps;
  const startVideo = videoStarter(deps);
  let runningCount = 0;
  let isLogged = false;

  async function decide(command: Command): Promise<Answer> {
    const visit: Visit = { deps, command, ask: askStore(deps), startVideo, words: wordsIn(command.locale) };
    try {
      const checks = checksOf(command.act);
      return (await gate(visit, checks)) ?? (await leakGuard(visit, checks)) ?? (await handle(visit, command.act));
    } catch (error) {
      const message = failed(visit, error);
      // Autocomplete cannot show a message.
      return command.act.kind === "suggest" ? { kind: "suggestions", choices: [] } : privateReply(message);
    }
  }

  return async (command) => {
    if (runningCount >= AT_ONCE) {
      if (!isLogged) log.warn("too many commands at once, the next ones are refused", { count: runningCount });
      isLogged = true;
      return turnAway(command, busy(wordsIn(command.locale)));
    }
    runningCount += 1;
    try {
      return await decide(command);
    } finally {
      runningCount -= 1;
      if (runningCount < AT_ONCE / 2) isLogged = false;
    }
  };
}

async function gate({ deps, command, ask, words }: Visit, { needs }: ActChecks): Promise<Answer | null> {
  const { rules } = deps;
  const { act, isMessage } = command;
  const most = rules.commandsPerMinute;
  const isWithin = () => ask(() => deps.rate(`commands:${ownerName(command.owner)}`, most, MINUTE_MS));
  const tooMany = () => turnAway(command, tooManyCommands(most, words));
  // Count first: in a flood of messages, not even refusals are sent.
  if (isMessage && !(await isWithin())) return tooMany();
  if (needs) {
    const verdict = access(command, rules.access, needs);
    if (verdict === "barred") return isMessage ? { kind: "nothing" } : privateReply(shortReply("blocked", words));
    if (verdict !== "allowed") return privateReply(notAllowedHere(verdict, words));
  }
  // Discord requests new suggestions at every letter typed.
  if (isMessage || act.kind === "suggest") return null;
  return (await isWithin()) ? null : tooMany();
}

function turnAway({ act, isMessage }: Command, { text, message }: TurnedAway): Answer {
  if (isMessage) return { kind: "nothing" };
  if (act.kind === "suggest") return { kind: "suggestions", choices: [] };
  const { formField } = checksOf(act);
  return formField === null ? privateReply(message) : { kind: "form_error", field: formField, text, message };
}

/**
 * Gives each answer within the platform's time limit. A card that misses the limit is recorded as refused, so its job
 * does not begin. Answers that are being decided go before the recording of delivery results.
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
      log.error("answer not recorded", { job: jobId, fate: fate.kind, ...errorForLog(error) });
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
      return { kind: "private", message: shortReply("cannotSave", wordsIn(command.locale)) };
    },
    answered,
  };
}
