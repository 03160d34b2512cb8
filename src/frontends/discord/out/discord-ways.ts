import { createHash } from "node:crypto";
import { type RouteLike, Routes } from "discord.js";
import { z } from "zod";
import type { Bucket } from "../../../core/budget/allowance.ts";
import type { DiscordReply, Posted, ReplyHandle } from "../../../core/chat.ts";
import type { ChatRefusal } from "../../../core/chat-refusal.ts";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { ALL_REQUESTS, TOKEN_LIFE_MS } from "../discord-limits.ts";
import type { Api, ApiNo, ApiRequest } from "./discord-api.ts";
import { channelBucket, tokenBucket } from "./discord-rates.ts";

/** One way to a person or to a card. */
export interface Way<Value> {
  readonly name: WayName;
  go(): Promise<Result<Value, ApiNo>>;
}

/** What an operator counts them as. */
const WORDS = {
  token: "token_edit",
  bot: "bot_edit",
  moved: "bot_edit",
  "follow-up": "follow_up",
  channel: "channel_message",
  "direct message": "direct_message",
} as const;

export type WayName = keyof typeof WORDS;

/** Told by which way something arrived. */
export type Arrived = (way: string) => void;

/** Every way was refused; the caller may have more of them. */
export interface NoWay {
  readonly kind: "no_way";
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly way: string;
  readonly status: number;
  readonly code: number;
}

/** The walk ended before its last way. */
export type Stopped = Extract<ChatRefusal, { kind: "rate_limited" | "unavailable" }>;

/**
 * Goes the ways in their order until one takes it. A clear no moves on; a rate limit or silence ends the walk, for the
 * next way could make a second message out of one that has arrived.
 */
export async function firstWay<Value>(
  ways: readonly Way<Value>[],
  arrived?: Arrived,
): Promise<Result<Value, Stopped | NoWay>> {
  const refused: Refused[] = [];
  for (const way of ways) {
    const result = await way.go();
    if (result.ok) {
      arrived?.(WORDS[way.name]);
      return ok(result.value);
    }
    const { refusal } = result;
    if (refusal.kind !== "refused") return refuse(refusal);
    refused.push({ way: way.name, status: refusal.status, code: refusal.code });
  }
  return refuse({ kind: "no_way", refused });
}

/** For the log and for the end of all ways. */
export function unreachableBy(refused: readonly Refused[]): Extract<ChatRefusal, { kind: "unreachable" }> {
  const detail = refused.map(({ way, status, code }) => `${way} ${status}/${code}`).join(", ");
  return { kind: "unreachable", detail: detail || "no way" };
}

/** The ways that were refused; none where the walk ended before its last way. */
export function refusedIn(refusal: Stopped | NoWay): readonly Refused[] {
  return refusal.kind === "no_way" ? refusal.refused : [];
}

/** Not there, or not ours to touch: the next way may still work. Anything else says that the message itself is at fault. */
export function isOutOfReach({ status }: Refused): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** The same way; what it brings is turned into something else. */
export function mapped<From, To>(way: Way<From>, turn: (value: From) => To): Way<To> {
  return {
    name: way.name,
    go: async () => {
      const result = await way.go();
      return result.ok ? ok(turn(result.value)) : result;
    },
  };
}

interface SendDeps {
  readonly api: Api;
  readonly clock: Pick<Clock, "now">;
}

/** Where a message of ours is. */
export interface Place {
  readonly channelId: string;
  readonly messageId: string;
}

export type DiscordPosted = Extract<Posted, { readonly platform: "discord" }>;

/** Unknown message: it was deleted, and the token that says so is alive. Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
export const UNKNOWN_MESSAGE = 10008;
/** A reply needs the permission to read the channel's history. */
const NO_HISTORY = 160002;

const created = z.object({ id: z.string(), channel_id: z.string() });
const channel = z.object({ id: z.string() });

/** The ways to edit the card; each says where it is, for the answer to a command may have been lost with its id. */
export function editWays(deps: SendDeps, reply: DiscordReply, body: unknown): readonly Way<Place>[] {
  const known = cardIdOf(reply);
  return cardWays(deps, reply, { method: "PATCH", body }).map(({ name, go }) => ({
    name,
    go: async () => editedAs(known, await go()),
  }));
}

/** The ways to take the card away; one that is gone already is as good as taken away. */
export function deleteWays(deps: SendDeps, reply: DiscordReply): readonly Way<unknown>[] {
  return cardWays(deps, reply, { method: "DELETE" }).map(orGone);
}

/** The ways to take a notification away. No hand but its token's reaches a private one. */
export function deletePostedWays(
  { api, clock }: SendDeps,
  reply: DiscordReply,
  posted: DiscordPosted,
): readonly Way<unknown>[] {
  const { applicationId, token, isPrivate } = reply;
  const { channelId, messageId, isByToken } = posted;
  const method = "DELETE";
  const byToken: Way<unknown> = {
    name: "token",
    go: () => api.byToken({ method, route: Routes.webhookMessage(applicationId, token, messageId) }),
  };
  const byBot: Way<unknown> = {
    name: "bot",
    go: () => api.asBot({ method, route: Routes.channelMessage(channelId, messageId) }),
  };
  // An old token is not tried: Discord counts each 401, and bans who has too many.
  const ofToken = isByToken && !isTokenOld(reply, clock.now()) ? [byToken] : [];
  return [...(isByToken && isPrivate ? [] : [byBot]), ...ofToken].map(orGone);
}

function orGone({ name, go }: Way<unknown>): Way<unknown> {
  return {
    name,
    go: async () => {
      const result = await go();
      const isGone = !result.ok && result.refusal.kind === "refused" && result.refusal.code === UNKNOWN_MESSAGE;
      return isGone ? ok(null) : result;
    },
  };
}

function cardWays(
  { api, clock }: SendDeps,
  reply: DiscordReply,
  request: Pick<ApiRequest, "method" | "body">,
): readonly Way<unknown>[] {
  return cardRoutes(reply, clock.now()).map(({ name, by, route }) => ({
    name,
    go: () => api[by]({ ...request, route }),
  }));
}

/** Where a card can be edited, and by whose token. */
export interface CardRoute {
  readonly name: WayName;
  readonly by: "byToken" | "asBot";
  readonly route: RouteLike;
}

/**
 * By the card's token, else by the bot's own hand, which no ephemeral message knows; the other way round once the token is
 * old, for Discord counts each 401 and bans who has too many. Without a token and a card there is none.
 */
export function cardRoutes(reply: DiscordReply, now: EpochMs): readonly CardRoute[] {
  const { applicationId, token, messageId, movedTo, isPrivate, channelId } = reply;
  const byBot = (name: "bot" | "moved", at: Place): CardRoute => ({
    name,
    by: "asBot",
    route: Routes.channelMessage(at.channelId, at.messageId),
  });
  if (movedTo) return [byBot("moved", movedTo)];
  const route = Routes.webhookMessage(applicationId, token, messageId ?? "@original");
  const byToken: readonly CardRoute[] = token === "" ? [] : [{ name: "token", by: "byToken", route }];
  if (!messageId || isPrivate) return byToken;
  const bot = byBot("bot", { channelId, messageId });
  return isTokenOld(reply, now) ? [bot, ...byToken] : [...byToken, bot];
}

/** A new message by the interaction's token. It has no nonce: repeated, it is a second one. */
export function followUpWay(api: Api, { applicationId, token }: DiscordReply, body: unknown): Way<Place> {
  return {
    name: "follow-up",
    go: async () => placeIn(await api.byToken({ method: "POST", route: Routes.webhook(applicationId, token), body })),
  };
}

/** The same where there is a token at all. */
export function followUpWays(api: Api, reply: DiscordReply, body: unknown): readonly Way<Place>[] {
  return reply.token === "" ? [] : [followUpWay(api, reply, body)];
}

/** A new message in a channel; the same nonce within two minutes is the same message. */
export function channelWay(
  api: Api,
  channelId: string,
  { body, nonce, replyTo = null }: { readonly body: object; readonly nonce: string; readonly replyTo?: string | null },
): Way<Place> {
  const post = (over: object) =>
    api.asBot({
      method: "POST",
      route: Routes.channelMessages(channelId),
      body: { ...body, nonce, enforce_nonce: true, ...over },
    });
  return {
    name: "channel",
    go: async () => {
      if (replyTo === null) return placeIn(await post({}));
      const result = await post({ message_reference: { message_id: replyTo, fail_if_not_exists: false } });
      const isHistory = !result.ok && result.refusal.kind === "refused" && result.refusal.code === NO_HISTORY;
      return placeIn(isHistory ? await post({}) : result);
    },
  };
}

/** A direct message. */
export function directWay(
  api: Api,
  userId: string,
  message: { readonly body: object; readonly nonce: string },
): Way<Place> {
  const route: RouteLike = Routes.userChannels();
  return {
    name: "direct message",
    go: async () => {
      const opened = await api.asBot({ method: "POST", route, body: { recipient_id: userId } });
      // Nothing was sent yet, whatever became of this.
      if (!opened.ok)
        return opened.refusal.kind === "unavailable" ? refuse({ ...opened.refusal, unclear: false }) : opened;
      const read = channel.safeParse(opened.value);
      if (!read.success) return refuse({ kind: "unavailable", unclear: false, detail: "no channel in the answer" });
      return channelWay(api, read.data.id, message).go();
    },
  };
}

/** The message that an edit of the card must be answered with; null: not known. */
export function cardIdOf({ movedTo, messageId }: DiscordReply): string | null {
  return movedTo?.messageId ?? messageId;
}

/** An edit is done where the answer is that very message; anything else says nothing, and an edit is safe to repeat. */
export function editedAs(messageId: string | null, result: Result<unknown, ApiNo>): Result<Place, ApiNo> {
  const placed = placeIn(result);
  if (!placed.ok || messageId === null || placed.value.messageId === messageId) return placed;
  return refuse({ kind: "unavailable", unclear: true, detail: "another message in the answer" });
}

/** Where a new message stands; an answer that does not say so says nothing. */
export function placeIn(result: Result<unknown, ApiNo>): Result<Place, ApiNo> {
  if (!result.ok) return result;
  const read = created.safeParse(result.value);
  if (!read.success) return refuse({ kind: "unavailable", unclear: true, detail: "no message in the answer" });
  return ok({ channelId: read.data.channel_id, messageId: read.data.id });
}

/** The same for the same card and purpose, however often it is tried: 25 characters, which is what a nonce may have. */
export function nonceOf({ token, messageId, movedTo }: DiscordReply, purpose: string): string {
  return nonceFrom(purpose, token, messageId, movedTo?.messageId ?? null);
}

/** One of its own for each of several people. */
export function nonceFor(userId: UserId, nonce: string): string {
  return nonceFrom(userId, nonce);
}

function nonceFrom(...parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 25);
}

/** The handle as Discord's own; another platform's in here is a bug. */
export function discordReply(reply: ReplyHandle): DiscordReply {
  if (reply.platform !== "discord") throw new Error(`a ${reply.platform} reply in Discord's module`);
  return reply;
}

/** The reply as that of a card only its owner sees, or not; the bot's own hand knows no ephemeral message. */
export function asPrivate(reply: DiscordReply, isPrivate: boolean, receivedAt: EpochMs): DiscordReply {
  return isPrivate ? { ...reply, isPrivate, editableUntil: receivedAt + TOKEN_LIFE_MS } : { ...reply, isPrivate };
}

/** Where a snowflake's time begins. Source: Discord docs, reference, snowflakes (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** A token that has less than this left is taken for dead: the request, too, needs its time. */
const MARGIN_MS = 30_000;

/**
 * The interaction's token is dead by its age, so other ways are tried before it. A clock may err: it stays the last way, and
 * a token that is dead sooner is found out by its 401.
 */
export function isTokenOld({ tokenUntil, editableUntil, messageId }: DiscordReply, now: EpochMs): boolean {
  const until = tokenUntil ?? editableUntil ?? untilBy(messageId);
  return until !== null && now >= until - MARGIN_MS;
}

/** A handle of an earlier version does not know when: no token is younger than its own card. */
function untilBy(messageId: string | null): EpochMs | null {
  if (messageId === null || !/^\d{1,20}$/.test(messageId)) return null;
  return Number((BigInt(messageId) >> 22n) + DISCORD_EPOCH_MS) + TOKEN_LIFE_MS;
}

/** About 5 in 2 s for each interaction's token. Source: measured by others, discord-api-docs #2701 (read 2026-11-21). */
const byToken = { burst: 5, everyMs: 400 };
/** About 30 a minute for each channel, burst included. Source: as above, #6753. */
const inChannel = { burst: 5, everyMs: 2_400 };

/**
 * Everything that the bot sends by its own token, at the pace that `botLimit` lets through: a little slower, so that a
 * turn finds room there.
 */
const asBot = {
  name: "bot",
  burst: ALL_REQUESTS.burst,
  everyMs: ALL_REQUESTS.perMs / ALL_REQUESTS.burst,
  windowMs: ALL_REQUESTS.perMs + 50,
} as const satisfies Bucket;

/** Which of Discord's limits an edit or a new message counts against. A first guess: Discord's answers say more. */
export function bucketOf(reply: DiscordReply, what: "edit" | "new_message", now: EpochMs) {
  const { movedTo, channelId, token } = reply;
  if (what === "edit" && !movedTo && !isByBot(reply, now))
    return { name: tokenBucket(token), ...byToken } satisfies Bucket;
  return { name: channelBucket(what, movedTo?.channelId ?? channelId), ...inChannel, parent: asBot } satisfies Bucket;
}

/** As `cardRoutes` has it: by its token, while that may live or where there is nothing else. Without one it is the bot's. */
function isByBot(reply: DiscordReply, now: EpochMs): boolean {
  return cardRoutes(reply, now)[0]?.by !== "byToken";
}
