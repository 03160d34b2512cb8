import { NotTried, type Person, type Task } from "../check.ts";
import type { Answered, Asked, Edge } from "../edge.ts";
import { at, type Expected, type Recorder } from "../recorder.ts";
import type { Tidying } from "../run-checks.ts";
import type { Frames, Hears } from "../socket.ts";

/** The proof's workspace, app and connection on Slack. */
export interface SlackPlace {
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly socket: Frames;
  readonly botUserId: string;
  /** The slash command that the installed app has, with its slash. */
  readonly command: string;
  readonly withinMs: number;
  readonly hears?: Hears | undefined;
  /** The person's direct messages, once they have typed something: nobody types a command for each check. */
  readonly met: { quiet: QuietPlace | null };
}

/** The direct messages of the person with the bot: there nobody else sees anything. */
export interface QuietPlace {
  readonly channel: string;
  readonly userId: string;
}

export interface SlackRequest {
  /** A method of the Web API, such as `chat.postMessage`. */
  readonly method: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly by?: "bot" | "app" | "nobody" | "wrong token";
}

/** An act of a person, as it reached the proof. */
export interface Envelope {
  readonly payload: unknown;
  /** Acknowledges it, with an answer where the platform takes one. */
  ack(answer?: unknown): void;
}

export interface SlackContext {
  readonly place: SlackPlace;
  readonly person: Person;
  /** Calls it, waits out a rate limit, and holds the answer against what is expected: 200 and no error code. */
  ask(rule: string, request: SlackRequest, expected?: Partial<Expected>): Promise<Answered>;
  /** Posts to an address that Slack gave; the template is all that is kept of it. */
  post(
    rule: string,
    to: { readonly url: string; readonly template: string },
    body: unknown,
    expected?: Partial<Expected>,
  ): Promise<Answered>;
  /** The person does it, and what comes of it reaches the proof with those fields. */
  comes(rule: string, task: Task, fields: readonly string[], fits?: (payload: unknown) => boolean): Promise<Envelope>;
  holds(rule: string, is: boolean): void;
  event(rule: string, type: string, payload: unknown, fields: readonly string[]): void;
  wait(ms: number): Promise<void>;
  afterwards(act: Tidying): void;
  tidy(request: SlackRequest): Promise<Answered>;
}

const TRIES = 20;

interface Tools {
  readonly place: SlackPlace;
  readonly person: Person;
  readonly edge: Edge;
  readonly recorder: Recorder;
  readonly wait: (ms: number) => Promise<void>;
  readonly afterwards: SlackContext["afterwards"];
}

export function slackContext({ place, person, edge, recorder, wait, afterwards }: Tools): SlackContext {
  async function patiently(rule: string, asked: Asked, expected: Partial<Expected> = {}): Promise<Answered> {
    const wanted = { status: 200, ...expected };
    let answered = await edge(asked);
    for (let tries = 1; answered.status === 429 && wanted.status !== 429 && tries < TRIES; tries += 1) {
      await wait(1_000 * Number(answered.headers["retry-after"] ?? 1));
      answered = await edge(asked);
    }
    recorder.answer(rule, { asked, answered }, wanted);
    return answered;
  }

  return {
    place,
    person,
    wait,
    afterwards,
    tidy: (request) => edge(askedOf(place, request)),
    holds: recorder.fact,
    event: (rule, type, payload, fields) => recorder.event(rule, { type, payload }, fields),
    ask: (rule, request, expected) => patiently(rule, askedOf(place, request), expected),
    post(rule, { url, template }, body, expected) {
      const isBytes = body instanceof Uint8Array;
      const headers = { "content-type": isBytes ? "application/octet-stream" : "application/json" };
      return patiently(
        rule,
        { method: "POST", template, url, headers, body: isBytes ? body : JSON.stringify(body) },
        expected,
      );
    },
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

/** Slack's own code of a refusal; null: it took it. */
export function slackCode({ body, status }: Pick<Answered, "body" | "status">): string | null {
  const error = at(body, "error");
  if (typeof error === "string") return error;
  return status < 400 || typeof body !== "string" ? null : (/^[a-z_]{1,40}$/.exec(body)?.[0] ?? null);
}

/** A text at that path of an answer or an event; throws where there is none. */
export function textAt(value: unknown, path: string): string {
  const text = at(value, path);
  if (typeof text !== "string") throw new NotTried(`an answer before it had no ${path}`);
  return text;
}

export function askedOf(
  { apiUrl, botToken, appToken }: Pick<SlackPlace, "apiUrl" | "botToken" | "appToken">,
  { method, args = {}, by = "bot" }: SlackRequest,
): Asked {
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

const COMMAND_FIELDS = [
  "command",
  "text",
  "channel_id",
  "user_id",
  "team_id",
  "trigger_id",
  "response_url",
  "channel_name",
];
export const PRESS_FIELDS = ["trigger_id", "response_url", "user.id", "container.message_ts", "actions.0.action_id"];
const MESSAGE_FIELDS = ["ts", "channel", "message.user", "message.bot_id", "message.text"];

export interface Typed extends Envelope {
  readonly channel: string;
  readonly userId: string;
  readonly triggerId: string;
  readonly responseUrl: { readonly url: string; readonly template: string };
}

/** The person types the bot's command; it is acknowledged at once. */
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

/** A place of the person's own to write in, reached through the first command that they type. */
export async function quietPlace(context: SlackContext): Promise<QuietPlace> {
  const { met } = context.place;
  if (met.quiet) return met.quiet;
  const { userId } = await typed(context);
  const request = { method: "conversations.open", args: { users: userId } };
  const { body } = await context.ask("direct messages can be opened", request, { fields: ["channel.id"] });
  met.quiet = { channel: textAt(body, "channel.id"), userId };
  return met.quiet;
}

/** A new message; it goes again when the check is over. */
export async function posted(context: SlackContext, rule: string, channel: string, message: object): Promise<string> {
  const args = { channel, unfurl_links: false, unfurl_media: false, ...message };
  const { body } = await context.ask(rule, { method: "chat.postMessage", args }, { fields: MESSAGE_FIELDS });
  const ts = textAt(body, "ts");
  const where = textAt(body, "channel");
  context.afterwards(() => context.tidy({ method: "chat.delete", args: { channel: where, ts } }));
  return ts;
}

export const button = (actionId: string, text: string) => ({
  type: "actions",
  block_id: "proof",
  elements: [{ type: "button", action_id: actionId, text: { type: "plain_text", text } }],
});

export const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
