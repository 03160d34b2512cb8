import type { Task } from "../check.ts";
import type { Answered, Asked } from "../edge.ts";
import { at, textAt } from "../recorder.ts";
import { type Acts, actsBy, type QuietPlace, type Tools } from "../run-checks.ts";
import type { Frames, Hears } from "../socket.ts";

/** The workspace, app and connection on Slack that the checks use. */
export interface SlackPlace {
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly socket: Frames;
  readonly botUserId: string;
  /** The installed app's slash command, with its slash. */
  readonly command: string;
  readonly withinMs: number;
  readonly receives?: Hears | undefined;
  /** The person's direct messages, known after the first command, so that not every check needs a command. */
  readonly met: { quiet: QuietPlace | null };
}

export type SlackRequest =
  | {
      /** A method of the Web API, such as `chat.postMessage`. */
      readonly method: string;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly by?: "bot" | "app" | "nobody" | "wrong token";
    }
  | {
      /** A URL from Slack. Only its template is recorded. */
      readonly to: { readonly url: string; readonly template: string };
      readonly body: unknown;
    };

export interface Envelope {
  readonly payload: unknown;
  /** Acknowledges the act, with a response if the platform accepts one. */
  ack(answer?: unknown): void;
}

export interface SlackContext extends Acts<SlackPlace, SlackRequest> {
  /** Asks the person to do the task, and returns the event that it causes. Checks its fields. */
  comes(rule: string, task: Task, fields: readonly string[], fits?: (payload: unknown) => boolean): Promise<Envelope>;
}

export function slackContext(tools: Tools<SlackPlace>): SlackContext {
  const { place, person, recorder } = tools;
  return {
    ...actsBy(tools, askedOf),
    async comes(rule, task, fields, fits = () => true) {
      const isIt = (frame: unknown) => at(frame, "envelope_id") !== undefined && fits(at(frame, "payload"));
      const coming = place.socket.next(isIt, { what: rule, signal: person.skipped() });
      coming.catch(() => undefined);
      await person.does("slack", task);
      const envelope = await coming;
      const payload = at(envelope, "payload");
      const kind = at(payload, "event.type") ?? at(payload, "type") ?? "";
      recorder.event(rule, { type: `${at(envelope, "type")} ${kind}`.trim(), payload }, fields);
      const id = at(envelope, "envelope_id");
      return {
        payload,
        ack: (answer) => place.socket.send({ envelope_id: id, ...(answer !== undefined && { payload: answer }) }),
      };
    },
  };
}

/** Slack's own error code, or null if there is none. */
export function slackCode({ body, status }: Pick<Answered, "body" | "status">): string | null {
  const error = at(body, "error");
  if (typeof error === "string") return error;
  return status < 400 || typeof body !== "string" ? null : (/^[a-z_]{1,40}$/.exec(body)?.[0] ?? null);
}

export function askedOf(
  { apiUrl, botToken, appToken }: Pick<SlackPlace, "apiUrl" | "botToken" | "appToken">,
  request: SlackRequest,
): Asked {
  if ("to" in request) {
    const isBytes = request.body instanceof Uint8Array;
    const headers = { "content-type": isBytes ? "application/octet-stream" : "application/json" };
    const body = request.body instanceof Uint8Array ? request.body : JSON.stringify(request.body);
    return { method: "POST", ...request.to, headers, body };
  }
  const { method, args = {}, by = "bot" } = request;
  const token = { bot: botToken, app: appToken, nobody: null, "wrong token": "xoxb-none" }[by];
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(args))
    if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  const type = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  return {
    method: "POST",
    template: `/api/${method}`,
    url: `${apiUrl}${method}`,
    headers: token === null ? type : { ...type, authorization: `Bearer ${token}` },
    body: form.toString(),
  };
}

const IDS = ["channel_id", "user_id", "team_id", "trigger_id"];
const COMMAND_FIELDS = ["command", "text", ...IDS, "response_url", "channel_name"];
export const PRESS_FIELDS = ["trigger_id", "response_url", "user.id", "container.message_ts", "actions.0.action_id"];
const MESSAGE_FIELDS = ["ts", "channel", "message.user", "message.bot_id", "message.text"];

export interface Typed extends Envelope {
  readonly channel: string;
  readonly userId: string;
  readonly triggerId: string;
  readonly responseUrl: { readonly url: string; readonly template: string };
}

/** Asks the person to type the bot's command, and acknowledges it at once. */
export async function typed(context: SlackContext): Promise<Typed> {
  const task = { kind: "slash", text: `${context.place.command} a paper boat` } as const;
  const isCommand = (payload: unknown) => at(payload, "command") !== undefined;
  const envelope = await context.comes("a typed command arrives", task, COMMAND_FIELDS, isCommand);
  envelope.ack();
  const { payload } = envelope;
  return {
    ...envelope,
    channel: textAt(payload, "channel_id"),
    userId: textAt(payload, "user_id"),
    triggerId: textAt(payload, "trigger_id"),
    responseUrl: { url: textAt(payload, "response_url"), template: "/commands/:team/:number/:secret" },
  };
}

/** Returns the person's direct messages, and asks for a first command if they are not known yet. */
export async function quietPlace(context: SlackContext): Promise<QuietPlace> {
  const { met } = context.place;
  if (met.quiet) return met.quiet;
  const { userId } = await typed(context);
  const request = { method: "conversations.open", args: { users: userId } };
  const opened = await context.ask("direct messages can be opened", request, ["channel.id"]);
  met.quiet = { channel: textAt(opened, "channel.id"), userId };
  return met.quiet;
}

/** Posts a message. The message is deleted after the check. */
export async function posted(context: SlackContext, rule: string, channel: string, message: object): Promise<string> {
  const args = { channel, unfurl_links: false, unfurl_media: false, ...message };
  const answered = await context.ask(rule, { method: "chat.postMessage", args }, MESSAGE_FIELDS);
  const [ts, where] = [textAt(answered, "ts"), textAt(answered, "channel")];
  context.afterwards(() => context.tidy({ method: "chat.delete", args: { channel: where, ts } }));
  return ts;
}

export const button = (actionId: string, text: string) => ({
  type: "actions",
  block_id: "proof",
  elements: [{ type: "button", action_id: actionId, text: { type: "plain_text", text } }],
});

export const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
