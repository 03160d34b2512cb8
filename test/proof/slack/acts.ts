import { at } from "../recorder.ts";
import { type Envelope, type QuietPlace, type SlackContext, textAt } from "./context.ts";

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
