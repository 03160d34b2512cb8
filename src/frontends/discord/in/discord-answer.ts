import { InteractionResponseType, MessageFlags, Routes } from "discord.js";
import { z } from "zod";
import { cardPlace } from "../../../core/card-place.ts";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { type Chance, type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { type Answer, type AnswerFate, type Card, type Finish, replaceLater } from "../../../core/command.ts";
import type { JobId } from "../../../core/job/ids.ts";
import type { Choice } from "../../../core/option-specs.ts";
import { patiently } from "../../../core/patiently.ts";
import type { CommandService, InLanguage, Log } from "../../../core/ports.ts";
import { unreachable } from "../../../core/result.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { limits, shares } from "../discord-limits.ts";
import type { DiscordWords } from "../discord-words.ts";
import { type Api, type ApiNo, isUnclear } from "../out/discord-api.ts";
import { findPosted } from "../out/discord-chat.ts";
import { giveFile } from "../out/discord-files.ts";
import { discordReply, firstWay, followUpWays } from "../out/discord-ways.ts";
import { writeForm } from "../out/write-discord-form.ts";
import { writeMessage } from "../out/write-discord-message.ts";
import { type CommandIds, fitted, plain } from "../out/write-discord-text.ts";
import type { Caller, Respond } from "./read-interaction.ts";

interface Callback {
  readonly type: InteractionResponseType;
  readonly data?: unknown;
}

export type Taken =
  /**
   * `messageId` is null where no message was made, or Discord did not name it. `isEphemeral`: Discord shows it to the
   * person alone.
   */
  | { readonly kind: "given"; readonly messageId: string | null; readonly isEphemeral: boolean }
  /** The person sees nothing of it. `why`: null where no other answer can be given either. */
  | { readonly kind: "refused"; readonly detail: string; readonly why: AnswerFault | null }
  | { readonly kind: "unclear" };

/** Why Discord refused an answer, where another one may pass. "form": by a mistake of ours. "other": the log has the code. */
type AnswerFault = "form" | "automod" | "links" | "other";

interface Waiting {
  readonly caller: Caller;
  readonly reply: DiscordReply;
  readonly receivedAt: EpochMs;
}

export interface AnswerDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "fraction">;
  readonly log: Log;
  readonly wordsIn: InLanguage<DiscordWords>;
  readonly service: Pick<CommandService, "answered">;
  readonly commands?: CommandIds | undefined;
}

/**
 * Gives one answer in Discord's form for it, and does everything that follows it. `onGiven` is called once the person
 * has the answer.
 */
export async function giveAnswer(
  deps: AnswerDeps,
  { caller, reply, receivedAt }: Waiting,
  answer: Exclude<Answer, { readonly kind: "suggestions" }>,
  onGiven: () => void,
): Promise<void> {
  const { clock, log, service, commands } = deps;
  const api = caller.respond ? untilRead(deps) : deps.api;
  const words = deps.wordsIn(caller.locale);

  switch (answer.kind) {
    case "private":
    case "form_error":
      return say(answer.message);
    case "replace_message":
      if (!caller.isReplaceable) return say(answer.message);
      await give(inPlace(answer.message));
      return;
    case "replace_later": {
      // The question stays, or `meanwhile` replaces it, until the work is done, so that a crash leaves nothing half shown.
      const taken = await give(caller.isReplaceable ? KEPT : THINKING);
      if (taken.kind === "refused") return;
      return replaceLater(clock, answer, showOriginal);
    }
    case "card":
      if (answer.instead && caller.isReplaceable) return giveInstead(answer.card, answer.instead);
      return service.answered(answer.card.jobId, await showCard(answer.card));
    case "card_again": {
      const fate = await showCard(answer.card);
      if (answer.isLive && fate.kind === "given") await service.answered(answer.card.jobId, { ...fate, kind: "moved" });
      return;
    }
    case "form":
      await give({ type: InteractionResponseType.Modal, data: writeForm(answer.form) });
      return;
    case "working": {
      const first = answer.isSaid ? privately(answer.message, commands) : null;
      const taken = await give(first ?? (caller.isReplaceable ? inPlace(answer.message) : THINKING));
      // Where it was refused nobody would see the end, and the person will do it again.
      if (taken.kind !== "refused") await finish(answer.finish);
      return;
    }
    case "remove_message": {
      if (!caller.hasMessage) return say(answer.otherwise);
      await give(KEPT);
      const route = Routes.webhookMessage(caller.applicationId, caller.token);
      const removed = await api.byToken({ method: "DELETE", route });
      if (removed.ok) return;
      log.warn("discord message not removed", { why: removed.refusal.kind });
      return sayBeside(answer.otherwise);
    }
    // Another delivery of the same event is being answered, and this one must not be first.
    case "nothing":
      return;
    default:
      return unreachable(answer);
  }

  async function giveOnce(callback: Callback, wantsId = false): Promise<Taken> {
    const taken = await giveCallback(deps, caller, { callback, receivedAt, wantsId });
    if (taken.kind === "given") onGiven();
    else {
      const detail = taken.kind === "refused" ? taken.detail : undefined;
      log.warn("discord answer not given", { job: jobIdIn(answer), taken: taken.kind, answer: answer.kind, detail });
    }
    return taken;
  }

  /** Where Discord refused this very answer, the person reads why. */
  async function give(callback: Callback, wantsId = false): Promise<Taken> {
    const taken = await giveOnce(callback, wantsId);
    if (taken.kind === "refused" && taken.why) await giveOnce(privately(faultMessage(taken.why, words)));
    return taken;
  }

  async function say(message: ChatMessage): Promise<void> {
    await give(privately(message, commands));
  }

  function inPlace(message: ChatMessage): Callback {
    return { type: InteractionResponseType.UpdateMessage, data: writeMessage(message, { commands }) };
  }

  async function showCard({ message, reply: cardReply }: Card): Promise<AnswerFate> {
    const { isPrivate } = discordReply(cardReply);
    const data = writeMessage(message, { isPrivate, commands });
    const taken = await give({ type: InteractionResponseType.ChannelMessageWithSource, data }, true);
    if (taken.kind !== "given") return { kind: taken.kind };
    // Discord hides messages of a person's own installation where the server does not want them seen.
    return cardGiven(isPrivate || taken.isEphemeral, taken.messageId);
  }

  /** The card is at the place of this interaction. */
  function cardGiven(isPrivate: boolean, messageId: string | null): AnswerFate {
    const place = discordReply(isPrivate ? cardPlace(reply).privately() : reply);
    return { kind: "given", reply: { ...place, messageId } };
  }

  /** Posts the card as a message of its own, then the end of the question that it answers, which stays until then. */
  async function giveInstead(card: Card, instead: ChatMessage): Promise<void> {
    const taken = await give(KEPT);
    if (taken.kind === "refused") return service.answered(card.jobId, { kind: "refused" });
    const { fate, fault } = await followUp(card);
    await service.answered(card.jobId, fate);
    // Where nobody knows if the card arrived, the job's own edits take the question's place.
    if (fate.kind !== "unclear") await showOriginal(fate.kind === "given" ? instead : faultMessage(fault, words));
  }

  async function finish(work: () => Promise<Finish>): Promise<void> {
    const { message, card, file } = await work().catch((error: unknown): Finish => {
      log.error("discord finish failed", errorForLog(error));
      return { message: words.unfinished };
    });
    const giving = file && giveFile({ ...deps, api }, reply, file);
    const given = await giving?.catch((error: unknown) => {
      log.error("discord file not given", errorForLog(error));
      return "refused" as const;
    });
    if (given === "given") return;
    await showOriginal((given === "not_now" && file?.notNow) || message);
    if (!card) return;
    const { fate, fault } = await followUp(card);
    await service.answered(card.jobId, fate);
    if (fault) await sayBeside(faultMessage(fault, words));
  }

  /** Says something to the person alone, in a new message. */
  async function sayBeside(message: ChatMessage): Promise<void> {
    const said = await firstWay(followUpWays(api, reply, writeMessage(message, { isPrivate: true, commands })));
    if (!said.ok) log.warn("discord private answer lost", { why: said.refusal.kind });
  }

  /** Edits the message that the first answer made, or that it came from; the first answer decided if it is private. */
  async function showOriginal(message: ChatMessage): Promise<void> {
    const route = Routes.webhookMessage(reply.applicationId, reply.token);
    const edit = (shown: ChatMessage) =>
      patiently(clock, () => api.byToken({ method: "PATCH", route, body: writeMessage(shown, { commands }) }));
    const edited = await edit(message);
    if (edited.ok) return;
    const { refusal } = edited;
    log.warn("discord finish not shown", {
      why: refusal.kind,
      ...(refusal.kind === "refused" && { code: refusal.code }),
    });
    const fault = faultOf(refusal);
    if (fault) await edit(faultMessage(fault, words));
  }

  /**
   * Posts the card as a new message by this interaction's token; the token of the interaction that asked for the card
   * may have expired.
   */
  async function followUp(card: Card): Promise<{ readonly fate: AnswerFate; readonly fault: AnswerFault | null }> {
    const { isPrivate } = discordReply(card.reply);
    const route = Routes.webhook(reply.applicationId, reply.token);
    const body = writeMessage(card.message, { isPrivate, commands });
    const send = () => api.byToken({ method: "POST", route, body });
    const posted = await patiently(clock, send, { isRepeatable: false });
    if (!posted.ok && !isUnclear(posted.refusal)) return { fate: { kind: "refused" }, fault: faultOf(posted.refusal) };
    const { data } = message.safeParse(posted.ok ? posted.value : null);
    if (data) return { fate: cardGiven(isPrivate || isHidden(data), data.id), fault: null };
    // Without its id the card cannot be told from the private message before it, and would show for ever that it
    // begins.
    const messageId = isPrivate ? null : await findPosted({ api, clock }, reply, card.jobId);
    return { fate: messageId === null ? { kind: "unclear" } : cardGiven(false, messageId), fault: null };
  }
}

/** Leaves the message as it is for now. */
const KEPT: Callback = { type: InteractionResponseType.DeferredMessageUpdate };
/** Shows "thinking…", to the person alone. */
const THINKING: Callback = {
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: { flags: MessageFlags.Ephemeral },
};

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

export function privately(message: ChatMessage, commands?: CommandIds): Callback {
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: writeMessage(message, { isPrivate: true, commands }),
  };
}

export function jobIdIn(answer: Answer): JobId | undefined {
  return answer.kind === "card" || answer.kind === "card_again" ? answer.card.jobId : undefined;
}

/**
 * Interaction has already been acknowledged: an earlier attempt of ours arrived. Source: Discord docs,
 * opcodes-and-status-codes (read 2026-11-21).
 */
const ALREADY_ACKNOWLEDGED = 40060;
/**
 * The gap after the first failure. Each further gap is twice the one before, spread over its upper half: 5 to 7
 * attempts in all.
 */
const FIRST_GAP_MS = 150;

const callbackAnswer = z.object({
  interaction: z.object({
    response_message_id: z.string().optional(),
    response_message_ephemeral: z.boolean().default(false),
  }),
});
const message = z.object({ id: z.string(), flags: z.int().default(0) });

function isHidden({ flags }: z.output<typeof message>): boolean {
  return (flags & MessageFlags.Ephemeral) !== 0;
}

/** "Message" or "title was blocked by automatic moderation". Source: as above. */
const AUTOMOD: ReadonlySet<number> = new Set([200000, 200001]);
/** "Message blocked by harmful links filter". Source: as above. */
const HARMFUL_LINKS = 240000;
/** Unknown webhook, unknown interaction, invalid webhook token: the interaction takes no answer any more. Source: as above. */
const NO_ANSWER_ANY_MORE: ReadonlySet<number> = new Set([10015, 10062, 50027]);

/** Returns which of Discord's moderators refused a message with that code. */
export function moderatorOf(code: number): "automod" | "links" | null {
  if (AUTOMOD.has(code)) return "automod";
  return code === HARMFUL_LINKS ? "links" : null;
}

/** Returns what was wrong with an answer that was refused; null where no other one would be taken either. */
function faultOf(refusal: ApiNo): AnswerFault | null {
  if (refusal.kind !== "refused") return null;
  const { status, code } = refusal;
  if (status === 401 || status === 404 || NO_ANSWER_ANY_MORE.has(code)) return null;
  const moderator = moderatorOf(code);
  if (moderator) return moderator;
  const isOurMistake = status === 413 || (status === 400 && FORM.has(code));
  return isOurMistake ? "form" : "other";
}

/** 0: Discord named no code; then empty message, invalid form body, invalid JSON. Source: as above. */
const FORM: ReadonlySet<number> = new Set([0, 50006, 50035, 50109]);

function faultMessage(fault: AnswerFault | null, words: DiscordWords): ChatMessage {
  if (fault === null || fault === "form") return words.somethingWentWrong;
  return fault === "other" ? words.refusedAnswer : words.moderated(fault);
}

/**
 * Gives the answer, repeatedly while there is time: a second one is refused as "already acknowledged" and does no harm.
 * Suggestions are given once, because the person has typed on by the next attempt.
 */
export async function giveCallback(
  { api, clock, chance }: Pick<AnswerDeps, "api" | "clock" | "chance">,
  caller: Caller,
  how: { readonly callback: Callback; readonly receivedAt: EpochMs; readonly wantsId?: boolean },
): Promise<Taken> {
  const { callback, receivedAt, wantsId = false } = how;
  if (caller.respond) return giveResponse({ api, clock }, caller, caller.respond, how);
  const isOffer = callback.type === InteractionResponseType.ApplicationCommandAutocompleteResult;
  let mayHaveArrived = false;
  for (let tries = 1; ; tries += 1) {
    const result = await api.byToken({
      method: "POST",
      route: Routes.interactionCallback(caller.id, caller.token),
      body: callback,
      deadlineMs: shares.callbackMs,
      ...(wantsId && { query: { with_response: "true" } }),
    });
    if (result.ok || (result.refusal.kind === "refused" && result.refusal.code === ALREADY_ACKNOWLEDGED)) {
      if (!wantsId) return { kind: "given", messageId: null, isEphemeral: false };
      const made = callbackAnswer.safeParse(result.ok ? result.value : null).data?.interaction;
      const { response_message_id: messageId, response_message_ephemeral: isEphemeral = false } = made ?? {};
      return { kind: "given", ...(messageId ? { messageId, isEphemeral } : await askMessage(api, caller)) };
    }
    const { refusal } = result;
    if (refusal.kind === "refused") {
      const { status, code } = refusal;
      return { kind: "refused", detail: `status ${status}, code ${code}`, why: faultOf(refusal) };
    }
    mayHaveArrived ||= isUnclear(refusal);
    const leftMs = receivedAt + shares.lastTryMs - clock.now();
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : gapMs(tries, leftMs, chance.fraction());
    if (isOffer || waitMs > leftMs)
      return mayHaveArrived ? { kind: "unclear" } : { kind: "refused", detail: refusal.kind, why: null };
    await sleep(clock, waitMs);
  }
}

/** Where the message's id is wanted, the message itself is the proof that Discord took the response. */
async function giveResponse(
  deps: Pick<AnswerDeps, "api" | "clock">,
  caller: Caller,
  respond: Respond,
  { callback, wantsId = false }: { readonly callback: Callback; readonly wantsId?: boolean },
): Promise<Taken> {
  const fate = await respond(callback);
  if (fate === "never") return { kind: "refused", detail: "no connection", why: null };
  if (!wantsId) return fate === "sent" ? { kind: "given", messageId: null, isEphemeral: false } : { kind: "unclear" };
  const { messageId, isEphemeral } = await askMessage(untilRead(deps), caller);
  return messageId === null ? { kind: "unclear" } : { kind: "given", messageId, isEphemeral };
}

const READ_TRIES = 5;

/** Discord may read a response a moment after it was sent, and knows neither token nor message until then. */
function untilRead({ api, clock }: Pick<AnswerDeps, "api" | "clock">): Api {
  return {
    ...api,
    async byToken(request) {
      for (let tries = 1; ; tries += 1) {
        const result = await api.byToken(request);
        const isUnread = !result.ok && result.refusal.kind === "refused" && result.refusal.status === 404;
        if (!isUnread || tries === READ_TRIES) return result;
        await sleep(clock, FIRST_GAP_MS * 2 ** (tries - 1));
      }
    },
  };
}

/** The last attempt comes while it may still be in time, however long its gap would be. */
function gapMs(tries: number, leftMs: number, fraction: number): number {
  const gap = FIRST_GAP_MS * 2 ** (tries - 1) * (0.5 + 0.5 * fraction);
  return gap > leftMs && leftMs >= FIRST_GAP_MS ? leftMs : gap;
}

/** Asks for the message's id: without it, the card cannot be reached once the token has expired. */
async function askMessage(api: Api, { applicationId, token }: Caller) {
  const result = await api.byToken({ method: "GET", route: Routes.webhookMessage(applicationId, token) });
  const { data } = message.safeParse(result.ok ? result.value : null);
  return { messageId: data?.id ?? null, isEphemeral: data ? isHidden(data) : false };
}
