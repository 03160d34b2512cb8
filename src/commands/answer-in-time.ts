import { type Clock, within } from "../core/clock.ts";
import type { Answer, AnswerFate, Command } from "../core/command.ts";
import type { JobId } from "../core/job/ids.ts";
import type { CommandDesk, Log } from "../core/ports.ts";
import { errorForLog } from "../core/text/log-fields.ts";
import { notice } from "../messages/ask/notices.ts";
import { wordsIn } from "../messages/words.ts";

/**
 * Gives each answer within the platform's time. A card that comes later is one that its person never sees: it is
 * reported as refused, so its job does not begin.
 */
export function answerInTime(deps: {
  answer(command: Command): Promise<Answer>;
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): CommandDesk {
  const { clock, log } = deps;

  async function answered(jobId: JobId, fate: AnswerFate): Promise<void> {
    try {
      await deps.answered(jobId, fate);
    } catch (error) {
      log.error("fate not told", { job: jobId, fate: fate.kind, ...errorForLog(error) });
    }
  }

  return {
    async answer(command, limitMs) {
      const answering = deps.answer(command);
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
