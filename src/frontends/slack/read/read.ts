import { z } from "zod";
import { LINK_BUTTON, readButtonId } from "../../../core/button.ts";
import { SELECT_ID } from "../../../core/chat.ts";
import type { Act } from "../../../core/command.ts";
import { type Origin, unpackCarried, unpackOrigin } from "../connect/origin.ts";
import { type Incoming, incoming, openPlace, originOf, type Reading, type Who, whoOf } from "./incoming.ts";
import { messageShortcutPayload, pressPayload, shortcutPayload, slashPayload, submissionPayload } from "./payloads.ts";
import { slashAct, submittedAct } from "./read-act.ts";
import { readFile } from "./read-file.ts";
import { animateAct } from "./read-message.ts";
import { pressedOn } from "./read-pressed.ts";

export interface Press extends Incoming {
  /** The message whose button it was; null for a button in a form. */
  readonly message: { readonly channelId: string; readonly ts: string; readonly isEphemeral: boolean } | null;
  /** The form whose button it was. */
  readonly viewId: string | null;
  /** It was a button of the person's home. */
  readonly isAtHome: boolean;
}

export interface Submission extends Incoming {
  readonly viewId: string;
  /** The form's fields: an error can be shown at these alone. */
  readonly fields: readonly string[];
}

/** A slash command; null where the payload is none. */
export function readSlash(payload: unknown, { prefix, now }: Reading): Incoming | null {
  const read = slashPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const sender: Who = {
    userId: data.user_id,
    teamId: data.team_id ?? null,
    enterpriseId: data.enterprise_id ?? null,
    isEnterpriseInstall: data.is_enterprise_install,
  };
  const origin = originOf(data.channel_id, data.response_url, now);
  const act = slashAct(data.command, data.text, prefix);
  const eventId = `slack:${data.trigger_id}`;
  return incoming({ sender, origin, act, eventId, now, triggerId: data.trigger_id, userName: data.user_name ?? null });
}

/** A pressed button; null where the payload is none. */
export function readPress(payload: unknown, { now }: Reading): Press | null {
  const read = pressPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const [pressed] = data.actions;
  const { message_ts: ts, channel_id: containerChannelId, is_ephemeral: isEphemeral } = data.container;
  const channelId = data.channel?.id ?? containerChannelId;
  const isAtHome = data.view?.type === "home";
  const origin = data.view
    ? (unpackOrigin(data.view.private_metadata) ?? openPlace(data.user.id, now))
    : threaded(originOf(channelId ?? data.user.id, data.response_url, now), data.container.thread_ts);
  const isMenu = pressed.type === "static_select" && pressed.action_id === SELECT_ID;
  const meaning = isMenu ? (pressed.selected_option?.value ?? "") : pressed.action_id;
  const action = readButtonId(meaning);
  const message = ts && channelId ? { channelId, ts, isEphemeral } : null;
  return {
    ...incoming({
      sender: whoOf(data, data.view?.app_installed_team_id),
      origin,
      act: action
        ? { kind: "press", action, on: pressedOn(data, meaning) }
        : { kind: "unknown", what: `button ${pressed.action_id.slice(0, 60)}` },
      eventId: `slack:${pressed.action_ts}:${data.user.id}:${pressed.action_id}`,
      now,
      triggerId: data.trigger_id,
      userName: data.user.username ?? data.user.name ?? null,
    }),
    message,
    viewId: isAtHome ? null : (data.view?.id ?? null),
    isAtHome,
  };
}

/** Slack also tells a press that opens an address: it wants its acknowledgement, and nothing else. */
export function isLinkPress(payload: unknown): boolean {
  const read = pressPayload.safeParse(payload);
  return read.success && read.data.actions[0].action_id === LINK_BUTTON;
}

/** A submitted form; null where the payload is none. */
export function readSubmission(payload: unknown, { now }: Reading): Submission | null {
  const read = submissionPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const { view } = data;
  const sender = whoOf(data, view.app_installed_team_id);
  const value = (field: string) => view.state.values[field]?.[field]?.text ?? "";
  const [file] = view.state.values.image?.image?.files ?? [];
  const chosen = (field: string) => view.state.values[field]?.[field]?.several ?? [];
  const filled = { value, chosen, image: file ? readFile(file, sender) : null };
  /** Where the form asked for a place, that is it; where none was chosen, the direct message is. */
  const placed = ({ isPlaceOpen, ...carried }: Origin): Origin => {
    if (!isPlaceOpen) return carried;
    if (!("where" in view.state.values)) return { ...carried, isPlaceOpen };
    const channelId = value("where");
    if (channelId === "") return carried;
    const url = data.response_urls.find((one) => one.channel_id === channelId)?.response_url;
    return originOf(channelId, url, now);
  };
  return {
    ...incoming({
      sender,
      origin: placed(unpackOrigin(view.private_metadata) ?? originOf(data.user.id, null, now)),
      act: submittedAct(view.callback_id, filled, unpackCarried(view.private_metadata)),
      eventId: `slack:${view.id}:${view.hash}`,
      now,
      triggerId: data.trigger_id,
      userName: data.user.username ?? data.user.name ?? null,
    }),
    viewId: view.id,
    fields: Object.keys(view.state.values),
  };
}

/** A shortcut that was used anywhere; null where the payload is none. */
export function readShortcut(payload: unknown, { now }: Reading): Incoming | null {
  const read = shortcutPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const { callback_id: callbackId, trigger_id: triggerId } = data;
  return incoming({
    sender: whoOf(data),
    origin: openPlace(data.user.id, now),
    act: callbackId === "make_video" ? { kind: "open_video_form" } : unknownShortcut(callbackId),
    eventId: `slack:${triggerId}`,
    now,
    triggerId,
    userName: data.user.username ?? data.user.name ?? null,
  });
}

/** A shortcut that was used on a message; null where the payload is none. */
export function readMessageShortcut(payload: unknown, { now }: Reading): Incoming | null {
  const read = messageShortcutPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const { callback_id: callbackId, trigger_id: triggerId, message } = data;
  const sender = whoOf(data);
  return incoming({
    sender,
    origin: threaded(originOf(data.channel.id, data.response_url, now), message.thread_ts),
    act: callbackId === "animate_this" ? animateAct(message, sender) : unknownShortcut(callbackId),
    eventId: `slack:${triggerId}`,
    now,
    triggerId,
    userName: data.user.username ?? data.user.name ?? null,
  });
}

function unknownShortcut(callbackId: string): Act {
  return { kind: "unknown", what: `shortcut ${callbackId.slice(0, 60)}` };
}

function threaded(origin: Origin, threadTs: string | null | undefined): Origin {
  return threadTs ? { ...origin, threadTs } : origin;
}

/** What the log calls a payload, and its shape. */
const shapes = {
  command: slashPayload,
  press: pressPayload,
  form: submissionPayload,
  shortcut: shortcutPayload,
} as const;

/** Says which parts of a payload are not as expected, without its values: for the log. */
export function misreadParts(kind: keyof typeof shapes, payload: unknown): string {
  const read = z.safeParse(shapes[kind], payload);
  return read.success ? "" : read.error.issues.map(({ path }) => path.join(".")).join(", ");
}
