import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  ApplicationCommandUpdateRequestSchema,
  ApplicationFormPartialSchema,
  CreateMessageInteractionCallbackRequestSchema,
  CreatePrivateChannelRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from "discord-api-spec/zod";
import { z } from "zod";
import { flag } from "../../sandbox/src/discord/discord-limits.ts";
import { channelMessageBody, messageBody } from "../../sandbox/src/discord/message-schema.ts";
import { modalBody } from "../../sandbox/src/discord/modal-schema.ts";
import { commandFaults, deferralFaults, formFaults, messageFaultsOf, type Rule } from "./discord-rules.ts";

/** A request that the bot may make. Any request that is not listed is a fault. */
export interface DiscordRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: RegExp;
  /** True: the request must have the bot's token. False: it must not have it. */
  readonly needsBot: boolean;
  /** Null: no body. `schema` is Discord's own, and `rules` checks what the schema does not. */
  readonly body: ((body: unknown) => { readonly schema: z.core.$ZodType; readonly rules: Rule }) | null;
}

const ANSWER_FLAGS = flag.suppressEmbeds | flag.ephemeral | flag.suppressNotifications | flag.componentsV2;
const POST_FLAGS = flag.suppressEmbeds | flag.suppressNotifications | flag.componentsV2;
const EDIT_FLAGS = flag.suppressEmbeds | flag.ephemeral | flag.componentsV2;

const answer = messageFaultsOf({ form: messageBody, flags: ANSWER_FLAGS, isNew: true });
const edit = messageFaultsOf({ form: messageBody, flags: EDIT_FLAGS, isNew: false });
const post = messageFaultsOf({ form: channelMessageBody, flags: POST_FLAGS, isNew: true });
const nothing: Rule = () => [];

const data =
  (rule: Rule): Rule =>
  (body, files) =>
    rule(z.object({ data: z.unknown() }).parse(body).data, files);

/** The bot's responses by their type. */
const callbacks: Readonly<Record<number, { readonly schema: z.core.$ZodType; readonly rules: Rule }>> = {
  4: { schema: CreateMessageInteractionCallbackRequestSchema, rules: data(answer) },
  5: { schema: CreateMessageInteractionCallbackRequestSchema, rules: data(deferralFaults) },
  6: { schema: UpdateMessageInteractionCallbackRequestSchema, rules: nothing },
  7: { schema: UpdateMessageInteractionCallbackRequestSchema, rules: data(edit) },
  8: { schema: ApplicationCommandAutocompleteCallbackRequestSchema, rules: nothing },
  9: { schema: ModalInteractionCallbackRequestSchema, rules: data(formFaults(modalBody)) },
};

function callback(body: unknown) {
  const read = z.object({ type: z.int() }).safeParse(body);
  return callbacks[read.success ? read.data.type : 0] ?? { schema: z.never(), rules: nothing };
}

const route = (
  method: DiscordRoute["method"],
  path: string,
  rest: Omit<DiscordRoute, "method" | "path">,
): DiscordRoute => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`), ...rest });
const bots = { needsBot: true, body: null };
const bare = { needsBot: false, body: null };
const takes = (schema: z.core.$ZodType, rules: Rule) => () => ({ schema, rules });

export const discordRoutes: readonly DiscordRoute[] = [
  route("GET", "/gateway", bare),
  route("GET", "/gateway/bot", bots),
  route("GET", "/applications/@me", bots),
  route("PATCH", "/applications/@me", { needsBot: true, body: takes(ApplicationFormPartialSchema, nothing) }),
  route("GET", "/guilds/:guild/members/:user", bots),
  route("GET", "/applications/:application/commands", bots),
  route("PUT", "/applications/:application/commands", {
    needsBot: true,
    body: takes(z.array(ApplicationCommandUpdateRequestSchema).max(130), commandFaults),
  }),
  route("POST", "/interactions/:interaction/:token/callback", { needsBot: false, body: callback }),
  route("POST", "/webhooks/:application/:token", {
    needsBot: false,
    body: takes(IncomingWebhookRequestPartialSchema, answer),
  }),
  route("GET", "/webhooks/:application/:token/messages/:message", bare),
  route("PATCH", "/webhooks/:application/:token/messages/:message", {
    needsBot: false,
    body: takes(IncomingWebhookUpdateRequestPartialSchema, edit),
  }),
  route("DELETE", "/webhooks/:application/:token/messages/:message", bare),
  route("GET", "/channels/:channel", bots),
  route("POST", "/channels/:channel/messages", { needsBot: true, body: takes(MessageCreateRequestSchema, post) }),
  route("GET", "/channels/:channel/messages", bots),
  route("GET", "/channels/:channel/messages/:message", bots),
  route("PATCH", "/channels/:channel/messages/:message", {
    needsBot: true,
    body: takes(MessageEditRequestPartialSchema, edit),
  }),
  route("DELETE", "/channels/:channel/messages/:message", bots),
  route("POST", "/users/@me/channels", { needsBot: true, body: takes(CreatePrivateChannelRequestSchema, nothing) }),
];
