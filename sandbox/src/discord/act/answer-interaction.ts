import { z } from "zod";
import { flag, limits } from "../limits.ts";
import { addBotMessage, answerType } from "../message/bot-message.ts";
import { type Draft, draftEdit, draftMessage, type Writing } from "../message/draft.ts";
import type { StoredMessage } from "../message/stored-message.ts";
import { invalidForm, refuse } from "../routes/refusal.ts";
import type { ReadRequest } from "../routes/upload.ts";
import { messageBody } from "../schema/message-schema.ts";
import { modalBody } from "../schema/modal-schema.ts";
import type { World } from "../world.ts";
import { type Interaction, kind } from "./interaction.ts";
import { parseForm } from "./parse-form.ts";

/** Which answers fit which interaction. Source: Discord's API documentation (read 2026-11-21). */
const FITTING: Readonly<Record<Interaction["kind"], readonly number[]>> = {
  [kind.command]: [4, 5, 9],
  [kind.component]: [4, 5, 6, 7, 9],
  [kind.autocomplete]: [8],
  // Only a form that was opened from a component has a message to update.
  [kind.form]: [4, 5, 6, 7],
};

/** What may be set in an answer and in a follow-up. */
export const ANSWER_FLAGS = flag.suppressEmbeds | flag.ephemeral | flag.suppressNotifications | flag.componentsV2;

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

/** What `?with_response=true` tells of the answer. */
export interface Answered {
  readonly type: number;
  readonly message: StoredMessage | null;
}

/** The first answer to an interaction; an answer that is refused leaves the interaction waiting. */
export function answerInteraction(world: World, interaction: Interaction, request: ReadRequest): Answered {
  const { type, data } = parseForm(outer, request.body);
  const isFitting =
    FITTING[interaction.kind].includes(type) &&
    (interaction.kind !== kind.form || type < 6 || interaction.messageId !== null);
  if (!isFitting)
    throw invalidForm([
      { path: ["type"], code: "BASE_TYPE_CHOICES", message: `Callback type ${type} does not answer this interaction.` },
    ]);
  const carryOut = prepare(world, interaction, { type, data, uploads: request.uploads });
  world.interactions.answered(interaction, request.body);
  if (interaction.kind === kind.form && interaction.opener) world.forms.close(interaction.opener.id);
  const message = carryOut();
  if (message) world.interactions.setOriginal(interaction, message.id);
  return { type, message };
}

interface Given {
  readonly type: number;
  readonly data: unknown;
  readonly uploads: ReadRequest["uploads"];
}

/** Checks everything now, so that what it returns cannot be refused any more. */
function prepare(world: World, interaction: Interaction, given: Given): () => StoredMessage | null {
  const { place } = interaction;
  const hidden = world.visitors.areHidden && place.kind === "visited" ? flag.ephemeral : 0;
  const add = (draft: Draft, body: ReturnType<typeof writing>["body"] | null) =>
    addBotMessage(
      world,
      { ...draft, flags: draft.flags | hidden },
      {
        place,
        type: answerType(interaction),
        allowed: body?.allowed_mentions,
        madeBy: interaction,
        reference: interaction.messageId,
      },
    );
  switch (given.type) {
    case 4: {
      const written = writing(world, interaction, given);
      const draft = draftMessage(written, ANSWER_FLAGS, world);
      return () => add(draft, written.body);
    }
    case 5: {
      const asked = parseForm(deferral, given.data ?? {}, ["data"]).flags ?? 0;
      if ((asked & ~flag.ephemeral) !== 0)
        throw invalidForm([
          { path: ["data", "flags"], code: "BASE_TYPE_BAD_FLAGS", message: "A deferred answer takes EPHEMERAL only." },
        ]);
      return () => add({ flags: asked | flag.loading, content: "", embeds: [], components: [], files: [] }, null);
    }
    case 6:
      return () => world.book.find(interaction.messageId) ?? null;
    case 7: {
      const before = world.book.find(interaction.messageId);
      if (!before) throw refuse("unknown_message");
      const draft = draftEdit(writing(world, interaction, given), before, world);
      return () => world.book.edit(before, draft);
    }
    case 8: {
      const offered = parseForm(choices, given.data, ["data"]).choices;
      return () => {
        world.typing.get(interaction.id)?.offer(offered);
        return null;
      };
    }
    default: {
      const modal = parseForm(modalBody, given.data, ["data"]);
      return () => {
        world.forms.open(interaction, modal);
        return null;
      };
    }
  }
}

function writing(world: World, { place }: Interaction, { data, uploads }: Given): Writing {
  return {
    body: parseForm(messageBody, data ?? {}, ["data"]),
    sent: data,
    uploads,
    at: ["data"],
    maxFileBytes: world.files.interactionMaxBytes,
    channelId: place.id,
  };
}
