import type { Clock } from "../../../src/core/clock.ts";
import type { Task } from "../check.ts";
import type { Asked } from "../edge.ts";
import { at, textAt } from "../recorder.ts";
import { type Acts, actsBy, type QuietPlace, type Tools } from "../run-checks.ts";
import type { Gateway } from "./gateway.ts";

/** The proof's server, application and connection on Discord. */
export interface DiscordPlace {
  readonly apiUrl: string;
  readonly token: string;
  readonly gateway: Gateway;
  readonly applicationId: string;
  readonly guildId: string;
  /** Where the platform can send requests to the proof; null: nowhere. */
  readonly reachable: Reachable | null;
  /** The person's direct messages, once they have typed something: nobody types a command for each check. */
  readonly met: { quiet: QuietPlace | null };
}

export interface Reachable {
  /** The public address of `port`, without a path; null: loopback is enough. */
  readonly address: string | null;
  /** The port on which the proof listens; 0 takes any free port. */
  readonly port: number;
  /** The platform's own time, by which it signs. */
  readonly clock: Clock;
}

export interface DiscordRequest {
  readonly method: Asked["method"];
  /** Below `/v10`, with `:names`. */
  readonly route: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In bytes; goes with the body as the one file. */
  readonly file?: { readonly name: string; readonly bytes: number };
  /** By whose right: the bot's token if nothing is said; a token in the route needs none. */
  readonly by?: "bot" | "route" | "wrong token";
}

/** An interaction that reached the proof. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly channelId: string;
  readonly userId: string;
  readonly payload: unknown;
}

export interface DiscordContext extends Acts<DiscordPlace, DiscordRequest> {
  /** The person does it, and what comes of it reaches the proof with those fields. */
  comes(rule: string, task: Task, fields: readonly string[]): Promise<Interaction>;
}

/** The type of interaction that an act becomes. */
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

/** The platform's own code; one that is 0 where it named none. */
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

/** The commands of the proof: `/proof`, beside those of a bot that runs elsewhere. */
export const PREFIX = "proof";
const CALLBACK = "/interactions/:interaction/:token/callback";
const ORIGINAL = "/webhooks/:application/:token/messages/@original";
export const FOLLOW_UP = "/webhooks/:application/:token";
const MESSAGES = "/channels/:channel/messages";
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

/** An answer to an interaction by its own token. */
export function callback({ id, token }: Pick<Interaction, "id" | "token">, body: unknown) {
  return { method: "POST", route: CALLBACK, params: { interaction: id, token }, body, by: "route" } as const;
}

/** The first answer to an interaction, with what became of it asked for. */
export function answer(
  context: DiscordContext,
  rule: string,
  of: Pick<Interaction, "id" | "token">,
  body: unknown,
): Promise<unknown> {
  const request = { ...callback(of, body), query: { with_response: "true" } };
  return context.ask(rule, request, ["interaction.id", "resource.type"]);
}

/** A command that was typed and deferred, and the message that stands for its answer. */
export async function deferred(context: DiscordContext, flags = 0) {
  const interaction = await typed(context, "a typed command arrives");
  const deferral = { type: 5, data: { flags } };
  const answered = await answer(context, "a deferred answer tells its message", interaction, deferral);
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

/** A refusal by Discord, with its own code. */
export const no = (status: number, code: number) => ({ status, code });
/** The newest messages of a channel. */
export const newestIn = (channel: string, limit: string) =>
  ({ method: "GET", route: MESSAGES, params: { channel }, query: { limit } }) as const;
/** A new message, and one that is there. */
export const postTo = (channel: string, body: unknown) =>
  ({ method: "POST", route: MESSAGES, params: { channel }, body }) as const;
export const removalOf = (channel: string, message: string) =>
  ({ method: "DELETE", route: MESSAGE, params: { channel, message } }) as const;

/** A new message by the bot's own token; it goes again when the check is over. */
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

/** The direct messages of the person with the bot: there nobody else sees anything. */
export async function directMessages(context: DiscordContext, userId: string): Promise<string> {
  const request = { method: "POST", route: "/users/@me/channels", body: { recipient_id: userId } } as const;
  return textAt(await context.ask("direct messages can be opened", request, ["id", "type"]), "id");
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
  afterwards(() => tidy(removalOf(channel, message)));
}
