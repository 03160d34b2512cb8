import { within } from "../../../core/clock.ts";
import type { CommandService, OwnMessages } from "../../../core/front-end.ts";
import { unreachable } from "../../../core/result.ts";
import type { Languages } from "../../../core/text/locale.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { shares } from "../discord-limits.ts";
import { type AnswerDeps, giveAnswer, giveCallback, jobIdIn, offering, privately } from "./discord-answer.ts";
import { type Read, type Respond, readInteraction } from "./read-interaction.ts";
import { messageReceiver, type Self, spokenLanguages } from "./receive-messages.ts";

export function receiver(
  deps: AnswerDeps & {
    readonly service: CommandService;
    readonly prefix: string;
    readonly observe: (answerMs: number) => void;
    readonly languages: Languages;
  },
) {
  const { service, clock, log, wordsIn, prefix, observe } = deps;
  const spoken = spokenLanguages(deps.languages, log);
  const answerMessage = messageReceiver({ ...deps, spoken });
  const pending = new Set<Promise<void>>();
  let isDraining = false;

  async function handle(payload: unknown, respond?: Respond): Promise<void> {
    const receivedAt = clock.now();
    const read = readInteraction(payload, { prefix, receivedAt, respond });
    switch (read.kind) {
      case "unanswerable":
        return log.warn("discord unanswerable", { what: read.what });
      case "broken":
        log.warn("discord broken payload", { what: read.what });
        return sendShortReply(read, "unreadable", receivedAt);
      case "typing":
        await giveCallback(deps, read.caller, { callback: offering([]), receivedAt });
        return;
      case "command":
        spoken.note(read.command.owner, read.command.locale);
        return answer(read, receivedAt);
      default:
        return unreachable(read);
    }
  }

  async function answer(read: Extract<Read, { kind: "command" }>, receivedAt: number): Promise<void> {
    const isTyping = read.command.act.kind === "suggest";
    if (isDraining && !isTyping) return sendShortReply(read, "restarting", receivedAt);
    const answer = isDraining ? ({ kind: "nothing" } as const) : await service.answer(read.command, shares.decideMs);
    if (isTyping || answer.kind === "suggestions") {
      // No message can be shown while a person types.
      const callback = offering(answer.kind === "suggestions" ? answer.choices : []);
      await giveCallback(deps, read.caller, { callback, receivedAt });
      return;
    }
    try {
      await giveAnswer(deps, { ...read, receivedAt }, answer, () => observe(clock.now() - receivedAt));
    } catch (error) {
      log.error("discord answer failed", { job: jobIdIn(answer), answer: answer.kind, ...errorForLog(error) });
      // Harmless if the answer was given after all: Discord accepts only one.
      await sendShortReply(read, "somethingWentWrong", receivedAt, true);
      if (answer.kind === "card") await service.answered(answer.card.jobId, { kind: "refused" });
    }
  }

  async function sendShortReply(
    { caller }: Extract<Read, { kind: "command" | "broken" }>,
    what: keyof OwnMessages,
    receivedAt: number,
    isSecond = false,
  ): Promise<void> {
    const callback = privately(wordsIn(caller.locale)[what]);
    const taken = await giveCallback(deps, caller, { callback, receivedAt, isSecond });
    if (taken.kind !== "given" && taken.kind !== "elsewhere")
      log.warn("discord answer not given", { taken: taken.kind, answer: what });
  }

  function track(work: Promise<void>): Promise<void> {
    const settled = work
      .catch((error: unknown) => log.error("discord receive failed", errorForLog(error)))
      .finally(() => pending.delete(settled));
    pending.add(settled);
    return settled;
  }

  return {
    take: (payload: unknown, respond?: Respond) => track(handle(payload, respond)),
    receiveMessage: (payload: unknown, self: Self) => void track(answerMessage(payload, self, isDraining)),
    /** From now on, answers say that Reelay is restarting. */
    async drain() {
      isDraining = true;
      await within(clock, shares.drainMs, Promise.all(pending));
    },
  };
}
