import { InteractionResponseType } from "discord.js";
import { type Chance, type Clock, within } from "../../../core/clock.ts";
import type { Answer } from "../../../core/command.ts";
import type { CommandDesk, InLanguage, Log, OwnMessages } from "../../../core/ports.ts";
import { unreachable } from "../../../core/result.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { shares } from "../discord-limits.ts";
import type { Api } from "../out/discord-api.ts";
import { writeMessage } from "../out/write-discord-message.ts";
import type { CommandIds } from "../out/write-discord-text.ts";
import type { Responder } from "./discord-answer.ts";
import { giveAnswer, giveCallback, jobIdIn, offering } from "./discord-answer.ts";
import { type Caller, readInteraction } from "./read-interaction.ts";

export interface Receiver {
  /** Answers one INTERACTION_CREATE payload; never throws. */
  take(payload: unknown): void;
  /**
   * From now on, people who use a command read that Reelay is restarting. Resolves when those in hand are answered,
   * after 5 s at most.
   */
  drain(): Promise<void>;
}

/** Reads interactions, asks the desk, and makes sure that each person has an answer within Discord's three seconds. */
export function receiver(deps: {
  readonly api: Api;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "fraction">;
  readonly log: Log;
  readonly desk: CommandDesk;
  readonly wordsIn: InLanguage<OwnMessages>;
  readonly prefix: string;
  readonly commands?: CommandIds | undefined;
  readonly observe?: ((answerMs: number) => void) | undefined;
}): Receiver {
  const { api, clock, chance, log, desk, wordsIn, prefix, commands, observe } = deps;
  const inHand = new Set<Promise<void>>();
  let isDraining = false;

  const responder: Responder = { api, clock, chance, log, wordsIn, tell: desk.answered, commands };

  async function handle(payload: unknown): Promise<void> {
    const receivedAt = clock.now();
    const read = readInteraction(payload, { prefix, receivedAt });
    switch (read.kind) {
      case "unanswerable":
        return log.warn("discord unanswerable", { what: read.what });
      case "broken":
        log.warn("discord broken payload", { what: read.what });
        return sayPlainly(read.caller, receivedAt, "unreadable");
      case "typing": {
        await giveCallback(responder, read.caller, { callback: offering([]), receivedAt });
        return;
      }
      case "command": {
        if (read.command.act.kind === "suggest") {
          const answer: Answer = isDraining ? { kind: "nothing" } : await desk.answer(read.command, shares.deskMs);
          // No message can be shown to a person who types: where there are no suggestions, an empty list is offered.
          const callback = offering(answer.kind === "suggestions" ? answer.choices : []);
          await giveCallback(responder, read.caller, { callback, receivedAt });
          return;
        }
        if (isDraining) return sayPlainly(read.caller, receivedAt, "restarting");
        const answer = await desk.answer(read.command, shares.deskMs);
        const waiting = { caller: read.caller, reply: read.reply, receivedAt };
        try {
          await giveAnswer(responder, waiting, answer, () => observe?.(clock.now() - receivedAt));
        } catch (error) {
          log.error("discord answer failed", { job: jobIdIn(answer), answer: answer.kind, ...errorForLog(error) });
          // Harmless where the answer was given after all: Discord takes only one.
          await sayPlainly(read.caller, receivedAt, "somethingWentWrong");
          if (answer.kind === "card") await desk.answered(answer.card.jobId, { kind: "refused" });
        }
        return;
      }
      default:
        return unreachable(read);
    }
  }

  async function sayPlainly(caller: Caller, receivedAt: number, what: keyof OwnMessages): Promise<void> {
    const data = writeMessage(wordsIn(caller.locale)[what], { isPrivate: true });
    const callback = { type: InteractionResponseType.ChannelMessageWithSource, data };
    const taken = await giveCallback(responder, caller, { callback, receivedAt });
    if (taken.kind !== "given") log.warn("discord answer not given", { taken: taken.kind, answer: what });
  }

  function keep(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => log.error("discord receive failed", errorForLog(error)))
      .finally(() => inHand.delete(settled));
    inHand.add(settled);
  }

  return {
    take: (payload) => keep(handle(payload)),
    async drain() {
      isDraining = true;
      await within(clock, shares.drainMs, Promise.all([...inHand]));
    },
  };
}
