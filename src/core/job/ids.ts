import { hash } from "node:crypto";
import { isPlatform, type Platform } from "../platform.ts";

/** 20 hex digits derived from the platform's event id. A redelivered event gives the same id. */
export type JobId = string;
/** Derived from the notice's subject, so each notice is sent once. */
export type NoticeId = string;
export type TaskId = string;
export type UserId = string;

/** A person in two Slack workspaces is two owners. On Discord, they are one owner everywhere. */
export type Owner =
  | { readonly platform: "discord"; readonly userId: UserId }
  | { readonly platform: "slack"; readonly teamId: string; readonly userId: UserId };

/** A Discord server, or a Slack workspace (the organization, if Reelay is installed in all of it). */
export interface Team {
  readonly platform: Platform;
  readonly teamId: string;
}

export function teamName({ platform, teamId }: Team): string {
  return `${platform}:${teamId}`;
}

export function teamFromName(name: string): Team | null {
  const [platform = "", teamId, ...rest] = name.split(":");
  if (!teamId || rest.length > 0) return null;
  return isPlatform(platform) ? { platform, teamId } : null;
}

export function memberOf({ platform, teamId }: Team, userId: UserId): Owner {
  switch (platform) {
    case "discord":
      return { platform, userId };
    case "slack":
      return { platform, teamId, userId };
  }
}

export function homeOf(owner: Owner): string | null {
  switch (owner.platform) {
    case "discord":
      return null;
    case "slack":
      return owner.teamId;
  }
}

export function ownerName(owner: Owner): string {
  const { platform, userId } = owner;
  const home = homeOf(owner);
  return home === null ? `${platform}:${userId}` : `${platform}:${home}:${userId}`;
}

export function ownerFromName(name: string): Owner | null {
  const [platform = "", ...ids] = name.split(":");
  const [teamId] = ids;
  const userId = ids.at(-1);
  if (!isPlatform(platform) || !teamId || !userId) return null;
  const owner = memberOf({ platform, teamId }, userId);
  return ownerName(owner) === name ? owner : null;
}

/** `nth`: from 1. */
export function partIdFrom(batch: JobId, nth: number): JobId {
  return jobIdFrom("part", batch, String(nth));
}

/** Marks an event as used. An event makes at most one job, even if that job has another id. */
export function eventIdFrom({ platform }: Pick<Owner, "platform">, eventId: string): JobId {
  return jobIdFrom(platform, eventId);
}

export function jobIdFrom(...parts: readonly string[]): JobId {
  return hash("sha256", JSON.stringify(parts)).slice(0, 20);
}

/** Discord numbers the parts of a message from 1, so a smaller number is not a mark. Marks are 32-bit integers. */
const FIRST_MARK = 2 ** 20;
const MARKS = 2 ** 31 - FIRST_MARK;

/** Two processes that do not share jobs derive the same id from one event. The mark tells their cards apart. */
export function newMark(fraction: number): number {
  return FIRST_MARK + Math.floor(fraction * MARKS);
}

export function isMark(number: number): boolean {
  return number >= FIRST_MARK;
}

const NOTICE = "notice-";

/** The first part is the notice's kind. */
export function noticeIdFrom(...parts: readonly string[]): NoticeId {
  return `${NOTICE}${jobIdFrom(...parts)}`;
}

export function isNoticeId(id: string): boolean {
  return id.startsWith(NOTICE);
}
