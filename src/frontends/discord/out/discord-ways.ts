import { createHash } from "node:crypto";
import type { RouteLike } from "discord.js";
import { Routes } from "discord.js";
import { z } from "zod";
import type { Bucket } from "../../../core/budget/edit-budget.ts";
import {
  type ChannelRefusal,
  type ChatRefusal,
  type DiscordReply,
  type MessagePlace,
  type Posted,
  type ReplyHandle,
  TOKEN_MARGIN_MS,
} from "../../../core/chat.ts";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { Api, ApiNo } from "./discord-api.ts";
import { channelBucket, tokenBucket } from "./discord-api.ts";
import { idsIn } from "./write-discord-message.ts";

export interface SendDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly arrived?: Arrived | undefined;
}

export interface Way<Value> {
  readonly name: WayName;
  attempt(): Promise<Result<Value, ApiNo>>;
}

type WayName = "token_edit" | "bot_edit" | "follow_up" | "channel_message" | "direct_message";

export type Arrived = (way: string) => void;

interface NoWay {
  readonly kind: "no_way";
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly way: WayName;
  readonly status: number;
  readonly code: number;
}

/** Any refusal except "no_way" stopped before all ways were tried. */
export type WalkRefusal = Exclude<ChatRefusal, { kind: "unreachable" }> | NoWay;

/**
 * A clear refusal moves on to the next way. After a rate limit or a missing answer, the next way could duplicate the
 * message.
 */
export async function firstWay<Value>(
  ways: readonly Way<Value>[],
  arrived?: Arrived,
): Promise<Result<{ readonly by: WayName; readonly value: Value }, WalkRefusal>> {
  const refused: Refused[] = [];
  for (const { name, attempt } of ways) {
    const result = await attempt();
    if (result.ok) {
      arrived?.(name);
      return ok({ by: name, value: result.value });
    }
    const { refusal } = result;
    if (refusal.kind !== "refused") return refuse(refusal);
    refused.push({ way: name, status: refusal.status, code: refusal.code });
  }
  return refuse({ kind: "no_way", refused });
}

export function chatRefusalOf(refusal: WalkRefusal, before: readonly Refused[] = []): ChatRefusal {
  if (refusal.kind !== "no_way") return refusal;
  const refused = [...before, ...refusal.refused];
  const detail = refused.map(({ way, status, code }) => `${way} ${status}/${code}`).join(", ");
  const inChannel = refused.find(({ way }) => way === "channel_message");
  return { kind: "unreachable", detail: detail || "no way", ...(inChannel && { channel: channelRefusal(inChannel) }) };
}

/**
 * Missing access, missing permissions. Source of these codes: Discord docs, opcodes-and-status-codes (read 2026-11-21).
 */
const NO_ACCESS: ReadonlySet<number> = new Set([50001, 50013]);

export function channelRefusal({ code }: Pick<Refused, "code">): ChannelRefusal {
  return NO_ACCESS.has(code) ? "no_access" : "other";
}

const UNKNOWN_WEBHOOK = 10015;

export function mayTokenLive({ status, code }: Refused): boolean {
  return code === UNKNOWN_MESSAGE || (status !== 401 && status !== 404 && code !== UNKNOWN_WEBHOOK);
}

/** With any other status the message itself is at fault, so no other way would work. */
export function isOutOfReach({ status }: Pick<Refused, "status">): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** This code proves that the token is still valid. */
export const UNKNOWN_MESSAGE = 10008;
/**
 * The message may be accepted without the reference: the channel's history cannot be read, or one of the two messages
 * is age-restricted. Source: discord-api-types 0.38.57, RESTJSONErrorCodes (read 2026-11-28).
 */
const NO_REFERENCE: ReadonlySet<number> = new Set([160002, 160009, 160010]);

const created = z.object({ id: z.string(), channel_id: z.string() });
const channel = z.object({ id: z.string() });

export function editWays({ api, clock }: SendDeps, reply: DiscordReply, body: unknown): readonly Way<MessagePlace>[] {
  return cardRoutes(reply, clock.now()).map(({ by, route }) => ({
    name: wayOf[by],
    attempt: async () => editedAs(reply, await api[by]({ method: "PATCH", body, route })),
  }));
}

export function deleteWays({ api, clock }: SendDeps, reply: DiscordReply): readonly Way<unknown>[] {
  return cardRoutes(reply, clock.now()).map((route) => removal(api, route));
}

const described = z.object({ components: z.unknown() });

export function readWays({ api, clock }: SendDeps, reply: DiscordReply): readonly Way<readonly string[] | "gone">[] {
  return cardRoutes(reply, clock.now()).map(({ by, route }) => ({
    name: wayOf[by],
    async attempt() {
      const read = await api[by]({ method: "GET", route });
      if (read.ok) return ok(idsIn(described.safeParse(read.value).data?.components));
      const isGone = read.refusal.kind === "refused" && read.refusal.code === UNKNOWN_MESSAGE;
      return isGone ? ok("gone") : read;
    },
  }));
}

/** A private notification can be reached only with its own token. */
export function deletePostedWays(
  { api, clock }: SendDeps,
  reply: DiscordReply,
  { channelId, messageId, isByToken }: Extract<Posted, { readonly platform: "discord" }>,
): readonly Way<unknown>[] {
  const { applicationId, token, isPrivate } = reply;
  const byToken: CardRoute = { by: "byToken", route: Routes.webhookMessage(applicationId, token, messageId) };
  // Discord counts each 401, and bans an IP address with too many.
  const ofToken = isByToken && !isTokenOld(reply, clock.now()) ? [byToken] : [];
  return [...(isByToken && isPrivate ? [] : [byBot({ channelId, messageId })]), ...ofToken].map((route) =>
    removal(api, route),
  );
}

function removal(api: Api, { by, route }: CardRoute): Way<unknown> {
  return {
    name: wayOf[by],
    attempt: async () => {
      const result = await api[by]({ method: "DELETE", route });
      const isGone = !result.ok && result.refusal.kind === "refused" && result.refusal.code === UNKNOWN_MESSAGE;
      return isGone ? ok(null) : result;
    },
  };
}

export interface CardRoute {
  readonly by: "byToken" | "asBot";
  readonly route: RouteLike;
}

export const wayOf = { byToken: "token_edit", asBot: "bot_edit" } as const satisfies Record<CardRoute["by"], WayName>;

function byBot({ channelId, messageId }: MessagePlace): CardRoute {
  return { by: "asBot", route: Routes.channelMessage(channelId, messageId) };
}

/**
 * The bot's own token cannot reach an ephemeral message. An expired token comes last: Discord counts each 401, and bans
 * an IP address with too many.
 */
export function cardRoutes(reply: DiscordReply, now: EpochMs): readonly CardRoute[] {
  const { applicationId, token, messageId, movedTo, isPrivate, channelId } = reply;
  if (movedTo) return [byBot(movedTo)];
  const route = Routes.webhookMessage(applicationId, token, messageId ?? "@original");
  const byToken: readonly CardRoute[] = token === "" ? [] : [{ by: "byToken", route }];
  if (!messageId || isPrivate) return byToken;
  const bot = byBot({ channelId, messageId });
  return isTokenOld(reply, now) ? [bot, ...byToken] : [...byToken, bot];
}

/** No nonce: repeating it would send the message twice. */
export function followUpWays(
  api: Api,
  { applicationId, token }: DiscordReply,
  body: unknown,
): readonly Way<MessagePlace>[] {
  const route = Routes.webhook(applicationId, token);
  return token === ""
    ? []
    : [{ name: "follow_up", attempt: async () => placeIn(await api.byToken({ method: "POST", route, body })) }];
}

/** Repeated within two minutes with the same nonce, it is still one message. */
export function channelWay(
  api: Api,
  channelId: string,
  { body, nonce, replyTo }: { readonly body: object; readonly nonce: string; readonly replyTo: string | null },
): Way<MessagePlace> {
  const post = (over: object) =>
    api.asBot({
      method: "POST",
      route: Routes.channelMessages(channelId),
      body: { ...body, nonce, enforce_nonce: true, ...over },
    });
  return {
    name: "channel_message",
    attempt: async () => {
      if (replyTo === null) return placeIn(await post({}));
      const result = await post({ message_reference: { message_id: replyTo, fail_if_not_exists: false } });
      const isOfReference = !result.ok && result.refusal.kind === "refused" && NO_REFERENCE.has(result.refusal.code);
      return placeIn(isOfReference ? await post({}) : result);
    },
  };
}

export function directWay(
  api: Api,
  userId: string,
  message: { readonly body: object; readonly nonce: string },
): Way<MessagePlace> {
  const route: RouteLike = Routes.userChannels();
  return {
    name: "direct_message",
    attempt: async () => {
      const opened = await api.asBot({ method: "POST", route, body: { recipient_id: userId } });
      // Nothing has been sent yet.
      if (!opened.ok)
        return opened.refusal.kind === "unavailable" ? refuse({ ...opened.refusal, unclear: false }) : opened;
      const read = channel.safeParse(opened.value);
      if (!read.success) return refuse({ kind: "unavailable", unclear: false, detail: "no channel in the answer" });
      return channelWay(api, read.data.id, { ...message, replyTo: null }).attempt();
    },
  };
}

/** Only an answer with that same message proves the edit. An edit is safe to repeat. */
export function editedAs(
  { movedTo, messageId: cardId }: DiscordReply,
  result: Result<unknown, ApiNo>,
): Result<MessagePlace, ApiNo> {
  const placed = placeIn(result);
  const messageId = movedTo?.messageId ?? cardId;
  if (!placed.ok || messageId === null || placed.value.messageId === messageId) return placed;
  return refuse({ kind: "unavailable", unclear: true, detail: "another message in the answer" });
}

/** An answer without the message counts as no answer. */
export function placeIn(result: Result<unknown, ApiNo>): Result<MessagePlace, ApiNo> {
  if (!result.ok) return result;
  const { data } = created.safeParse(result.value);
  if (!data) return refuse({ kind: "unavailable", unclear: true, detail: "no message in the answer" });
  return ok({ channelId: data.channel_id, messageId: data.id });
}

export function nonceOf({ token, messageId, movedTo }: DiscordReply, purpose: string): string {
  return nonceFrom(purpose, token, messageId, movedTo?.messageId ?? null);
}

/** 25 characters, the maximum for a nonce. */
export function nonceFrom(...parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 25);
}

export function discordReply(reply: ReplyHandle): DiscordReply {
  if (reply.platform !== "discord") throw new Error(`a ${reply.platform} reply in Discord's module`);
  return reply;
}

/** An old token remains the last way, because a clock may be wrong. */
export function isTokenOld({ tokenUntil }: Pick<DiscordReply, "tokenUntil">, now: EpochMs): boolean {
  return now >= tokenUntil - TOKEN_MARGIN_MS;
}

/** Measured by others, discord-api-docs #2701 (read 2026-11-21). */
const BY_TOKEN = { burst: 5, everyMs: 400 };
/** Per channel, burst included. Source: discord-api-docs #6753 (read 2026-11-21). */
const IN_CHANNEL = { burst: 5, everyMs: 2_400 };

/**
 * Requests with an interaction's token do not count. Our window is slightly longer than Discord's. Source: Discord
 * docs, topics/rate-limits, global rate limit (read 2026-11-21).
 */
const AS_BOT = { name: "bot", burst: 50, everyMs: 20, windowMs: 1_050 } as const satisfies Bucket;

export function bucketOf(reply: DiscordReply, what: "edit" | "new_message", now: EpochMs): Bucket {
  const { movedTo, channelId, token } = reply;
  // Without a token and a card, the bot's own token is used.
  const isByToken = what === "edit" && cardRoutes(reply, now)[0]?.by === "byToken";
  if (isByToken) return { name: tokenBucket(token), ...BY_TOKEN };
  return { name: channelBucket(what, movedTo?.channelId ?? channelId), ...IN_CHANNEL, parent: AS_BOT };
}
