import { InteractionResponseType, MessageFlags, RequestMethod, Routes } from "discord.js";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { within } from "../../../core/clock.ts";
import { type Answer, type AnswerFate, type Card, MEANWHILE_MS } from "../../../core/command.ts";
import type { Choice } from "../../../core/command-spec.ts";
import type { JobId } from "../../../core/job/ids.ts";
import { unreachable } from "../../../core/result.ts";
import { limits } from "../limits.ts";
import { asPrivate, discordReply } from "../send/discord-reply.ts";
import { followUpWay } from "../send/ways.ts";
import { fitted, plain } from "../write/escape.ts";
import type { CommandIds } from "../write/mentions.ts";
import { writeMessage } from "../write/write.ts";
import { writeForm } from "../write/write-form.ts";
import { type Callback, giveCallback, type Taken } from "./callback.ts";
import { answerQuestion, finishAnswer, showOriginal } from "./finish-answer.ts";
import type { Responder, Waiting } from "./responder.ts";

/** Gives one answer in the form that Discord has for it, and whatever belongs after it. `onGiven` is called once the person has it. */
export async function giveAnswer(
  responder: Responder,
  waiting: Waiting,
  answer: Answer,
  onGiven: () => void,
): Promise<void> {
  const { caller, reply } = waiting;
  const { commands } = responder;
  const { somethingWentWrong } = responder.wordsIn(caller.locale);
  const give = async (callback: Callback, wantsId = false): Promise<Taken> => {
    const taken = await giveCallback(responder, caller, { callback, receivedAt: waiting.receivedAt, wantsId });
    if (taken.kind === "given") onGiven();
    else
      responder.log.warn("discord answer not given", {
        job: jobIdIn(answer),
        taken: taken.kind,
        answer: answer.kind,
        detail: detailOf(taken),
      });
    return taken;
  };
  const say = async (message: ChatMessage) => {
    const taken = await give(privately(message, commands));
    if (isBadForm(taken)) await give(privately(somethingWentWrong));
  };

  switch (answer.kind) {
    case "private":
    case "form_error":
      return say(answer.message);
    case "replace_message": {
      if (!caller.isReplaceable) return say(answer.message);
      const data = writeMessage(answer.message, { commands });
      const taken = await give({ type: InteractionResponseType.UpdateMessage, data });
      if (isBadForm(taken)) await give(privately(somethingWentWrong));
      return;
    }
    case "replace_later":
      return giveLater(answer);
    case "card":
      return answer.instead && caller.isReplaceable ? giveInstead(answer.card, answer.instead) : giveCard(answer.card);
    case "card_again": {
      const fate = await showCard(answer.card);
      if (answer.isLive && fate.kind === "given") await responder.tell(answer.card.jobId, { ...fate, kind: "moved" });
      return;
    }
    case "form": {
      const taken = await give({ type: InteractionResponseType.Modal, data: writeForm(answer.form) });
      if (isBadForm(taken)) await give(privately(somethingWentWrong));
      return;
    }
    case "working": {
      // Nobody would see how it ends, and they will do it again.
      if (
        (await give(answer.isSaid ? privately(answer.message, commands) : workingOn(answer.message))).kind === "refused"
      )
        return;
      return finishAnswer(responder, waiting, answer.finish);
    }
    case "suggestions":
      await give(offering(answer.choices));
      return;
    case "remove_message": {
      if (!caller.hasMessage) return say(answer.otherwise);
      await give({ type: InteractionResponseType.DeferredMessageUpdate });
      const route = Routes.webhookMessage(caller.applicationId, caller.token);
      const removed = await responder.api.byToken({ method: RequestMethod.Delete, route });
      if (removed.ok) return;
      responder.log.warn("discord message not removed", { why: removed.refusal.kind });
      await followUpWay(responder.api, reply, writeMessage(answer.otherwise, { isPrivate: true, commands })).go();
      return;
    }
    case "nothing":
      // The same event was answered already; a message is left as it is.
      if (caller.hasMessage) await give({ type: InteractionResponseType.DeferredMessageUpdate });
      return;
    default:
      return unreachable(answer);
  }

  /** "thinking…", or words in the place of the private message that it began with. */
  function workingOn(message: ChatMessage): Callback {
    if (caller.isReplaceable)
      return { type: InteractionResponseType.UpdateMessage, data: writeMessage(message, { commands }) };
    return {
      type: InteractionResponseType.DeferredChannelMessageWithSource,
      data: { flags: MessageFlags.Ephemeral },
    };
  }

  /** Until it is done the question stays, or what is said meanwhile, so that nothing is half said if we are cut off. */
  async function giveLater({ finish, meanwhile }: Extract<Answer, { kind: "replace_later" }>) {
    const data = { flags: MessageFlags.Ephemeral };
    const taken = await give(
      caller.isReplaceable
        ? { type: InteractionResponseType.DeferredMessageUpdate }
        : { type: InteractionResponseType.DeferredChannelMessageWithSource, data },
    );
    if (taken.kind !== "refused")
      await finishAnswer(responder, waiting, async () => {
        const done = finish();
        const isLate = (await within(responder.clock, MEANWHILE_MS, done)) === "late";
        if (meanwhile && isLate) await showOriginal(responder, reply, meanwhile);
        return { message: await done, card: null };
      });
  }

  /** The card is a message of its own, and what is said of it takes the question's place: only so can one answer do both. */
  async function giveInstead(card: Card, instead: ChatMessage) {
    const taken = await give({ type: InteractionResponseType.DeferredMessageUpdate });
    if (taken.kind === "refused") return responder.tell(card.jobId, { kind: "refused" });
    await answerQuestion(responder, waiting, card, instead);
  }

  async function giveCard(card: Card) {
    await responder.tell(card.jobId, await showCard(card));
  }

  async function showCard({ message, reply: cardReply }: Card): Promise<AnswerFate> {
    const { isPrivate } = discordReply(cardReply);
    const data = writeMessage(message, { isPrivate, commands });
    const taken = await give({ type: InteractionResponseType.ChannelMessageWithSource, data }, true);
    if (isBadForm(taken)) await give(privately(somethingWentWrong));
    // Discord hides what a person's own installation says where the server does not want it seen.
    const isHidden = isPrivate || (taken.kind === "given" && taken.isEphemeral);
    return fateOf(taken, asPrivate(reply, isHidden, waiting.receivedAt));
  }
}

/** The choices for an option that somebody types into. */
export function offering(choices: readonly Choice[]): Callback {
  const offered = choices.slice(0, limits.choices).map(({ label, value }) => ({
    name: fitted(plain(label).trim(), limits.choiceText, (text) => text) || "…",
    value,
  }));
  return {
    type: InteractionResponseType.ApplicationCommandAutocompleteResult,
    data: { choices: offered.filter((choice) => choice.value.length <= limits.choiceText) },
  };
}

function privately(message: ChatMessage, commands?: CommandIds): Callback {
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: writeMessage(message, { isPrivate: true, commands }),
  };
}

/** What the desk is told. `reply` is where this interaction's answers live. */
function fateOf(taken: Taken, reply: DiscordReply): AnswerFate {
  return taken.kind === "given"
    ? { kind: "given", reply: { ...reply, messageId: taken.messageId } }
    : { kind: taken.kind };
}

/** The job whose card the answer is. */
export function jobIdIn(answer: Answer): JobId | undefined {
  return answer.kind === "card" || answer.kind === "card_again" ? answer.card.jobId : undefined;
}

function isBadForm(taken: Taken): boolean {
  return taken.kind === "refused" && taken.isBadForm;
}

function detailOf(taken: Taken): string | undefined {
  return taken.kind === "refused" ? taken.detail : undefined;
}
