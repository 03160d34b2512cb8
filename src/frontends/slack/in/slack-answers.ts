import type { RespondArguments, types } from "@slack/bolt";
import { z } from "zod";
import type { ChatMessage, Form, SlackReply } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { InLanguage } from "../../../core/front-end.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import { type ClientOf, callAt, type PostToUrl, type Whereabouts } from "../out/slack-calls.ts";
import type { Locales } from "../out/slack-profiles.ts";
import { newMessage, tryEach, type Ways } from "../out/slack-ways.ts";
import { formView, messageView, unpackOrigin } from "../out/write-slack-form.ts";
import { writeMessage } from "../out/write-slack-message.ts";
import { mentioned, truncate } from "../out/write-slack-text.ts";
import { limits, times } from "../slack-limits.ts";
import type { SlackWords } from "../slack-words.ts";
import type { Incoming, Press, Submission } from "./read-slack.ts";
import { flag, foreignEvent } from "./slack-payloads.ts";

/** Each function first answers within Slack's three seconds, then logs failures. */
export interface Responder {
  accept(): Promise<void>;
  send(message: ChatMessage): Promise<void>;
  /** Replaces a private message. For any other, sends a new one. */
  replace(message: ChatMessage): Promise<void>;
  open(form: Form): Promise<void>;
  pointOut(field: string, text: string, message: ChatMessage): Promise<void>;
  /** Shows `message` only if the returned function can replace it. */
  work(message: ChatMessage): Promise<(done: ChatMessage) => Promise<void>>;
  removeMessage(): Promise<boolean>;
}

export interface ResponderTools {
  readonly clientOf: ClientOf;
  /** Also true if this cannot be determined. */
  isInstalled(where: Whereabouts): Promise<boolean>;
  readonly ways: Ways;
  readonly postToUrl: PostToUrl;
  readonly clock: Clock;
  readonly log: Log;
  readonly locales: Locales;
  readonly wordsIn: InLanguage<SlackWords>;
  readonly takesFiles: boolean;
}

/** The response_url needs no membership, but does not reach a thread. */
export async function replyPrivately(
  { ways, clock, log }: ResponderTools,
  reply: SlackReply,
  message: ChatMessage,
): Promise<void> {
  const written = writeMessage(message, { naming: mentioned });
  const byUrl = () => ways.privatelyThroughUrl(reply, written);
  const inThread = () => ways.ephemeral(reply, written);
  const direct = () => ways.direct(reply, newMessage(message, { naming: mentioned }));
  const all = [...(reply.threadTs === undefined ? [byUrl, inThread] : [inThread, byUrl]), direct];
  const sent = await tryEach(all.map((way) => () => withRetries(clock, way, { isRepeatable: false })));
  if (!sent.ok) log.warn("slack private answer lost", { ...sent.refusal });
}

function responderBy(send: Responder["send"], own: Pick<Responder, "open"> & Partial<Responder>): Responder {
  const { accept = async () => {} } = own;
  return {
    accept,
    send,
    replace: send,
    pointOut: (_field, _text, message) => send(message),
    work: async () => send,
    removeMessage: () => accept().then(() => false),
    ...own,
  };
}

/** `ack` may carry a private message. It returns false if it failed. */
export function slashResponder(
  tools: ResponderTools,
  incoming: Incoming,
  ack: (body?: RespondArguments) => Promise<boolean>,
): Responder {
  const { reply } = incoming;
  const answer = (message: ChatMessage) =>
    ack({ response_type: "ephemeral", ...writeMessage(message, { naming: mentioned }) });
  const send = async (message: ChatMessage) => {
    // The acknowledgment is lost if its socket was renewed in the meantime.
    if (!(await answer(message))) await replyPrivately(tools, reply, message);
  };
  return responderBy(send, {
    accept: async () => void (await ack()),
    async open(form) {
      // The form's trigger and the command both expire after three seconds.
      await Promise.all([
        openForm(tools, incoming, {
          form,
          viewId: null,
          otherwise: (message) => replyPrivately(tools, reply, message),
        }),
        ack(),
      ]);
    },
    // The answer to a command cannot be replaced.
    async work() {
      await ack();
      return (done) => replyPrivately(tools, reply, done);
    },
  });
}

export type FormAck =
  | { readonly response_action: "errors"; readonly errors: { [field: string]: string } }
  | { readonly response_action: "update"; readonly view: types.ModalView };

export function formResponder(
  tools: ResponderTools,
  submission: Submission,
  ack: (body?: FormAck) => Promise<void>,
): Responder {
  const { command, reply, origin, viewId, fields } = submission;
  const { takesFiles } = tools;
  const words = tools.wordsIn(command.locale).form;
  const send: Responder["send"] = async (message) => {
    await ack();
    await replyPrivately(tools, reply, message);
  };
  return responderBy(send, {
    accept: () => ack(),
    open: (form) => ack({ response_action: "update", view: formView(form, origin, { takesFiles, words }) }),
    // If the form lacks the field, Slack would show an error of its own.
    pointOut: (field, text, message) =>
      fields.includes(field)
        ? ack({ response_action: "errors", errors: { [field]: truncate(text, limits.errorText) } })
        : send(message),
    async work(message) {
      await ack({ response_action: "update", view: messageView(message, origin, words) });
      return (done) => showInView(tools, submission, { viewId, message: done });
    },
  });
}

/** Responds to a press that is already acknowledged. */
export function pressResponder(tools: ResponderTools, press: Press): Responder {
  const { command, reply, message: pressed, viewId } = press;
  if (press.isAtHome) return windowResponder(tools, press);
  const { clientOf, postToUrl, clock, log } = tools;
  const { responseUrl } = reply;
  const { act } = command;
  // A press never replaces a card, not even a private one.
  const isOfCard = act.kind === "press" && "jobId" in act.action;

  const send = (message: ChatMessage) =>
    viewId === null ? replyPrivately(tools, reply, message) : showInView(tools, press, { viewId, message });

  /** A private message never replaces a public card. */
  async function replace(message: ChatMessage): Promise<void> {
    if (!pressed?.isEphemeral || responseUrl === null) return send(message);
    const body = { replace_original: true, ...writeMessage(message, { naming: mentioned }) };
    const replaced = await withRetries(clock, () => postToUrl(responseUrl, body));
    if (!replaced.ok) await send(message);
  }

  return responderBy(send, {
    replace,
    open: (form) => openForm(tools, press, { form, viewId, otherwise: send }),
    async work(message) {
      const show = isOfCard ? send : replace;
      const isReplaced = viewId !== null || (!isOfCard && pressed?.isEphemeral && responseUrl !== null);
      if (isReplaced) await show(message);
      return show;
    },
    async removeMessage() {
      if (pressed === null) return false;
      const { channelId: channel, ts, isEphemeral } = pressed;
      if (!isEphemeral) {
        const deleted = await callAt(clientOf, reply, (client) => client.chat.delete({ channel, ts }));
        if (deleted.ok) return true;
        if (deleted.refusal.kind !== "not_here") return false;
      }
      if (responseUrl === null) return false;
      const removed = await withRetries(clock, () => postToUrl(responseUrl, { delete_original: true }));
      if (!removed.ok) log.warn("slack message not removed", { ...removed.refusal });
      return removed.ok;
    },
  });
}

/** There is no message to reply to, so each message opens in a modal. */
export function windowResponder(tools: ResponderTools, incoming: Incoming): Responder {
  const { command, reply, origin } = incoming;
  const words = tools.wordsIn(command.locale).form;

  async function work(message: ChatMessage): Promise<Responder["send"] | null> {
    const opened = await openView(tools, incoming, messageView(message, origin, words));
    if (!opened.ok) return null;
    const viewId = opened.value.view?.id;
    return viewId === undefined ? later : (done) => showInView(tools, incoming, { viewId, message: done });
  }
  const later = (message: ChatMessage) => replyPrivately(tools, reply, message);
  const send = async (message: ChatMessage) => {
    if ((await work(message)) === null) await later(message);
  };
  return responderBy(send, {
    open: (form) => openForm(tools, incoming, { form, viewId: null, otherwise: later }),
    work: async (message) => (await work(message)) ?? later,
  });
}

/** Answers privately, except in the direct message. */
export function eventResponder(tools: ResponderTools, { reply, command }: Incoming, isDirect: boolean): Responder {
  async function send(message: ChatMessage): Promise<void> {
    if (!isDirect) return replyPrivately(tools, reply, message);
    const sent = await tools.ways.inChannel(reply, newMessage(message, { naming: mentioned }));
    if (!sent.ok) tools.log.warn("slack private answer lost", { ...sent.refusal });
  }
  // A message has no trigger to open a form with, and never needs one.
  return responderBy(send, {
    open: async () => tools.log.error("slack form without a trigger", { act: command.act.kind }),
  });
}

function openView({ clientOf }: ResponderTools, { reply, triggerId }: Incoming, view: types.ModalView) {
  return callAt(clientOf, reply, (client) => client.views.open({ trigger_id: triggerId, view }));
}

async function openForm(
  tools: ResponderTools,
  incoming: Incoming,
  how: { readonly form: Form; readonly viewId: string | null; readonly otherwise: Responder["send"] },
): Promise<void> {
  const { form, viewId, otherwise } = how;
  const { clientOf, log, takesFiles } = tools;
  const { form: words, closed, notOpened } = tools.wordsIn(incoming.command.locale);
  const view = formView(form, incoming.origin, { takesFiles, words });
  const opened = await (viewId === null
    ? openView(tools, incoming, view)
    : callAt(clientOf, incoming.reply, (client) => client.views.update({ view_id: viewId, view })));
  if (opened.ok) return;
  log.warn("slack form not opened", { ...opened.refusal });
  const { refusal } = opened;
  await otherwise(refusal.kind === "not_here" && TRIGGER_CODES.has(refusal.code) ? closed : notOpened);
}

/** The trigger has expired or was already used. Source: docs, methods/views.open#errors (read 2026-11-21). */
const TRIGGER_CODES: ReadonlySet<string> = new Set([
  "expired_trigger_id",
  "exchanged_trigger_id",
  "invalid_trigger_id",
]);

/** If the person closed the view, sends the message privately. */
export async function showInView(
  tools: ResponderTools,
  { command, reply, origin }: Incoming,
  { viewId, message }: { readonly viewId: string; readonly message: ChatMessage },
): Promise<void> {
  const { clientOf, clock, wordsIn } = tools;
  const view = messageView(message, origin, wordsIn(command.locale).form);
  // Retried, because otherwise the form could show forever that the key is being checked.
  const shown = await withRetries(clock, () =>
    callAt(clientOf, reply, (client) => client.views.update({ view_id: viewId, view })),
  );
  if (!shown.ok) await replyPrivately(tools, reply, message);
}

const id = z.string().min(1).nullable().catch(null);
const entity = z.object({ id }).nullable().catch(null);

/** Reads only what is needed to reach a person: the rest may be invalid. */
const reachable = z.object({
  response_url: id,
  view: z.object({ private_metadata: z.string() }).nullable().catch(null),
  user_id: id,
  user: entity,
  team_id: id,
  team: entity,
  enterprise_id: id,
  enterprise: entity,
  is_enterprise_install: flag,
  channel_id: id,
  channel: entity,
  event: z.object({ text: z.string(), user: id, channel: id, thread_ts: id }).nullable().catch(null),
});

export async function replyWithError(
  tools: ResponderTools,
  payload: unknown,
  what: "unreadable" | "somethingWentWrong",
): Promise<void> {
  const { data } = reachable.safeParse(payload);
  // Answering the bot's own message would cause an endless loop.
  const event = foreignEvent.safeParse(payload).success ? null : data?.event;
  const userId = data?.user_id ?? data?.user?.id ?? event?.user;
  if (!data || !userId) return;
  const carried = data.view ? unpackOrigin(data.view.private_metadata) : null;
  const origin = carried ?? {
    channelId: data.channel_id ?? data.channel?.id ?? event?.channel ?? userId,
    responseUrl: data.response_url,
    responseUrlUntil: tools.clock.now() + times.responseUrlMs,
    responseUrlUses: 0,
    ...(event?.thread_ts && { threadTs: event.thread_ts }),
  };
  const teamId = data.team_id ?? data.team?.id ?? "";
  const enterpriseId = data.is_enterprise_install ? (data.enterprise_id ?? data.enterprise?.id ?? null) : null;
  const card = { ts: null, cardChannelId: null, isUneditable: false };
  const locale = tools.locales.cachedLocale({ teamId, enterpriseId, userId });
  const reply = { platform: "slack", teamId, enterpriseId, userId, ...origin, ...card } as const;
  await replyPrivately(tools, reply, tools.wordsIn(locale)[what]);
}
