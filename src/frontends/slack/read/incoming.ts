import type { SlackReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act, Command } from "../../../core/command.ts";
import type { Owner } from "../../../core/job/ids.ts";
import type { Origin } from "../connect/origin.ts";
import { times } from "../limits.ts";
import type { Sender } from "./payloads.ts";

/** What a person did, with what it takes to answer it. */
export interface Incoming {
  readonly command: Command;
  readonly reply: SlackReply;
  /** What a form that is opened for it carries along. */
  readonly origin: Origin;
  readonly triggerId: string;
  /** What Slack calls the person in text; a name there notifies nobody. */
  readonly userName: string | null;
}

export interface Reading {
  readonly prefix: string;
  readonly now: EpochMs;
}

export interface Who {
  readonly userId: string;
  readonly teamId: string | null;
  readonly enterpriseId: string | null;
  readonly isEnterpriseInstall: boolean;
}

/**
 * Who did it. In a channel that companies share, a form may come with the team of the person who filled it in; `formTeamId` is
 * the one that the app works for.
 */
export function whoOf(data: Sender, formTeamId: string | null = null): Who {
  const installed = data.is_enterprise_install ? null : formTeamId;
  return {
    userId: data.user.id,
    teamId: installed ?? data.team?.id ?? data.user.team_id ?? null,
    enterpriseId: data.enterprise?.id ?? null,
    isEnterpriseInstall: data.is_enterprise_install,
  };
}

export function incoming(read: {
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
  const { channelId, responseUrl, responseUrlUntil, responseUrlUses, threadTs, isPlaceOpen } = origin;
  const workspace = sender.teamId ?? sender.enterpriseId ?? "";
  const installed = sender.isEnterpriseInstall ? (sender.enterpriseId ?? workspace) : workspace;
  const owner: Owner = { platform: "slack", teamId: installed, userId };
  const reply: SlackReply = {
    platform: "slack",
    teamId: workspace,
    ...(sender.isEnterpriseInstall && sender.enterpriseId !== null && { enterpriseId: sender.enterpriseId }),
    userId,
    channelId,
    responseUrl,
    responseUrlUntil,
    responseUrlUses,
    ...(threadTs !== undefined && { threadTs }),
    ts: null,
    cardChannelId: null,
    isUneditable: false,
  };
  const place = isPlaceOpen ? { isPlaceOpen } : {};
  const command: Command = {
    eventId,
    owner,
    workspace,
    roles: [],
    receivedAt: now,
    reply,
    ...place,
    ageRestriction: "none",
    act,
  };
  return { command, reply, origin, triggerId, userName };
}

/** A channel, with the way into it that came with the payload. */
export function originOf(channelId: string, responseUrl: string | null | undefined, now: EpochMs): Origin {
  return {
    channelId,
    responseUrl: responseUrl ?? null,
    responseUrlUntil: now + times.responseUrlMs,
    responseUrlUses: 0,
  };
}

/** Where there is no channel: the person's direct message with the bot, until a form says another place. */
export function openPlace(userId: string, now: EpochMs): Origin {
  return { ...originOf(userId, null, now), isPlaceOpen: true };
}
