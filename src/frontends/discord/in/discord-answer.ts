import { InteractionResponseType, MessageFlags, Routes } from "discord.js";
import { z } from "zod";
import { cardPlace } from "../../../core/card-place.ts";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { type Chance, type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { type Answer, type AnswerFate, type Card, type Finish, replaceLater } from "../../../core/command.ts";
import type { DuplicateProcess } from "../../../core/duplicate-process.ts";
import type { CommandService, InLanguage } from "../../../core/front-end.ts";
import type { JobId } from "../../../core/job/ids.ts";
import type { Choice } from "../../../core/option-specs.ts";
import { unreachable } from "../../../core/result.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import { limits, shares } from "../discord-limits.ts";
import type { DiscordWords } from "../discord-words.ts";
import { type Api, type ApiNo, hasUnclearResult } from "../out/discord-api.ts";
import { giveFile } from "../out/discord-files.ts";
import { discordReply, firstWay, followUpWays } from "../out/discord-ways.ts";
import { findPosted, hasOtherMark, isHidden, markIn, readOriginal } from "../out/find-card.ts";
import { writeForm } from "../out/write-discord-form.ts";
import { writeMessage } from "../out/write-discord-message.ts";
import { type CommandIds, cutToFit, plain } from "../out/write-discord-text.ts";
import type { Caller, Respond } from "./read-interaction.ts";

interface Callback {
  readonly type: InteractionResponseType;
  readonly data?: unknown;
}

export type CallbackResult =
  | { readonly kind: "given"; readonly messageId: string | null; readonly isEphemeral: boolean }
  /** `why`: what was wrong with the answer; null if no other answer would be accepted. */
  | { readonly kind: "refused"; readonly detail: string; readonly why: AnswerFault | null }
  /** Another process with the same token answered. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unclear" };

/** "form": our mistake. "other": the log has the code. */
type AnswerFault = "form" | "automod" | "links" | "other";

interface PendingAnswer {
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
  readonly duplicate: Pick<DuplicateProcess, "seen" | "isThere">;
  readonly commands?: CommandIds | undefined;
}

export async function giveAnswer(
  deps: AnswerDeps,
  { caller, reply, receivedAt }: PendingAnswer,
  answer: Exclude<Answer, { readonly kind: "suggestions" }>,
  onGiven: () => void,
): Promise<void> {
  const { clock, log, service, commands, duplicate } = deps;
  const api = caller.respond ? untilRead(deps) : deps.api;
  const words = deps.wordsIn(caller.locale);

  switch (answer.kind) {
    case "private":
    case "form_error":
      return replyPrivately(answer.message);
    case "replace_message":
      if (!caller.isReplaceable) return replyPrivately(answer.message);
      await give(inPlace(answer.message));
      return;
    case "replace_later": {
      // The question or `meanwhile` stays until the work is done: a crash must not leave anything half shown.
      const taken = await give(caller.isReplaceable ? KEPT : THINKING);
      if (!mayBeSeen(taken)) return;
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
      const first = answer.isAlwaysShown ? privately(answer.message, commands) : null;
      const taken = await give(first ?? (caller.isReplaceable ? inPlace(answer.message) : THINKING));
      // If nothing was shown, nobody would see the result, and the person will try again.
      if (mayBeSeen(taken)) await finish(answer.finish);
      return;
    }
    case "remove_message": {
      if (!caller.hasMessage) return replyPrivately(answer.otherwise);
      if ((await give(KEPT)).kind === "elsewhere") return;
      const route = Routes.webhookMessage(caller.applicationId, caller.token);
      const removed = await api.byToken({ method: "DELETE", route });
      if (removed.ok) return;
      log.warn("discord message not removed", { why: removed.refusal.kind });
      return followUpPrivately(answer.otherwise);
    }
    case "nothing":
      return;
    default:
      return unreachable(answer);
  }

  async function giveOnce(callback: Callback, wantsId = false): Promise<CallbackResult> {
    const taken = await giveCallback(deps, caller, { callback, receivedAt, wantsId });
    if (taken.kind === "given") onGiven();
    else if (taken.kind !== "elsewhere") {
      const detail = taken.kind === "refused" ? taken.detail : undefined;
      log.warn("discord answer not given", { job: jobIdIn(answer), taken: taken.kind, answer: answer.kind, detail });
    }
    return taken;
  }

  /** If Discord refuses this answer, shows the person why. */
  async function give(callback: Callback, wantsId = false): Promise<CallbackResult> {
    const taken = await giveOnce(callback, wantsId);
    if (taken.kind === "refused" && taken.why) await giveOnce(privately(faultMessage(taken.why, words)));
    return taken;
  }

  async function replyPrivately(message: ChatMessage): Promise<void> {
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
    // Discord makes messages of a user-installed app private if the server does not allow public ones.
    return cardGiven(isPrivate || taken.isEphemeral, taken.messageId);
  }

  function cardGiven(isPrivate: boolean, messageId: string | null): AnswerFate {
    const place = discordReply(isPrivate ? cardPlace(reply).privately() : reply);
    return { kind: "given", reply: { ...place, messageId } };
  }

  async function giveInstead(card: Card, instead: ChatMessage): Promise<void> {
    const taken = await give(KEPT);
    if (!mayBeSeen(taken)) return service.answered(card.jobId, { kind: taken.kind });
    const { fate, fault } = await followUp(card);
    await service.answered(card.jobId, fate);
    // If it is unclear whether the card arrived, the job's own edits replace the question.
    if (fate.kind !== "unclear" && fate.kind !== "elsewhere")
      await showOriginal(fate.kind === "given" ? instead : faultMessage(fault, words));
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
    if (fault) await followUpPrivately(faultMessage(fault, words));
  }

  async function followUpPrivately(message: ChatMessage): Promise<void> {
    const sent = await firstWay(followUpWays(api, reply, writeMessage(message, { isPrivate: true, commands })));
    if (!sent.ok) log.warn("discord private answer lost", { why: sent.refusal.kind });
  }

  /** Edits the first answer, or the message that the interaction came from. */
  async function showOriginal(message: ChatMessage): Promise<void> {
    const route = Routes.webhookMessage(reply.applicationId, reply.token);
    const edit = (shown: ChatMessage) =>
      withRetries(clock, () => api.byToken({ method: "PATCH", route, body: writeMessage(shown, { commands }) }));
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

  /** Uses this interaction's token, because the token that requested the card may have expired. */
  async function followUp(card: Card): Promise<{ readonly fate: AnswerFate; readonly fault: AnswerFault | null }> {
    const { isPrivate } = discordReply(card.reply);
    const route = Routes.webhook(reply.applicationId, reply.token);
    const body = writeMessage(card.message, { isPrivate, commands });
    const send = () => api.byToken({ method: "POST", route, body });
    const posted = await withRetries(clock, send, { isRepeatable: false });
    if (!posted.ok && !hasUnclearResult(posted.refusal))
      return { fate: { kind: "refused" }, fault: faultOf(posted.refusal) };
    const { data } = message.safeParse(posted.ok ? posted.value : null);
    if (data) return { fate: cardGiven(isPrivate || isHidden(data), data.id), fault: null };
    // Without its id, the card cannot be distinguished from the private message before it, and could never be edited.
    const found = isPrivate
      ? null
      : await findPosted({ api, clock }, reply, { job: card.jobId, mark: card.message.mark });
    if (found?.kind === "elsewhere") duplicate.seen();
    const fate =
      found?.kind === "here" ? cardGiven(false, found.messageId) : ({ kind: found?.kind ?? "unclear" } as const);
    return { fate, fault: null };
  }
}

function mayBeSeen(taken: CallbackResult): taken is Extract<CallbackResult, { kind: "given" | "unclear" }> {
  return taken.kind === "given" || taken.kind === "unclear";
}

const KEPT: Callback = { type: InteractionResponseType.DeferredMessageUpdate };
const THINKING: Callback = {
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: { flags: MessageFlags.Ephemeral },
};

export function offering(choices: readonly Choice[]): Callback {
  const offered = choices.slice(0, limits.choices).map(({ label, value }) => ({
    name: cutToFit(plain(label).trim(), limits.choiceText, (text) => text) || "…",
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
 * Already answered, by an earlier attempt or by another process with the same token. Source of all codes here: Discord docs,
 * opcodes-and-status-codes (read 2026-11-21), events/gateway (read 2026-11-28).
 */
const ALREADY_ACKNOWLEDGED = 40060;
/** Each further pause is twice as long, randomized within its upper half: 5 to 7 attempts in total. */
const FIRST_GAP_MS = 150;

const callbackAnswer = z.object({
  interaction: z.object({
    response_message_id: z.string().optional(),
    response_message_ephemeral: z.boolean().default(false),
  }),
});
const message = z.object({ id: z.string(), flags: z.int().default(0) });
const withComponents = z.object({ components: z.array(z.unknown()) });

interface Given {
  readonly callback: Callback;
  readonly receivedAt: EpochMs;
  readonly wantsId?: boolean;
  readonly isSecond?: boolean;
}

/** "Message" or "title was blocked by automatic moderation". */
const AUTOMOD: ReadonlySet<number> = new Set([200000, 200001]);
/** "Message blocked by harmful links filter". */
const HARMFUL_LINKS = 240000;
const NO_ANSWER_ANY_MORE: ReadonlySet<number> = new Set([10015, 10062, 50027]);

export function moderatorOf(code: number): "automod" | "links" | null {
  if (AUTOMOD.has(code)) return "automod";
  return code === HARMFUL_LINKS ? "links" : null;
}

function faultOf(refusal: ApiNo): AnswerFault | null {
  if (refusal.kind !== "refused") return null;
  const { status, code } = refusal;
  if (status === 401 || status === 404 || NO_ANSWER_ANY_MORE.has(code)) return null;
  const moderator = moderatorOf(code);
  if (moderator) return moderator;
  const isOurMistake = status === 413 || (status === 400 && FORM.has(code));
  return isOurMistake ? "form" : "other";
}

/** Mistakes in our answer. 0: Discord gave no code. */
const FORM: ReadonlySet<number> = new Set([0, 50006, 50035, 50109]);

function faultMessage(fault: AnswerFault | null, words: DiscordWords): ChatMessage {
  if (fault === null || fault === "form") return words.somethingWentWrong;
  return fault === "other" ? words.refusedAnswer : words.moderated(fault);
}

/**
 * A duplicate is harmless: Discord refuses it. Suggestions are not retried, because the person has typed more by then.
 */
export async function giveCallback(
  deps: Pick<AnswerDeps, "api" | "clock" | "chance" | "duplicate">,
  caller: Caller,
  how: Given,
): Promise<CallbackResult> {
  const { api, clock, chance } = deps;
  const { callback, receivedAt, wantsId = false, isSecond = false } = how;
  if (caller.respond) return giveResponse(deps, caller, caller.respond, how);
  const isOffer = callback.type === InteractionResponseType.ApplicationCommandAutocompleteResult;
  let mayHaveArrived = isSecond;
  for (let tries = 1; ; tries += 1) {
    const result = await api.byToken({
      method: "POST",
      route: Routes.interactionCallback(caller.id, caller.token),
      body: callback,
      deadlineMs: shares.callbackMs,
      ...(wantsId && { query: { with_response: "true" } }),
    });
    if (result.ok) {
      if (!wantsId) return given(null);
      const made = callbackAnswer.safeParse(result.value).data?.interaction;
      const { response_message_id: messageId, response_message_ephemeral: isEphemeral = false } = made ?? {};
      return given(messageId === undefined ? await readOriginal(api, caller) : { messageId, isEphemeral });
    }
    const { refusal } = result;
    if (refusal.kind === "refused" && refusal.code === ALREADY_ACKNOWLEDGED)
      return whoseAnswer(deps, caller, { ...how, mayHaveArrived });
    if (refusal.kind === "refused") {
      const { status, code } = refusal;
      return { kind: "refused", detail: `status ${status}, code ${code}`, why: faultOf(refusal) };
    }
    mayHaveArrived ||= hasUnclearResult(refusal);
    const leftMs = receivedAt + shares.lastTryMs - clock.now();
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : gapMs(tries, leftMs, chance.fraction());
    if (isOffer || waitMs > leftMs)
      return mayHaveArrived ? { kind: "unclear" } : { kind: "refused", detail: refusal.kind, why: null };
    await sleep(clock, waitMs);
  }
}

/**
 * Discord accepted another process's answer, or an earlier attempt of ours. A card's mark shows which. Without a mark,
 * the answer counts as ours if an attempt may have arrived and no other process is known to use the token.
 */
async function whoseAnswer(
  { api, duplicate }: Pick<AnswerDeps, "api" | "duplicate">,
  caller: Caller,
  { callback, wantsId, mayHaveArrived }: Given & { readonly mayHaveArrived: boolean },
): Promise<CallbackResult> {
  const elsewhere = () => {
    duplicate.seen();
    return { kind: "elsewhere" } as const;
  };
  if (!wantsId) {
    if (!mayHaveArrived || duplicate.isThere()) return elsewhere();
    return given(null);
  }
  const card = cardIn(callback);
  const there = await readOriginal(api, caller);
  if (there && there.mark !== null && there.mark === card.mark) return given(there);
  if (!mayHaveArrived || (there && hasOtherMark(there.mark, card))) return elsewhere();
  // If this is unclear, the job's own search for its card decides.
  return there ? given(there) : { kind: "unclear" };
}

function given(there: { readonly messageId: string; readonly isEphemeral: boolean } | null): CallbackResult {
  return { kind: "given", messageId: there?.messageId ?? null, isEphemeral: there?.isEphemeral ?? false };
}

function cardIn({ data }: Callback) {
  return { mark: markIn(withComponents.safeParse(data).data?.components ?? []) ?? undefined };
}

/** The message itself proves that Discord accepted the response. */
async function giveResponse(
  deps: Pick<AnswerDeps, "api" | "clock" | "duplicate">,
  caller: Caller,
  respond: Respond,
  { callback, wantsId = false }: Given,
): Promise<CallbackResult> {
  const fate = await respond(callback);
  if (fate === "never") return { kind: "refused", detail: "no connection", why: null };
  if (!wantsId) return fate === "sent" ? given(null) : { kind: "unclear" };
  const there = await readOriginal(untilRead(deps), caller);
  if (there === null) return { kind: "unclear" };
  if (!hasOtherMark(there.mark, cardIn(callback))) return given(there);
  deps.duplicate.seen();
  return { kind: "elsewhere" };
}

const READ_TRIES = 5;

/** Retries a 404: until Discord has processed a response, it knows neither the token nor the message. */
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

/** Shortens the last pause if that leaves time for one more attempt. */
function gapMs(tries: number, leftMs: number, fraction: number): number {
  const gap = FIRST_GAP_MS * 2 ** (tries - 1) * (0.5 + 0.5 * fraction);
  return gap > leftMs && leftMs >= FIRST_GAP_MS ? leftMs : gap;
}
