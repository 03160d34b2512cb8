import { z } from "zod";
import { readButtonId } from "../../core/button.ts";
import type { SlackReply } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Act, Command } from "../../core/command.ts";
import type { Owner } from "../../core/job.ts";
import { times } from "./limits.ts";
import { type Origin, unpackEdited, unpackOrigin } from "./origin.ts";
import { pressPayload, type Sender, slashPayload, submissionPayload } from "./payloads.ts";
import { slashAct, submittedAct } from "./read-act.ts";

/** What a person did, with what it takes to answer it. */
export interface Incoming {
  readonly command: Command;
  readonly reply: SlackReply;
  readonly triggerId: string;
  /** What Slack calls the person in text; a name there notifies nobody. */
  readonly userName: string | null;
}

export interface Press extends Incoming {
  /** The message whose button it was; null for a button in a form. */
  readonly message: { readonly channelId: string; readonly ts: string; readonly isEphemeral: boolean } | null;
  readonly viewId: string | null;
}

export interface Submission extends Incoming {
  readonly viewId: string;
  /** The form's fields: an error can be shown at these alone. */
  readonly fields: readonly string[];
}

export interface Reading {
  readonly prefix: string;
  readonly now: EpochMs;
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
  const carried = data.view ? unpackOrigin(data.view.private_metadata) : null;
  const origin = carried ?? originOf(channelId ?? data.user.id, data.response_url, now);
  const action = readButtonId(pressed.action_id);
  return {
    ...incoming({
      sender: whoOf(data),
      origin,
      act: action ? { kind: "press", action } : { kind: "unknown", what: `button ${pressed.action_id.slice(0, 60)}` },
      eventId: `slack:${pressed.action_ts}:${data.user.id}:${pressed.action_id}`,
      now,
      triggerId: data.trigger_id,
      userName: data.user.username ?? data.user.name ?? null,
    }),
    message: ts && channelId ? { channelId, ts, isEphemeral } : null,
    viewId: data.view?.id ?? null,
  };
}

/** A submitted form; null where the payload is none. */
export function readSubmission(payload: unknown, { now }: Reading): Submission | null {
  const read = submissionPayload.safeParse(payload);
  if (!read.success) return null;
  const { data } = read;
  const { view } = data;
  const value = (field: string) => view.state.values[field]?.[field] ?? "";
  return {
    ...incoming({
      sender: whoOf(data),
      origin: unpackOrigin(view.private_metadata) ?? originOf(data.user.id, null, now),
      act: submittedAct(view.callback_id, value, unpackEdited(view.private_metadata)),
      eventId: `slack:${view.id}:${view.hash}`,
      now,
      triggerId: data.trigger_id,
      userName: data.user.username ?? data.user.name ?? null,
    }),
    viewId: view.id,
    fields: Object.keys(view.state.values),
  };
}

/** Says which parts of a payload are not as expected, without its values: for the log. */
export function misreadParts(kind: "command" | "press" | "form", payload: unknown): string {
  const shape = kind === "command" ? slashPayload : kind === "press" ? pressPayload : submissionPayload;
  const read = z.safeParse(shape, payload);
  return read.success ? "" : read.error.issues.map(({ path }) => path.join(".")).join(", ");
}

interface Who {
  readonly userId: string;
  readonly teamId: string | null;
  readonly enterpriseId: string | null;
  readonly isEnterpriseInstall: boolean;
}

function whoOf(data: Sender): Who {
  return {
    userId: data.user.id,
    teamId: data.team?.id ?? data.user.team_id ?? null,
    enterpriseId: data.enterprise?.id ?? null,
    isEnterpriseInstall: data.is_enterprise_install,
  };
}

function incoming(read: {
  readonly sender: Who;
  readonly origin: Origin;
  readonly act: Act;
  readonly eventId: string;
  readonly now: EpochMs;
  readonly triggerId: string;
  readonly userName: string | null;
}): Incoming {
  const { sender, origin, act, eventId, now, triggerId, userName } = read;
  const { userId } = sender;
  const workspace = sender.teamId ?? sender.enterpriseId ?? "";
  const installed = sender.isEnterpriseInstall ? (sender.enterpriseId ?? workspace) : workspace;
  const owner: Owner = { platform: "slack", teamId: installed, userId };
  const reply: SlackReply = {
    platform: "slack",
    teamId: workspace,
    ...(sender.isEnterpriseInstall && sender.enterpriseId !== null && { enterpriseId: sender.enterpriseId }),
    userId,
    ...origin,
    ts: null,
    cardChannelId: null,
    isUneditable: false,
  };
  const command: Command = { eventId, owner, workspace, roles: [], receivedAt: now, reply, act };
  return { command, reply, triggerId, userName };
}

function originOf(channelId: string, responseUrl: string | null | undefined, now: EpochMs): Origin {
  return {
    channelId,
    responseUrl: responseUrl ?? null,
    responseUrlUntil: now + times.responseUrlMs,
    responseUrlUses: 0,
  };
}
