import { hash } from "node:crypto";
import { isPlatform, type Platform } from "../platform.ts";

/**
 * The id of one accepted command: 20 hex digits derived from the platform's event id, so that a redelivery is the same job.
 */
export type JobId = string;
/** The id of a message without a card, derived from its subject, so that each is sent once. */
export type NoticeId = string;
/** The service's id of one generation. */
export type TaskId = string;
/** The platform's id of a person. */
export type UserId = string;

/** Has a key, jobs and limits. A person in two Slack workspaces is two owners; on Discord they are one everywhere. */
export type Owner =
  | { readonly platform: "discord"; readonly userId: UserId }
  | { readonly platform: "slack"; readonly teamId: string; readonly userId: UserId };

/** A Discord server, or a Slack workspace (the organization, if Reelay is installed in all of it). */
export interface Team {
  readonly platform: Platform;
  readonly teamId: string;
}

/** Returns the team's name for keys in a store. */
export function teamName({ platform, teamId }: Team): string {
  return `${platform}:${teamId}`;
}

/** Parses a name made by `teamName`; null: it is not one. */
export function teamFromName(name: string): Team | null {
  const [platform = "", teamId, ...rest] = name.split(":");
  if (!teamId || rest.length > 0) return null;
  return isPlatform(platform) ? { platform, teamId } : null;
}

/** Returns a person of a team as an owner. */
export function memberOf({ platform, teamId }: Team, userId: UserId): Owner {
  switch (platform) {
    case "discord":
      return { platform, userId };
    case "slack":
      return { platform, teamId, userId };
  }
}

/** Returns the id of the team to which this owner is limited; null: they are one owner everywhere. */
export function homeOf(owner: Owner): string | null {
  switch (owner.platform) {
    case "discord":
      return null;
    case "slack":
      return owner.teamId;
  }
}

/** Returns the owner's name for keys in a store. */
export function ownerName(owner: Owner): string {
  const { platform, userId } = owner;
  const home = homeOf(owner);
  return home === null ? `${platform}:${userId}` : `${platform}:${home}:${userId}`;
}

/** Parses a name made by `ownerName`; null: it is not one. */
export function ownerFromName(name: string): Owner | null {
  const [platform = "", ...ids] = name.split(":");
  const [teamId] = ids;
  const userId = ids.at(-1);
  if (!isPlatform(platform) || !teamId || !userId) return null;
  const owner = memberOf({ platform, teamId }, userId);
  return ownerName(owner) === name ? owner : null;
}

/** Returns the id of a batch's nth video, from 1. */
export function partIdFrom(batch: JobId, nth: number): JobId {
  return jobIdFrom("part", batch, String(nth));
}

/**
 * Returns the id of a platform's event, which is also the id of a job made from that event alone. A job with another id,
 * such as that of a button's nth use, still uses up its event: an event makes at most one job.
 */
export function eventIdFrom({ platform }: Pick<Owner, "platform">, eventId: string): JobId {
  return jobIdFrom(platform, eventId);
}

/** Returns the id derived from these parts, such as a button, its card and the number of its use. */
export function jobIdFrom(...parts: readonly string[]): JobId {
  return hash("sha256", JSON.stringify(parts)).slice(0, 20);
}

/** Marks are 32-bit integers from here on, because Discord numbers the parts of a message from 1. */
const FIRST_MARK = 2 ** 20;
const MARKS = 2 ** 31 - FIRST_MARK;

/**
 * Returns the mark of a new job's card. Two processes that do not share jobs derive the same id from one event; the mark
 * tells their cards apart. `fraction`: a random number from 0 to 1.
 */
export function newMark(fraction: number): number {
  return FIRST_MARK + Math.floor(fraction * MARKS);
}

export function isMark(number: number): boolean {
  return number >= FIRST_MARK;
}

const NOTICE = "notice-";

/** Returns the id of a notice that is sent once for these parts. The first part is its kind. */
export function noticeIdFrom(...parts: readonly string[]): NoticeId {
  return `${NOTICE}${jobIdFrom(...parts)}`;
}

/** Returns whether an alarm with this id belongs to a notice instead of a job. */
export function isNoticeId(id: string): boolean {
  return id.startsWith(NOTICE);
}
