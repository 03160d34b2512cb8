import { z } from "zod";
import { addBotMessage, answerType, draftBotEdit } from "./bot-message.ts";
import type { ReadRequest } from "./cdn.ts";
import { flag, limits } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import { type Draft, draftMessage, type StoredMessage, type Writing } from "./draft.ts";
import { type Interaction, kind } from "./interaction-book.ts";
import { wireMessage } from "./message-book.ts";
import { type AllowedMentions, messageBody } from "./message-schema.ts";
import { modalBody } from "./modal-schema.ts";
import { applicationId } from "./place.ts";
import { fault, invalidForm, parseForm, Refusal, refuse } from "./refusal.ts";
import { type Call, type Route, routesOf } from "./router.ts";

export function interactionRoutes(world: World): readonly Route[] {
  const limit = (param: Call["param"]) => ({
    name: "interaction-webhook",
    key: param("token"),
    limit: 5,
    windowMs: 2_000,
  });
  const { route, limited } = routesOf(false);
  const one = "/webhooks/:application/:token/messages/:message";

  const interactionOf = (call: Call) => {
    if (call.param("application") !== applicationId) throw refuse("unknown_webhook");
    return world.interactions.withWebhook(call.param("token"));
  };

  const messageOf = (call: Call, interaction: Interaction): StoredMessage => {
    const named = call.param("message");
    const { originalId } = interaction;
    const message = world.book.find(named === "@original" ? originalId : named);
    if (!message || (message.id !== originalId && message.madeBy !== interaction)) throw refuse("unknown_message");
    return message;
  };

  return [
    route("POST", "/interactions/:interaction/:token/callback", (call) => {
      const interaction = world.interactions.awaitingAnswer(call.param("interaction"), call.param("token"));
      const { type, message } = answerInteraction(world, interaction, call);
      if (call.query.get("with_response") !== "true") return { status: 204 };
      const showsMessage = message && (type === 4 || type === 7);
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
          resource: { type, ...(showsMessage ? { message: wireMessage(message, world) } : {}) },
        },
      };
    }),
    route("GET", one, (call) => ({ status: 200, body: wireMessage(messageOf(call, interactionOf(call)), world) })),
    limited(limit, "PATCH", one, (call) => {
      const interaction = interactionOf(call);
      const before = messageOf(call, interaction);
      const edited = world.book.edit(before, draftBotEdit(world, before, writing(world, call, interaction), "webhook"));
      return { status: 200, body: wireMessage(edited, world) };
    }),
    limited(limit, "DELETE", one, (call) => {
      world.book.remove(messageOf(call, interactionOf(call)));
      return { status: 204 };
    }),
    limited(limit, "POST", "/webhooks/:application/:token", (call) => {
      const interaction = interactionOf(call);
      const original = world.book.find(interaction.originalId);
      const written = writing(world, call, interaction);
      if (original && original.flags & flag.loading) {
        const body = { ...written.body, flags: (written.body.flags ?? 0) & ~flag.ephemeral };
        const edited = world.book.edit(original, draftBotEdit(world, original, { ...written, body }, "webhook"));
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
    }),
  ];
}

function writing(world: World, { body, uploads }: ReadRequest, { place }: Interaction, at: string[] = []): Writing {
  return {
    body: parseForm(messageBody, body ?? {}, at),
    sent: body,
    uploads,
    at,
    maxFileBytes: world.files.interactionMaxBytes,
    channelId: place.id,
  };
}

const FITTING: Readonly<Record<Interaction["kind"], readonly number[]>> = {
  [kind.command]: [4, 5, 9],
  [kind.component]: [4, 5, 6, 7, 9],
  [kind.autocomplete]: [8],
  // Only a form that was opened from a component has a message to update.
  [kind.form]: [4, 5, 6, 7],
};

const ANSWER_FLAGS = flag.suppressEmbeds | flag.ephemeral | flag.suppressNotifications | flag.componentsV2;

const outer = z.object({ type: z.int(), data: z.unknown().optional() });
const deferral = z.object({ flags: z.int().nullish() });
const choices = z.object({
  choices: z
    .array(
      z.object({
        name: z.string().min(1).max(limits.choiceName),
        value: z.union([z.string().max(limits.choiceValue), z.number()]),
      }),
    )
    .max(limits.commandChoices),
});

/** A late or wrong answer counts as none. */
export function takeResponse(world: World, { id, token }: Interaction, body: unknown): void {
  try {
    answerInteraction(world, world.interactions.awaitingAnswer(id, token), { body, uploads: [] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function answerInteraction(world: World, interaction: Interaction, request: ReadRequest) {
  const { type, data } = parseForm(outer, request.body);
  const isFitting =
    FITTING[interaction.kind].includes(type) &&
    (interaction.kind !== kind.form || type < 6 || interaction.messageId !== null);
  if (!isFitting)
    throw invalidForm([
      fault(["type"], "BASE_TYPE_CHOICES", `Callback type ${type} does not answer this interaction.`),
    ]);
  const carryOut = prepare(world, interaction, { type, body: data, uploads: request.uploads });
  world.interactions.answered(interaction, request.body);
  if (interaction.kind === kind.form && interaction.opener) world.forms.close(interaction.opener.id);
  const message = carryOut();
  if (message) interaction.originalId = message.id;
  return { type, message };
}

interface Given extends ReadRequest {
  readonly type: number;
}

function prepare(world: World, interaction: Interaction, given: Given): () => StoredMessage | null {
  const { place } = interaction;
  const hidden = world.visitors.areHidden && place.kind === "visited" ? flag.ephemeral : 0;
  const add = (draft: Draft, allowed?: AllowedMentions | null) =>
    addBotMessage(
      world,
      { ...draft, flags: draft.flags | hidden },
      { place, type: answerType(interaction), allowed, madeBy: interaction, reference: interaction.messageId },
    );
  switch (given.type) {
    case 4: {
      const written = writing(world, given, interaction, ["data"]);
      const draft = draftMessage(written, ANSWER_FLAGS, world);
      return () => add(draft, written.body.allowed_mentions);
    }
    case 5: {
      const asked = parseForm(deferral, given.body ?? {}, ["data"]).flags ?? 0;
      if ((asked & ~flag.ephemeral) !== 0)
        throw invalidForm([fault(["data", "flags"], "BASE_TYPE_BAD_FLAGS", "A deferred answer takes EPHEMERAL only.")]);
      return () => add({ flags: asked | flag.loading, content: "", embeds: [], components: [], files: [] });
    }
    case 6:
      return () => world.book.find(interaction.messageId) ?? null;
    case 7: {
      const before = world.book.find(interaction.messageId);
      if (!before) throw refuse("unknown_message");
      const draft = draftBotEdit(world, before, writing(world, given, interaction, ["data"]), "webhook");
      return () => world.book.edit(before, draft);
    }
    case 8: {
      const offered = parseForm(choices, given.body, ["data"]).choices;
      return () => {
        interaction.typing?.offer(offered);
        return null;
      };
    }
    default: {
      const modal = parseForm(modalBody, given.body, ["data"]);
      return () => {
        world.forms.open(interaction, modal);
        return null;
      };
    }
  }
}
