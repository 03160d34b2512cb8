import { randomUUID } from "node:crypto";
import type { EntryKind } from "../journal.ts";
import { isGuest, type Person } from "../people.ts";
import { messageAnswer, problemsOf } from "./answer.ts";
import { readContent } from "./check-blocks.ts";
import { type AnswerListener, type Envelope, nobodyWaits } from "./delivery.ts";
import { actionOf, channelIn, doneBy, eventPayload, messagePayload } from "./payloads.ts";
import { type Aim, findButton } from "./picks.ts";
import { journalRefusal } from "./slack-condition.ts";
import type { World } from "./slack-world.ts";
import type { SlackMessage } from "./timeline.ts";
import type { Form, Seated } from "./views.ts";
import { type Channel, channelName, ids } from "./workspace.ts";

export interface Act {
  readonly kind: Extract<EntryKind, "command" | "press" | "submit_form" | "shortcut" | "event">;
  readonly person: Person;
  readonly channelId?: string;
  readonly messageId?: string;
  readonly interactionId: string;
  readonly envelope: Envelope;
  readonly kept?: unknown;
  answered?(body: unknown): { readonly code: string; readonly why: string } | undefined;
  unanswered?(): void;
}

/** Slack repeats an unacknowledged event three times. Source: docs.slack.dev, apis/events-api (read 2026-11-21). */
const retryAfterMs = [0, 60_000, 300_000] as const;

export function act(world: Pick<World, "clock" | "journal" | "delivery" | "last">, done: Act): void {
  const { clock, journal, delivery, last } = world;
  const about = {
    place: "slack" as const,
    personId: done.person.id,
    ...(done.channelId !== undefined && { channelId: done.channelId }),
    ...(done.messageId !== undefined && { messageId: done.messageId }),
    interactionId: done.interactionId,
  };
  const refused = (code: string, why: string) =>
    journalRefusal(journal, {
      method: "ACK",
      path: done.envelope.type,
      status: 400,
      code,
      why,
      interactionId: done.interactionId,
    });

  journal.add({ ...about, kind: done.kind, payload: done.kept ?? done.envelope.payload });
  const listener: AnswerListener = {
    answered(ms, body) {
      journal.add({ ...about, kind: "answered", payload: { ms, body } });
      const refusal = done.answered?.(body);
      if (refusal) refused(refusal.code, refusal.why);
    },
    unanswered(error) {
      journal.add({ ...about, kind: "unanswered", payload: { error } });
      done.unanswered?.();
      if (envelope.type === "events_api") retryLater();
    },
    late: (ms) => refused("ack_too_late", `the answer came after ${ms} ms`),
  };
  const envelope: Envelope = { envelope_id: randomUUID(), ...done.envelope };
  let attempt = 0;
  const again = () => {
    attempt += 1;
    const retry = envelope.type === "events_api" ? { retry_attempt: attempt, retry_reason: "timeout" } : {};
    if (delivery.isReady()) delivery.send({ ...envelope, ...retry }, listener);
  };
  const retryLater = () => {
    const waitMs = retryAfterMs[attempt];
    if (waitMs !== undefined) clock.after(waitMs, again);
  };
  last.again = again;
  delivery.send(envelope, listener);
}

export async function connected({ journal, delivery }: Pick<World, "journal" | "delivery">, person: Person) {
  try {
    await delivery.ready();
  } catch (error) {
    journal.add({
      place: "slack",
      kind: "unanswered",
      personId: person.id,
      payload: { error: "dispatch_failed" },
    });
    throw error;
  }
}

export async function command(
  world: World,
  person: Seated,
  typed: { text: string; channel: Channel },
): Promise<string> {
  const { text, channel } = typed;
  const [, name, rest = ""] = /^(\/\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error(`not a slash command: ${text}`);
  const isIn = channel.members.has(person.slackId) || (isGuest(person) && channel.kind === "public");
  if (!isIn) throw new Error(`${person.name} is not in ${channel.name}`);

  const triggerId = await begin(world, person);
  const payload = {
    api_app_id: ids.appId,
    token: ids.verificationToken,
    team_id: ids.teamId,
    team_domain: ids.teamDomain,
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: person.slackId,
    user_name: person.id,
    command: name,
    text: escapeMarkup(rest),
    is_enterprise_install: "false",
    response_url: world.responseUrls.mint({
      kind: "commands",
      channelId: channel.id,
      slackUserId: person.slackId,
      interactionId: triggerId,
    }),
    trigger_id: triggerId,
  };
  act(world, {
    kind: "command",
    person,
    channelId: channel.id,
    interactionId: triggerId,
    envelope: { type: "slash_commands", payload, accepts_response_payload: true },
    answered: (body) => show(world, { person, channel, typed: escapeMarkup(text.trim()), triggerId }, body),
  });
  return triggerId;
}

function show(
  { timeline }: World,
  to: { person: Person; channel: Channel; typed: string; triggerId: string },
  body: unknown,
): { code: string; why: string } | undefined {
  const parsed = messageAnswer.safeParse(body, { reportInput: true });
  if (!parsed.success) return { code: "invalid_payload", why: problemsOf(parsed.error).join("; ") };
  const { response_type, ...content } = parsed.data;
  const isPublic = response_type === "in_channel";
  const isEmpty = content.text === undefined && content.blocks === undefined;
  const read = isEmpty ? undefined : readContent(content);
  if (read && !read.ok) return { code: read.error, why: read.why };

  const common = { channelId: to.channel.id, interactionId: to.triggerId };
  if (isPublic) timeline.post({ ...common, userId: to.person.slackId, text: to.typed, blocks: [] });
  if (read)
    timeline.post({
      ...common,
      text: read.text,
      blocks: read.blocks,
      sent: body,
      ephemeralFor: isPublic ? null : to.person.slackId,
    });
  return undefined;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export interface MessageToPost {
  readonly text: string;
  readonly channel: Channel;
  readonly threadTs?: string | undefined;
  readonly fileIds?: readonly string[];
  readonly deliveries?: number;
}

export function postMessage(
  world: World,
  person: Person,
  { text, channel, threadTs, fileIds = [], deliveries = 1 }: MessageToPost,
) {
  if (!channel.members.has(person.slackId)) throw new Error(`${person.name} is not in ${channel.name}`);
  if (text.trim() === "" && fileIds.length === 0) throw new Error("Slack sends no empty message");
  const files = fileIds.map((id) => {
    const file = world.files.find(id);
    if (file?.ownerId !== person.slackId) throw new Error(`${person.name} has no file ${id}`);
    return file;
  });
  const message = world.timeline.post({
    channelId: channel.id,
    userId: person.slackId,
    blocks: [],
    threadTs: threadTs ?? null,
    text: escapeMarkup(text).replace(new RegExp(`@${ids.botName}\\b`, "gi"), `<@${ids.botUserId}>`),
    fileIds: files.map(({ id }) => id),
  });
  const isMention = message.text.includes(`<@${ids.botUserId}>`);
  const event = { ...messagePayload(message, world.files), channel: channel.id, event_ts: message.ts };
  if (channel.kind === "im") {
    const subtype = files.length > 0 ? { subtype: "file_share" } : {};
    sendEvent(world, person, { ...event, ...subtype, channel_type: "im" }, deliveries);
  } else if (isMention && channel.members.has(ids.botUserId)) {
    sendEvent(world, person, { ...event, type: "app_mention" }, deliveries);
  }
  return message.ts;
}

export function openTab(world: World, person: Person, tab: "home" | "messages"): void {
  const channel = world.workspace.directMessage(person.slackId);
  const view = tab === "home" ? world.homes.of(person.slackId) : undefined;
  sendEvent(world, person, {
    type: "app_home_opened",
    user: person.slackId,
    channel: channel?.id,
    tab,
    event_ts: world.workspace.nextTs(),
    ...(view && { view }),
  });
}

let events = 0;

function sendEvent(world: World, person: Person, event: object, deliveries = 1): void {
  events += 1;
  const eventId = `Ev${String(events).padStart(9, "0")}`;
  const authorization = { enterprise_id: null, team_id: ids.teamId, user_id: ids.botUserId, is_bot: true };
  const payload = {
    ...eventPayload(event, eventId, world.clock),
    authorizations: [{ ...authorization, is_enterprise_install: false }],
    is_ext_shared_channel: false,
  };
  // Nobody waits for an event: without a socket it is lost.
  if (!world.delivery.isReady()) return;
  for (let delivery = 0; delivery < deliveries; delivery += 1) {
    const retry = { retry_attempt: delivery, retry_reason: delivery === 0 ? "" : "timeout" };
    act(world, {
      kind: "event",
      person,
      interactionId: eventId,
      envelope: { type: "events_api", payload, accepts_response_payload: false, ...retry },
    });
  }
}

export async function shortcut(
  world: World,
  person: Seated,
  used: { callbackId: string; messageTs?: string | undefined },
): Promise<string> {
  const { callbackId, messageTs } = used;
  const find = () => (messageTs === undefined ? undefined : onMessage(world, person, messageTs));
  find();
  const triggerId = await begin(world, person);
  const on = find();
  const about = {
    ...doneBy(person),
    callback_id: callbackId,
    action_ts: world.workspace.nextTs(),
    trigger_id: triggerId,
  };
  // A shortcut used anywhere names no channel and has no response_url.
  const payload = on
    ? {
        ...about,
        type: "message_action",
        message_ts: on.message.ts,
        message: messagePayload(on.message, world.files),
        channel: channelIn(on.channel),
        response_url: world.responseUrls.mint({
          kind: "actions",
          channelId: on.channel.id,
          slackUserId: person.slackId,
          isThreadless: true,
          interactionId: triggerId,
        }),
      }
    : { ...about, type: "shortcut" };
  return interact(world, { kind: "shortcut", person, payload, place: on, interactionId: triggerId });
}

function interact(
  world: World,
  done: Pick<Act, "kind" | "person" | "interactionId"> & {
    readonly payload: object;
    readonly place?: { readonly channel: Channel; readonly message: SlackMessage } | undefined;
  },
): string {
  const { payload, place, ...about } = done;
  act(world, {
    ...about,
    ...(place && { channelId: place.channel.id, messageId: place.message.ts }),
    envelope: { type: "interactive", payload, accepts_response_payload: false },
  });
  return done.interactionId;
}

async function begin(world: World, person: Seated): Promise<string> {
  await connected(world, person);
  closeForms(world, person);
  return world.triggerIds.mint(person);
}

function onMessage({ timeline, workspace }: World, person: Person, ts: string) {
  const message = timeline.seen(person.slackId, ts);
  const channel = message && workspace.channel(message.channelId);
  if (!message || !channel) throw new Error(`${person.name} sees no message ${ts}`);
  if (message.ephemeralFor !== null) throw new Error("Slack offers no shortcuts on what only one person sees");
  return { message, channel };
}

export async function press(world: World, person: Seated, on: Aim & { messageTs: string }): Promise<string> {
  buttonOf(world, person, on);
  await connected(world, person);
  // Find the button again: while the bot had no socket, it may have changed the message.
  const { message, ...pressed } = buttonOf(world, person, on);
  const channel = world.workspace.channel(message.channelId);
  if (!channel) throw new Error(`no channel ${message.channelId}`);

  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person);
  const isEphemeral = message.ephemeralFor !== null;
  const payload = {
    type: "block_actions",
    ...doneBy(person),
    container: {
      type: "message",
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    },
    trigger_id: triggerId,
    channel: channelIn(channel),
    ...(!isEphemeral && { message: messagePayload(message, world.files) }),
    state: { values: {} },
    response_url: world.responseUrls.mint({
      kind: "actions",
      channelId: channel.id,
      slackUserId: person.slackId,
      originalTs: message.ts,
      interactionId: triggerId,
    }),
    actions: [actionOf(pressed, world.workspace.nextTs())],
  };
  return interact(world, { kind: "press", person, payload, place: { channel, message }, interactionId: triggerId });
}

function buttonOf(world: World, person: Person, on: Aim & { messageTs: string }) {
  const message = world.timeline.seen(person.slackId, on.messageTs);
  if (!message) throw new Error(`${person.name} sees no message ${on.messageTs}`);
  return { message, ...findButton(message.blocks, on, `message ${on.messageTs}`) };
}

export async function pressInView(world: World, person: Seated, on: Aim & { viewId: string }): Promise<string> {
  const find = () => {
    const home = world.homes.of(person.slackId);
    const view = home?.id === on.viewId ? home : topForm(world, person, on.viewId).view;
    return { view, pressed: findButton(view.blocks, on, `view ${on.viewId}`) };
  };
  find();
  await connected(world, person);
  const triggerId = world.triggerIds.mint(person);
  // A view is in no channel, and has no response_url.
  const { view, pressed } = find();
  const payload = {
    type: "block_actions",
    ...doneBy(person),
    container: { type: "view", view_id: view.id },
    trigger_id: triggerId,
    view,
    actions: [actionOf(pressed, world.workspace.nextTs())],
  };
  return interact(world, { kind: "press", person, payload, interactionId: triggerId });
}

export function closeForm(world: World, person: Person, viewId: string): void {
  const { view, client } = topForm(world, person, viewId);
  if (view.clear_on_close) closeForms(world, { ...person, client });
  else close(world, person, viewId);
}

/** A form covers the whole client, so a person who does something there has closed it. */
function closeForms(world: World, person: Seated): void {
  for (const { view } of world.views.openAt(person).toReversed()) close(world, person, view.id);
}

export function topForm({ views }: World, person: Person, viewId: string): Form {
  const named = views.find({ viewId });
  const forms = named?.slackId === person.slackId ? views.openAt(named) : views.openBy(person.slackId);
  const form = forms.at(-1);
  if (form?.view.id === viewId) return form;
  throw new Error(`${person.name} has ${form ? `form ${form.view.id} on top` : "no form open"}, not ${viewId}`);
}

function close({ views, delivery }: World, person: Person, viewId: string): void {
  const form = views.find({ viewId });
  if (!form) return;
  views.close(viewId);
  if (!form.view.notify_on_close || !delivery.isReady()) return;
  const payload = { type: "view_closed", ...doneBy(person), view: form.view, is_cleared: false };
  delivery.send({ type: "interactive", payload, accepts_response_payload: false }, nobodyWaits);
}
