import { InteractionResponseType, MessageFlags, Routes } from "discord.js";
import { z } from "zod";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { type Chance, type Clock, type EpochMs, sleep, within } from "../../../core/clock.ts";
import { type Answer, type AnswerFate, type Card, type Finish, MEANWHILE_MS } from "../../../core/command.ts";
import { backoffMs } from "../../../core/job/due.ts";
import type { JobId } from "../../../core/job/ids.ts";
import type { Choice } from "../../../core/option-specs.ts";
import type { InLanguage, Log, OwnMessages } from "../../../core/ports.ts";
import { type Result, unreachable } from "../../../core/result.ts";
import type { Locale } from "../../../core/text/locale.ts";
import { limits, shares } from "../discord-limits.ts";
import type { Api, ApiNo } from "../out/discord-api.ts";
import { findPosted } from "../out/discord-chat.ts";
import { giveFile } from "../out/discord-files.ts";
import { asPrivate, discordReply, firstWay, followUpWays } from "../out/discord-ways.ts";
import { writeForm } from "../out/write-discord-form.ts";
import { writeMessage } from "../out/write-discord-message.ts";
import { type CommandIds, fitted, plain } from "../out/write-discord-text.ts";
import type { Caller } from "./read-interaction.ts";

/**
 * Gives one answer in Discord's form for it, and does everything that follows it. `onGiven` is called once the person
 * has the answer.
 */
export async function giveAnswer(
  responder: Responder,
  waiting: Waiting,
  answer: Answer,
  onGiven: () => void,
): Promise<void> {
  const { caller, reply } = waiting;
  const { commands } = responder;
  const { somethingWentWrong } = responder.wordsIn(caller.locale);
  const { receivedAt } = waiting;
  const giveOnce = async (callback: Callback, wantsId = false): Promise<Taken> => {
    const taken = await giveCallback(responder, caller, { callback, receivedAt, wantsId });
    if (taken.kind === "given") onGiven();
    else {
      const detail = taken.kind === "refused" ? taken.detail : undefined;
      const { kind } = answer;
      responder.log.warn("discord answer not given", { job: jobIdIn(answer), taken: taken.kind, answer: kind, detail });
    }
    return taken;
  };
  /** Where the answer itself was at fault, another one may pass. */
  const give = async (callback: Callback, wantsId = false): Promise<Taken> => {
    const taken = await giveOnce(callback, wantsId);
    if (taken.kind === "refused" && taken.isBadForm) await giveOnce(privately(somethingWentWrong));
    return taken;
  };
  const say = async (message: ChatMessage) => void (await give(privately(message, commands)));

  switch (answer.kind) {
    case "private":
    case "form_error":
      return say(answer.message);
    case "replace_message": {
      if (!caller.isReplaceable) return say(answer.message);
      const data = writeMessage(answer.message, { commands });
      await give({ type: InteractionResponseType.UpdateMessage, data });
      return;
    }
    case "replace_later":
      return giveLater(answer);
    case "card":
      if (answer.instead && caller.isReplaceable) return giveInstead(answer.card, answer.instead);
      return responder.tell(answer.card.jobId, await showCard(answer.card));
    case "card_again": {
      const fate = await showCard(answer.card);
      if (answer.isLive && fate.kind === "given") await responder.tell(answer.card.jobId, { ...fate, kind: "moved" });
      return;
    }
    case "form":
      await give({ type: InteractionResponseType.Modal, data: writeForm(answer.form) });
      return;
    case "working": {
      const taken = await give(answer.isSaid ? privately(answer.message, commands) : workingOn(answer.message));
      // Where it was refused nobody would see the end, and the person will do it again.
      if (taken.kind !== "refused") await finishAnswer(responder, waiting, answer.finish);
      return;
    }
    case "suggestions":
      await giveOnce(offering(answer.choices));
      return;
    case "remove_message": {
      if (!caller.hasMessage) return say(answer.otherwise);
      await give({ type: InteractionResponseType.DeferredMessageUpdate });
      const route = Routes.webhookMessage(caller.applicationId, caller.token);
      const removed = await responder.api.byToken({ method: "DELETE", route });
      if (removed.ok) return;
      responder.log.warn("discord message not removed", { why: removed.refusal.kind });
      const body = writeMessage(answer.otherwise, { isPrivate: true, commands });
      await firstWay(followUpWays(responder.api, reply, body));
      return;
    }
    case "nothing":
      // The same event was answered already; a message is left as it is.
      if (caller.hasMessage) await give({ type: InteractionResponseType.DeferredMessageUpdate });
      return;
    default:
      return unreachable(answer);
  }

  /** Shows "thinking…", or replaces the private message that the interaction began with. */
  function workingOn(message: ChatMessage): Callback {
    if (caller.isReplaceable)
      return { type: InteractionResponseType.UpdateMessage, data: writeMessage(message, { commands }) };
    return {
      type: InteractionResponseType.DeferredChannelMessageWithSource,
      data: { flags: MessageFlags.Ephemeral },
    };
  }

  /**
   * The question stays, or `meanwhile` replaces it, until the work is done, so that a crash leaves nothing half shown.
   */
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
        return { message: await done };
      });
  }

  /** The card is a message of its own, and a message about it takes the question's place: only so can one answer do both. */
  async function giveInstead(card: Card, instead: ChatMessage) {
    const taken = await give({ type: InteractionResponseType.DeferredMessageUpdate });
    if (taken.kind === "refused") return responder.tell(card.jobId, { kind: "refused" });
    await answerQuestion(responder, waiting, card, instead);
  }

  async function showCard({ message, reply: cardReply }: Card): Promise<AnswerFate> {
    const { isPrivate } = discordReply(cardReply);
    const data = writeMessage(message, { isPrivate, commands });
    const taken = await give({ type: InteractionResponseType.ChannelMessageWithSource, data }, true);
    if (taken.kind !== "given") return { kind: taken.kind };
    // Discord hides messages of a person's own installation where the server does not want them seen.
    const isHidden = isPrivate || taken.isEphemeral;
    return { kind: "given", reply: { ...asPrivate(reply, isHidden), messageId: taken.messageId } };
  }
}

/** Writes the suggestions for an option that somebody types into. */
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

/** Returns the job whose card the answer is. */
export function jobIdIn(answer: Answer): JobId | undefined {
  return answer.kind === "card" || answer.kind === "card_again" ? answer.card.jobId : undefined;
}

const TRIES = 4;
const LONGEST_BACKOFF_MS = 5_000;
/** No attempt begins later than this, because the job whose card it is gives up after 30 s. */
const PATIENCE_MS = 20_000;

const created = z.object({ id: z.string(), flags: z.int().optional() });

/**
 * Does the second half of an answer: ends the private message, and posts the card of a request that had waited for it.
 */
export async function finishAnswer(
  responder: Responder,
  waiting: Waiting,
  finish: () => Promise<Finish>,
): Promise<void> {
  const { caller, reply } = waiting;
  const { message, card, file } = await ended(responder, finish, caller.locale);
  if (file && (await giveFile(responder, waiting.reply, file))) return;
  await showOriginal(responder, reply, message);
  if (card) await responder.tell(card.jobId, await followUp(responder, waiting, card));
}

/**
 * Posts the first card as a message of its own, then the end of the question that it answers, which stays until then.
 */
async function answerQuestion(responder: Responder, waiting: Waiting, card: Card, instead: ChatMessage): Promise<void> {
  const fate = await followUp(responder, waiting, card);
  await responder.tell(card.jobId, fate);
  // Where nobody knows if the card arrived, the job's own edits take the question's place.
  if (fate.kind === "unclear") return;
  const { somethingWentWrong } = responder.wordsIn(waiting.caller.locale);
  await showOriginal(responder, waiting.reply, fate.kind === "given" ? instead : somethingWentWrong);
}

/** Edits the message that the first answer made, or that it came from. */
async function showOriginal(responder: Responder, reply: DiscordReply, message: ChatMessage): Promise<void> {
  const edited = await patiently(responder.clock, "again", () =>
    responder.api.byToken({
      method: "PATCH",
      route: Routes.webhookMessage(reply.applicationId, reply.token),
      // The first answer decided whether it is private.
      body: writeMessage(message, { commands: responder.commands }),
    }),
  );
  if (!edited.ok) responder.log.warn("discord finish not shown", { why: edited.refusal.kind });
}

async function ended(
  { log, wordsIn }: Responder,
  finish: () => Promise<Finish>,
  locale: Locale | undefined,
): Promise<Finish> {
  try {
    return await finish();
  } catch (error) {
    log.error("discord finish failed", { error: error instanceof Error ? error.message : "not an error" });
    return { message: wordsIn(locale).unfinished };
  }
}

/**
 * Posts the card as a new message by this interaction's token; the token of the interaction that asked for the card may
 * have expired.
 */
async function followUp(responder: Responder, { reply }: Waiting, card: Card): Promise<AnswerFate> {
  const { isPrivate } = discordReply(card.reply);
  const posted = await patiently(responder.clock, "surely_unsent", () =>
    responder.api.byToken({
      method: "POST",
      route: Routes.webhook(reply.applicationId, reply.token),
      body: writeMessage(card.message, { isPrivate, commands: responder.commands }),
    }),
  );
  if (!posted.ok && !isUnclear(posted.refusal)) return { kind: "refused" };
  const read = created.safeParse(posted.ok ? posted.value : null);
  if (!read.success) {
    // Without its id the card cannot be told from the private message before it, and would show for ever that it
    // begins.
    const messageId = isPrivate ? null : await findPosted(responder, reply, card.jobId);
    if (messageId === null) return { kind: "unclear" };
    return { kind: "given", reply: { ...asPrivate(reply, false), messageId } };
  }
  const isHidden = isPrivate || ((read.data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return { kind: "given", reply: { ...asPrivate(reply, isHidden), messageId: read.data.id } };
}

/**
 * Tries a few times, never before Discord allows it. A request for a new message is not repeated where the message may
 * have arrived.
 */
async function patiently(
  clock: Clock,
  repeats: "again" | "surely_unsent",
  send: () => Promise<Result<unknown, ApiNo>>,
): Promise<Result<unknown, ApiNo>> {
  const until = clock.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    if (result.ok || result.refusal.kind === "refused" || tries === TRIES) return result;
    if (repeats === "surely_unsent" && isUnclear(result.refusal)) return result;
    const { refusal } = result;
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_BACKOFF_MS, 1);
    if (clock.now() + waitMs > until) return result;
    await sleep(clock, waitMs);
  }
}

function isUnclear(no: ApiNo): boolean {
  return no.kind === "unavailable" && no.unclear;
}

export interface Responder {
  readonly api: Api;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "fraction">;
  readonly log: Log;
  readonly wordsIn: InLanguage<OwnMessages>;
  /** Tells the desk what became of a first card; never rejects. */
  readonly tell: (jobId: JobId, fate: AnswerFate) => Promise<void>;
  /** Ids for the commands that messages mention; plain text where they are absent. */
  readonly commands?: CommandIds | undefined;
}

/** An interaction that waits for its answer. */
export interface Waiting {
  readonly caller: Caller;
  readonly reply: DiscordReply;
  readonly receivedAt: EpochMs;
}

/** The first answer to an interaction, in the form of Discord's API. */
export interface Callback {
  readonly type: InteractionResponseType;
  readonly data?: unknown;
}

/** Discord's answer to a callback. */
export type Taken =
  /**
   * `messageId` is null where no message was made, or Discord did not name it. `isEphemeral`: Discord shows it to the
   * person alone.
   */
  | { readonly kind: "given"; readonly messageId: string | null; readonly isEphemeral: boolean }
  /** The person sees nothing of it. `isBadForm`: the answer itself was at fault, and another one may pass. */
  | { readonly kind: "refused"; readonly detail: string; readonly isBadForm: boolean }
  | { readonly kind: "unclear" };

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
    response_message_ephemeral: z.boolean().optional(),
  }),
});
const message = z.object({ id: z.string(), flags: z.int().optional() });

/**
 * Gives the answer, repeatedly while there is time: a second one is refused as "already acknowledged" and does no harm.
 * Suggestions are given once, because the person has typed on by the next attempt.
 */
export async function giveCallback(
  { api, clock, chance }: { readonly api: Api; readonly clock: Clock; readonly chance: Pick<Chance, "fraction"> },
  caller: Caller,
  how: { readonly callback: Callback; readonly receivedAt: EpochMs; readonly wantsId?: boolean },
): Promise<Taken> {
  const { callback, receivedAt, wantsId = false } = how;
  const isMessage = callback.type === InteractionResponseType.ChannelMessageWithSource;
  const isOffer = callback.type === InteractionResponseType.ApplicationCommandAutocompleteResult;
  let isUnclear = false;
  for (let tries = 1; ; tries += 1) {
    const result = await api.byToken({
      method: "POST",
      route: Routes.interactionCallback(caller.id, caller.token),
      body: callback,
      deadlineMs: shares.callbackMs,
      ...(isMessage && wantsId ? { query: { with_response: "true" } } : {}),
    });
    if (result.ok || isAcknowledged(result.refusal)) {
      if (!wantsId) return { kind: "given", messageId: null, isEphemeral: false };
      const read = callbackAnswer.safeParse(result.ok ? result.value : null);
      const { response_message_id: messageId, response_message_ephemeral: isEphemeral = false } = read.success
        ? read.data.interaction
        : {};
      return { kind: "given", ...(messageId ? { messageId, isEphemeral } : await askMessage(api, caller)) };
    }
    const { refusal } = result;
    if (refusal.kind === "refused")
      return {
        kind: "refused",
        detail: `status ${refusal.status}, code ${refusal.code}`,
        isBadForm: refusal.status === 400 || refusal.status === 413,
      };
    isUnclear ||= refusal.kind === "unavailable" && refusal.unclear;
    const leftMs = receivedAt + shares.lastTryMs - clock.now();
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : gapMs(tries, leftMs, chance.fraction());
    if (isOffer || waitMs > leftMs)
      return isUnclear ? { kind: "unclear" } : { kind: "refused", detail: refusal.kind, isBadForm: false };
    await sleep(clock, waitMs);
  }
}

/** The last attempt comes while it may still be in time, however long its gap would be. */
function gapMs(tries: number, leftMs: number, fraction: number): number {
  const gap = FIRST_GAP_MS * 2 ** (tries - 1) * (0.5 + 0.5 * fraction);
  return gap > leftMs && leftMs >= FIRST_GAP_MS ? leftMs : gap;
}

function isAcknowledged(no: ApiNo): boolean {
  return no.kind === "refused" && no.code === ALREADY_ACKNOWLEDGED;
}

/** Asks for the message's id: without it, the card cannot be reached once the token has expired. */
async function askMessage(
  api: Api,
  { applicationId, token }: Caller,
): Promise<{ readonly messageId: string | null; readonly isEphemeral: boolean }> {
  const result = await api.byToken({
    method: "GET",
    route: Routes.webhookMessage(applicationId, token),
  });
  const read = message.safeParse(result.ok ? result.value : null);
  if (!read.success) return { messageId: null, isEphemeral: false };
  return { messageId: read.data.id, isEphemeral: ((read.data.flags ?? 0) & MessageFlags.Ephemeral) !== 0 };
}
