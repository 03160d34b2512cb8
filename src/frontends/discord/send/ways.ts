import { createHash } from "node:crypto";
import { RequestMethod, type RouteLike, Routes } from "discord.js";
import { z } from "zod";
import type { DiscordReply, Posted } from "../../../core/chat.ts";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { isTokenOld } from "../answer/token-age.ts";
import type { Api, ApiNo } from "./api.ts";
import type { Way, WayName } from "./way.ts";

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
  return cardWays(deps, reply, { method: RequestMethod.Patch, body }).map(({ name, go }) => ({
    name,
    go: async () => editedAs(known, await go()),
  }));
}

/** The ways to take the card away; one that is gone already is as good as taken away. */
export function deleteWays(deps: SendDeps, reply: DiscordReply): readonly Way<unknown>[] {
  return cardWays(deps, reply, { method: RequestMethod.Delete }).map(orGone);
}

/** The ways to take a notification away. No hand but its token's reaches a private one. */
export function deletePostedWays(
  { api, clock }: SendDeps,
  reply: DiscordReply,
  posted: DiscordPosted,
): readonly Way<unknown>[] {
  const { applicationId, token, isPrivate } = reply;
  const { channelId, messageId, isByToken } = posted;
  const method = RequestMethod.Delete;
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
  request: { readonly method: RequestMethod; readonly body?: unknown },
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
    go: async () =>
      placeIn(await api.byToken({ method: RequestMethod.Post, route: Routes.webhook(applicationId, token), body })),
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
      method: RequestMethod.Post,
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
      const opened = await api.asBot({ method: RequestMethod.Post, route, body: { recipient_id: userId } });
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
