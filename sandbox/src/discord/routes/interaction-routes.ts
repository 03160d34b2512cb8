import { ANSWER_FLAGS, answerInteraction } from "../act/answer-interaction.ts";
import type { Interaction } from "../act/interaction.ts";
import { parseForm } from "../act/parse-form.ts";
import { flag } from "../limits.ts";
import { addBotMessage } from "../message/bot-message.ts";
import { draftEdit, draftMessage, type Writing } from "../message/draft.ts";
import type { StoredMessage } from "../message/stored-message.ts";
import { wireMessage } from "../message/wire-message.ts";
import { applicationId } from "../place.ts";
import { messageBody } from "../schema/message-schema.ts";
import type { World } from "../world.ts";
import { refuse } from "./refusal.ts";
import type { Call, Route } from "./route.ts";

/** First answers, and all that an interaction's own token can do: read, edit, delete, follow up. */
export function interactionRoutes(world: World): readonly Route[] {
  const limit = (param: Call["param"]) => ({
    name: "interaction-webhook",
    key: param("token"),
    limit: 5,
    windowMs: 2_000,
  });
  const one = "/webhooks/:application/:token/messages/:message";

  const interactionOf = (call: Call) => {
    if (call.param("application") !== applicationId) throw refuse("unknown_webhook");
    return world.interactions.withWebhook(call.param("token"));
  };

  /** A token reaches what it made, and the message its component stands in. */
  const messageOf = (call: Call, interaction: Interaction): StoredMessage => {
    const named = call.param("message");
    const original = world.interactions.originalOf(interaction);
    const message = world.book.find(named === "@original" ? original : named);
    if (!message || (message.id !== original && message.madeBy?.id !== interaction.id)) throw refuse("unknown_message");
    return message;
  };

  return [
    {
      method: "POST",
      path: "/interactions/:interaction/:token/callback",
      needsBot: false,
      serve(call) {
        const interaction = world.interactions.awaitingAnswer(call.param("interaction"), call.param("token"));
        const { type, message } = answerInteraction(world, interaction, call);
        if (call.query.get("with_response") !== "true") return { status: 204 };
        const tellsMessage = message && (type === 4 || type === 7);
        return {
          status: 200,
          body: {
            interaction: {
              id: interaction.id,
              type: interaction.kind,
              channel_id: interaction.place.id,
              ...(interaction.place.guildId ? { guild_id: interaction.place.guildId } : {}),
              ...(message
                ? {
                    response_message_id: message.id,
                    response_message_loading: (message.flags & flag.loading) !== 0,
                    response_message_ephemeral: (message.flags & flag.ephemeral) !== 0,
                  }
                : {}),
            },
            resource: { type, ...(tellsMessage ? { message: wireMessage(message, world) } : {}) },
          },
        };
      },
    },
    {
      method: "GET",
      path: one,
      needsBot: false,
      serve: (call) => ({ status: 200, body: wireMessage(messageOf(call, interactionOf(call)), world) }),
    },
    {
      method: "PATCH",
      path: one,
      needsBot: false,
      limit,
      serve(call) {
        const interaction = interactionOf(call);
        const before = messageOf(call, interaction);
        const edited = world.book.edit(before, draftEdit(writing(world, call, interaction), before, world));
        return { status: 200, body: wireMessage(edited, world) };
      },
    },
    {
      method: "DELETE",
      path: one,
      needsBot: false,
      limit,
      serve(call) {
        world.book.remove(messageOf(call, interactionOf(call)));
        return { status: 204 };
      },
    },
    {
      method: "POST",
      path: "/webhooks/:application/:token",
      needsBot: false,
      limit,
      serve(call) {
        const interaction = interactionOf(call);
        const original = world.book.find(world.interactions.originalOf(interaction));
        const written = writing(world, call, interaction);
        if (original && original.flags & flag.loading) {
          const body = { ...written.body, flags: (written.body.flags ?? 0) & ~flag.ephemeral };
          const edited = world.book.edit(original, draftEdit({ ...written, body }, original, world));
          return { status: 200, body: wireMessage(edited, world) };
        }
        const draft = draftMessage(written, ANSWER_FLAGS, world);
        world.interactions.countFollowUp(interaction);
        const message = addBotMessage(world, draft, {
          place: interaction.place,
          type: original ? 19 : 0,
          allowed: written.body.allowed_mentions,
          madeBy: interaction,
          reference: original?.id ?? null,
        });
        return { status: 200, body: wireMessage(message, world) };
      },
    },
  ];
}

function writing(world: World, call: Call, { place }: Interaction): Writing {
  return {
    body: parseForm(messageBody, call.body ?? {}),
    sent: call.body,
    uploads: call.uploads,
    at: [],
    maxFileBytes: world.files.interactionMaxBytes,
    channelId: place.id,
  };
}
