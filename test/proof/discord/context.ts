import type { Clock } from "../../../src/core/clock.ts";
import type { Task } from "../check.ts";
import type { Asked } from "../edge.ts";
import { at, textAt } from "../recorder.ts";
import { type Acts, actsBy, type QuietPlace, type Tools } from "../run-checks.ts";
import type { Gateway } from "./gateway.ts";

/** The server, application and connection on Discord that the checks use. */
export interface DiscordPlace {
  readonly apiUrl: string;
  readonly token: string;
  readonly gateway: Gateway;
  readonly applicationId: string;
  readonly guildId: string;
  /** Where the platform can send HTTP requests. Null: nowhere. */
  readonly reachable: Reachable | null;
  /** The person's direct messages, known after the first command, so that not every check needs a command. */
  readonly met: { quiet: QuietPlace | null };
}

export interface Reachable {
  /** The public URL of `port`, without a path. Null: use the loopback address. */
  readonly address: string | null;
  /** The port to listen on. 0 means any free port. */
  readonly port: number;
  /** The time with which the platform signs requests. */
  readonly clock: Clock;
}

export interface DiscordRequest {
  readonly method: Asked["method"];
  /** The path below `/v10`, with `:names` for parameters. */
  readonly route: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A file of that many bytes, sent with the body. */
  readonly file?: { readonly name: string; readonly bytes: number };
  /** How the request is authorized. Default: the bot's token. "route": by a token in the path. */
  readonly by?: "bot" | "route" | "wrong token";
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly channelId: string;
  readonly userId: string;
  readonly payload: unknown;
}

export interface DiscordContext extends Acts<DiscordPlace, DiscordRequest> {
  /** Asks the person to do the task, and returns the interaction that it causes. Checks its fields. */
  comes(rule: string, task: Task, fields: readonly string[]): Promise<Interaction>;
}

/** The interaction type that each task causes. */
const KINDS: Readonly<Partial<Record<Task["kind"], number>>> = {
  command: 2,
  "uses on message": 2,
  press: 3,
  "types into": 4,
  submit: 5,
};

export function discordContext(tools: Tools<DiscordPlace>): DiscordContext {
  const { place, person, recorder } = tools;
  return {
    ...actsBy(tools, askedOf),
    async comes(rule, task, fields) {
      const coming = place.gateway.next(
        "INTERACTION_CREATE",
        (payload) => at(payload, "type") === KINDS[task.kind],
        person.skipped(),
      );
      coming.catch(() => undefined);
      await person.does("discord", task);
      const payload = await coming;
      recorder.event(rule, { type: `INTERACTION_CREATE ${at(payload, "type")}`, payload }, fields);
      const userId = at(payload, "member.user.id") ?? at(payload, "user.id");
      return {
        id: textAt(payload, "id"),
        token: textAt(payload, "token"),
        channelId: textAt(payload, "channel_id"),
        userId: String(userId),
        payload,
      };
    },
  };
}

/** The platform's own error code, or null if there is none. */
export function discordCode({ status, body }: { readonly status: number; readonly body: unknown }): number | null {
  if (status < 400) return null;
  const code = at(body, "code");
  return typeof code === "number" ? code : null;
}

export function askedOf({ apiUrl, token }: Pick<DiscordPlace, "apiUrl" | "token">, request: DiscordRequest): Asked {
  const { method, route, params = {}, query, body, file, by = "bot" } = request;
  const path = route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const url = `${apiUrl}/v10${path}${search}`;
  const rights: Readonly<Record<string, string>> =
    by === "route" ? {} : { authorization: `Bot ${by === "bot" ? token : "none"}` };
  const agent = { "user-agent": "DiscordBot (reelay proof, 1)" };
  const base = { method, template: `${route}${query ? `?${Object.keys(query).join("&")}` : ""}`, url };
  const headers = { ...rights, ...agent };
  if (file) return { ...base, headers, body: formOf(body, file) };
  if (body === undefined) return { ...base, headers };
  return { ...base, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

function formOf(body: unknown, file: { readonly name: string; readonly bytes: number }): FormData {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(body ?? {}));
  form.set("files[0]", new Blob([new Uint8Array(file.bytes)]), file.name);
  return form;
}

/** The name of the commands, `/proof`, so that they do not replace those of a running bot. */
export const PREFIX = "proof";
const CALLBACK = "/interactions/:interaction/:token/callback";
const ORIGINAL = "/webhooks/:application/:token/messages/@original";
export const FOLLOW_UP = "/webhooks/:application/:token";
const MESSAGES = "/channels/:channel/messages";
export const MESSAGE = "/channels/:channel/messages/:message";
export const EPHEMERAL = 1 << 6;
export const V2 = 1 << 15;
export const QUIET = { parse: [] };

/** Asks the person to type `/proof` with a prompt. */
export function typed(context: DiscordContext, rule: string, where?: "thread"): Promise<Interaction> {
  const task = { kind: "command", name: PREFIX, options: { prompt: "a paper boat" }, ...(where && { where }) } as const;
  const fields = ["id", "token", "application_id", "channel_id", "data.id", "data.name", "attachment_size_limit"];
  const others = ["app_permissions", "authorizing_integration_owners", "locale", "context"];
  return context.comes(rule, task, [...fields, ...others]);
}

/** A response to an interaction. */
export function callback({ id, token }: Pick<Interaction, "id" | "token">, body: unknown) {
  return { method: "POST", route: CALLBACK, params: { interaction: id, token }, body, by: "route" } as const;
}

/** Sends the first response to an interaction, and requests the resulting message with it. */
export function answer(
  context: DiscordContext,
  rule: string,
  of: Pick<Interaction, "id" | "token">,
  body: unknown,
): Promise<unknown> {
  const request = { ...callback(of, body), query: { with_response: "true" } };
  return context.ask(rule, request, ["interaction.id", "resource.type"]);
}

/** Asks for a command, defers the response, and returns the message of the response. */
export async function deferred(context: DiscordContext, flags = 0) {
  const interaction = await typed(context, "a typed command arrives");
  const deferral = { type: 5, data: { flags } };
  const answered = await answer(context, "a deferred response returns its message", interaction, deferral);
  const messageId = textAt(answered, "interaction.response_message_id");
  if (!(flags & EPHEMERAL)) tidyMessage(context, interaction.channelId, messageId);
  return { interaction, messageId, answered };
}

/** A request for the response message, with the interaction's token. */
export function byToken(
  context: DiscordContext,
  { token }: Pick<Interaction, "token">,
  method: "GET" | "PATCH" | "DELETE",
  body?: unknown,
) {
  const params = { application: context.place.applicationId, token };
  return { method, route: ORIGINAL, params, by: "route", ...(body === undefined ? {} : { body }) } as const;
}

/** An error response with Discord's code. */
export const no = (status: number, code: number) => ({ status, code });
/** Reads the latest messages of a channel. */
export const newestIn = (channel: string, limit: string) =>
  ({ method: "GET", route: MESSAGES, params: { channel }, query: { limit } }) as const;
/** Requests that create and delete a message. */
export const postTo = (channel: string, body: unknown) =>
  ({ method: "POST", route: MESSAGES, params: { channel }, body }) as const;
export const removalOf = (channel: string, message: string) =>
  ({ method: "DELETE", route: MESSAGE, params: { channel, message } }) as const;

/** Posts a message with the bot's token. The message is deleted after the check. */
export async function posted(context: DiscordContext, rule: string, channel: string, body: object): Promise<string> {
  const request = postTo(channel, { allowed_mentions: QUIET, ...body });
  const answered = await context.ask(rule, request, ["id", "channel_id", "author.id", "flags"]);
  const id = textAt(answered, "id");
  tidyMessage(context, channel, id);
  return id;
}

export function editOf(channel: string, message: string, body: unknown) {
  return { method: "PATCH", route: MESSAGE, params: { channel, message }, body } as const;
}

/** Opens the person's direct messages with the bot, where nobody else sees anything. */
export async function directMessages(context: DiscordContext, userId: string): Promise<string> {
  const request = { method: "POST", route: "/users/@me/channels", body: { recipient_id: userId } } as const;
  return textAt(await context.ask("direct messages can be opened", request, ["id", "type"]), "id");
}

/** Returns the person's direct messages, and asks for a first command if they are not known yet. */
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
  afterwards(() => tidy(removalOf(channel, message)));
}
