import type { z } from "zod";
import { addBotMessage, draftBotEdit } from "./bot-message.ts";
import { channelFileMaxBytes, flag } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import { draftMessage, type StoredMessage } from "./draft.ts";
import { wireMessage } from "./message-book.ts";
import { channelMessageBody, type MessageBody, messageBody } from "./message-schema.ts";
import { applicationId, channelOf, forum, forumId, isBotThere, type Place, placeWith } from "./place.ts";
import { fault, invalidForm, parseForm, refuse } from "./refusal.ts";
import { type Call, type RateLimiter, type Route, routesOf } from "./router.ts";

const CHANNEL_FLAGS = flag.suppressEmbeds | flag.suppressNotifications | flag.componentsV2;

/** Source: "the past few minutes", Discord docs, resources/message (read 2026-11-21). */
const NONCE_LIFE_MS = 3 * 60 * 1_000;

/**
 * Edits of older messages have a limit of their own. Source: Discord's API documentation, and its users for the numbers
 * (read 2026-11-21).
 */
const OLD_AFTER_MS = 60 * 60 * 1_000;

export function channelRoutes(world: World, limiter: RateLimiter): readonly Route[] {
  const { route, limited } = routesOf(true);
  const many = "/channels/:channel/messages";
  const one = "/channels/:channel/messages/:message";
  const limit = (name: string) => (param: Call["param"]) => ({
    name,
    key: param("channel"),
    limit: 5,
    windowMs: 5_000,
  });

  const placeOf = (call: Call): Place => {
    const place = placeWith(call.param("channel"));
    if (!place) throw refuse("unknown_channel");
    if (!isBotThere(place, world.membership)) throw refuse("missing_access");
    return place;
  };

  /** An ephemeral message is not in the channel. */
  const messageOf = (call: Call): StoredMessage => {
    const message = world.book.find(call.param("message"));
    if (!message || message.channelId !== placeOf(call).id || message.ephemeralFor !== null)
      throw refuse("unknown_message");
    return message;
  };

  const writing = ({ body: sent, uploads }: Call, body: MessageBody, place: Place) => ({
    body,
    sent,
    uploads,
    at: [],
    maxFileBytes: channelFileMaxBytes(place, world.files.tier),
    channelId: place.id,
  });

  const replyTo = (asked: z.output<typeof channelMessageBody>["message_reference"], place: Place): string | null => {
    if (!asked) return null;
    const message = world.book.find(asked.message_id);
    if (message && message.channelId === place.id && message.ephemeralFor === null) return message.id;
    if (asked.fail_if_not_exists === false) return null;
    throw invalidForm([fault(["message_reference"], "REPLIES_UNKNOWN_MESSAGE", "Unknown message")]);
  };

  return [
    route("GET", "/channels/:channel", (call) => {
      const { ageRestricted } = world;
      const isForum = call.param("channel") === forumId && world.membership.hasBot();
      return { status: 200, body: isForum ? forum(ageRestricted) : channelOf(placeOf(call), ageRestricted) };
    }),
    route("GET", many, (call) => {
      const count = Math.min(Math.max(Number(call.query.get("limit") ?? 50) || 50, 1), 100);
      const seen = world.book.inChannel(placeOf(call).id).filter((message) => message.ephemeralFor === null);
      return {
        status: 200,
        body: seen
          .slice(-count)
          .reverse()
          .map((message) => wireMessage(message, world, true)),
      };
    }),
    limited(limit("channel-create"), "POST", many, (call) => {
      const place = placeOf(call);
      const body = parseForm(channelMessageBody, call.body ?? {});
      const nonce = body.nonce ?? null;
      const earlier = world.book
        .inChannel(place.id)
        .findLast((each) => nonce !== null && each.nonce === nonce && each.authorId === applicationId);
      if (body.enforce_nonce && earlier && world.clock.now() - earlier.createdAt < NONCE_LIFE_MS)
        return { status: 200, body: wireMessage(earlier, world) };
      const reference = replyTo(body.message_reference, place);
      const message = addBotMessage(world, draftMessage(writing(call, body, place), CHANNEL_FLAGS, world), {
        place,
        type: reference === null ? 0 : 19,
        allowed: body.allowed_mentions,
        reference,
        nonce,
      });
      return { status: 200, body: wireMessage(message, world) };
    }),
    route("GET", one, (call) => ({ status: 200, body: wireMessage(messageOf(call), world, true) })),
    limited(limit("channel-edit"), "PATCH", one, (call) => {
      const before = messageOf(call);
      if (before.authorId !== applicationId) throw refuse("foreign_author");
      if (world.clock.now() - before.createdAt > OLD_AFTER_MS)
        limiter.count({ name: "old-edit", key: before.channelId, limit: 3, windowMs: 20_000, code: 30046 });
      const written = writing(call, parseForm(messageBody, call.body ?? {}), placeOf(call));
      const edited = world.book.edit(before, draftBotEdit(world, before, written, "channel"));
      return { status: 200, body: wireMessage(edited, world) };
    }),
    route("DELETE", one, (call) => {
      world.book.remove(messageOf(call));
      return { status: 204 };
    }),
  ];
}
