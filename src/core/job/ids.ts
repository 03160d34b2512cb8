import { hash } from "node:crypto";
import { isPlatform, type Platform } from "../platform.ts";

/** Our id for one accepted command: 20 hex digits made from the platform's own event id, so that a redelivery is the same job. */
export type JobId = string;
/** Our id for one message that belongs to no card; made from what the message is about, so that each is sent once. */
export type NoticeId = string;
/** The service's id of one generation. */
export type TaskId = string;
/** The platform's id of one person. */
export type UserId = string;

/** An owner has a key, jobs and limits. A person on two Slack teams is two owners, on Discord one everywhere. */
export type Owner =
  | { readonly platform: "discord"; readonly userId: UserId }
  | { readonly platform: "slack"; readonly teamId: string; readonly userId: UserId };

/** A team is one Discord server; on Slack one workspace, or the organisation if Reelay is installed in all of it. */
export interface Team {
  readonly platform: Platform;
  readonly teamId: string;
}

/** Returns the team as one word, for a key in a store. */
export function teamName({ platform, teamId }: Team): string {
  return `${platform}:${teamId}`;
}

/** Returns the team to which `teamName` gave that name; null: it did not. */
export function teamFromName(name: string): Team | null {
  const [platform = "", teamId, ...rest] = name.split(":");
  if (!teamId || rest.length > 0) return null;
  return isPlatform(platform) ? { platform, teamId } : null;
}

/** Returns that person of a team as an owner. */
export function memberOf({ platform, teamId }: Team, userId: UserId): Owner {
  switch (platform) {
    case "discord":
      return { platform, userId };
    case "slack":
      return { platform, teamId, userId };
  }
}

/** Returns the id of the team outside which this owner is another one; null: they are one owner everywhere. */
export function homeOf(owner: Owner): string | null {
  switch (owner.platform) {
    case "discord":
      return null;
    case "slack":
      return owner.teamId;
  }
}

/** Returns the owner as one word, for a key in a store. */
export function ownerName(owner: Owner): string {
  const { platform, userId } = owner;
  const home = homeOf(owner);
  return home === null ? `${platform}:${userId}` : `${platform}:${home}:${userId}`;
}

/** Returns the owner to which `ownerName` gave that name; null: it did not. */
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
 * Returns the id of a platform's event. It is also the id of a job that is made of that event alone. A job with another id,
 * such as that of a button's nth use, uses up the id of its event: the event makes one job at most.
 */
export function eventIdFrom({ platform }: Pick<Owner, "platform">, eventId: string): JobId {
  return jobIdFrom(platform, eventId);
}

/** Returns the id that is made of these parts, such as a button, its card and the number of its use. */
export function jobIdFrom(...parts: readonly string[]): JobId {
  return hash("sha256", JSON.stringify(parts)).slice(0, 20);
}

/** Marks are 32-bit integers from here on; Discord itself numbers the parts of a message from 1. */
const FIRST_MARK = 2 ** 20;
const MARKS = 2 ** 31 - FIRST_MARK;

/**
 * Returns the mark of a new job's card. Two processes that do not share their jobs make one of the same id for one event; the
 * mark tells their cards apart. `fraction` is a random number from 0 to 1.
 */
export function newMark(fraction: number): number {
  return FIRST_MARK + Math.floor(fraction * MARKS);
}

export function isMark(number: number): boolean {
  return number >= FIRST_MARK;
}

const NOTICE = "notice-";

/** Returns the id of what is sent once about these; the first part is the kind of notice. */
export function noticeIdFrom(...parts: readonly string[]): NoticeId {
  return `${NOTICE}${jobIdFrom(...parts)}`;
}

/** Returns whether an alarm with that id belongs to a notice, not to a job. */
export function isNoticeId(id: string): boolean {
  return id.startsWith(NOTICE);
}
