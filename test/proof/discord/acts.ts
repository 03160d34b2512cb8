import { at } from "../recorder.ts";
import { type DiscordContext, type Interaction, type QuietPlace, textAt } from "./context.ts";

/** The commands of the proof: `/proof`, beside those of a bot that runs elsewhere. */
export const PREFIX = "proof";
export const CALLBACK = "/interactions/:interaction/:token/callback";
const ORIGINAL = "/webhooks/:application/:token/messages/@original";
export const FOLLOW_UP = "/webhooks/:application/:token";
export const MESSAGES = "/channels/:channel/messages";
export const MESSAGE = "/channels/:channel/messages/:message";
export const EPHEMERAL = 1 << 6;
export const V2 = 1 << 15;
/** Nobody is pinged. */
export const QUIET = { parse: [] };

/** The person types `/proof` with a prompt. */
export function typed(context: DiscordContext, rule: string, where?: "thread"): Promise<Interaction> {
  const task = { kind: "command", name: PREFIX, options: { prompt: "a paper boat" }, ...(where && { where }) } as const;
  const fields = ["id", "token", "application_id", "channel_id", "data.id", "data.name", "attachment_size_limit"];
  const others = ["app_permissions", "authorizing_integration_owners", "locale", "context"];
  return context.comes(rule, task, [...fields, ...others]);
}

/** The first answer to an interaction, with what became of it asked for. */
export function answer(
  context: DiscordContext,
  rule: string,
  of: Pick<Interaction, "id" | "token">,
  body: unknown,
): Promise<unknown> {
  const params = { interaction: of.id, token: of.token };
  const query = { with_response: "true" };
  const request = { method: "POST", route: CALLBACK, params, query, body, by: "route" } as const;
  return context.ask(rule, request, { status: 200, fields: ["interaction.id", "resource.type"] });
}

/** A command that was typed and deferred, and the message that stands for its answer. */
export async function deferred(context: DiscordContext, flags = 0) {
  const interaction = await typed(context, "a typed command arrives");
  const answered = await answer(context, "a deferred answer tells its message", interaction, {
    type: 5,
    data: { flags },
  });
  const messageId = textAt(answered, "interaction.response_message_id");
  if (!(flags & EPHEMERAL)) tidyMessage(context, interaction.channelId, messageId);
  return { interaction, messageId, answered };
}

/** Asks by the interaction's own token. */
export function byToken(
  context: DiscordContext,
  { token }: Pick<Interaction, "token">,
  method: "GET" | "PATCH" | "DELETE",
  body?: unknown,
) {
  const params = { application: context.place.applicationId, token };
  return { method, route: ORIGINAL, params, by: "route", ...(body === undefined ? {} : { body }) } as const;
}

/** A new message by the bot's own token; it goes again when the check is over. */
export async function posted(context: DiscordContext, rule: string, channel: string, body: object): Promise<string> {
  const request = {
    method: "POST",
    route: MESSAGES,
    params: { channel },
    body: { allowed_mentions: QUIET, ...body },
  } as const;
  const answered = await context.ask(rule, request, {
    status: 200,
    fields: ["id", "channel_id", "author.id", "flags"],
  });
  const id = textAt(answered, "id");
  tidyMessage(context, channel, id);
  return id;
}

export function editOf(channel: string, message: string, body: unknown) {
  return { method: "PATCH", route: MESSAGE, params: { channel, message }, body } as const;
}

/** The direct messages of the person with the bot: there nobody else sees anything. */
export async function directMessages(context: DiscordContext, userId: string): Promise<string> {
  const request = { method: "POST", route: "/users/@me/channels", body: { recipient_id: userId } } as const;
  return textAt(
    await context.ask("direct messages can be opened", request, { status: 200, fields: ["id", "type"] }),
    "id",
  );
}

/** A place of the person's own to write in, reached through the first command that they type. */
export async function quietPlace(context: DiscordContext): Promise<QuietPlace> {
  const { met } = context.place;
  if (met.quiet) return met.quiet;
  const { interaction } = await deferred(context, EPHEMERAL);
  await context.tidy(byToken(context, interaction, "DELETE"));
  const { userId } = interaction;
  met.quiet = { channel: await directMessages(context, userId), userId };
  return met.quiet;
}

export const flagsOf = (message: unknown): number => Number(at(message, "flags") ?? 0);

export function tidyMessage({ afterwards, tidy }: DiscordContext, channel: string, message: string): void {
  afterwards(() => tidy({ method: "DELETE", route: MESSAGE, params: { channel, message } }));
}
