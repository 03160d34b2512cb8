import { type Clock, within } from "./clock.ts";
import type { Answer, AnswerFate, Command } from "./command.ts";
import type { JobId } from "./job/ids.ts";
import type { Platform } from "./platform.ts";
import type { CommandDesk, InLanguage, Log, OwnMessages } from "./ports.ts";
import { errorForLog } from "./text/log-fields.ts";

/** A front end uses the desk through this. Neither function rejects. */
export interface DeskInTime {
  /** Returns the desk's answer. If there is none within `limitMs`, returns a private message that says so. */
  ask(command: Command, limitMs: number): Promise<Answer>;
  /** Tells the desk how the platform took a card. */
  tell(jobId: JobId, fate: AnswerFate): Promise<void>;
}

/** Wraps the desk. `keep` gets the work that goes on after an answer was given: the front end's stop waits for it. */
export function deskInTime(deps: {
  readonly platform: Platform;
  readonly desk: CommandDesk;
  readonly clock: Clock;
  readonly log: Log;
  readonly wordsIn: InLanguage<Pick<OwnMessages, "cannotSave" | "somethingWentWrong">>;
  keep(work: Promise<void>): void;
}): DeskInTime {
  const { platform, desk, clock, log, wordsIn, keep } = deps;

  async function tell(jobId: JobId, fate: AnswerFate): Promise<void> {
    try {
      await desk.answered(jobId, fate);
    } catch (error) {
      log.error("fate not told", { platform, job: jobId, fate: fate.kind, ...errorForLog(error) });
    }
  }

  /** Reports that the answer came too late for the person to see it: its job must not begin. */
  async function disown(answer: Answer | "failed"): Promise<void> {
    if (answer !== "failed" && answer.kind === "card") await tell(answer.card.jobId, { kind: "refused" });
  }

  return {
    async ask(command, limitMs) {
      const words = wordsIn(command.locale);
      const asked = askOf(command).catch((error: unknown) => {
        log.error("desk failed", { platform, act: command.act.kind, ...errorForLog(error) });
        return "failed" as const;
      });
      const answer = await within(clock, limitMs, asked);
      if (answer === "failed") return { kind: "private", message: words.somethingWentWrong };
      if (answer !== "late") return answer;
      log.error("desk late", { platform, act: command.act.kind });
      keep(asked.then(disown));
      return { kind: "private", message: words.cannotSave };
    },
    tell,
  };

  /** Turns a desk that throws into one that rejects. */
  async function askOf(command: Command): Promise<Answer> {
    return desk.answer(command);
  }
}
