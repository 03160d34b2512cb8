import type { ReplyHandle, SlackReply } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { UserId } from "./ids.ts";
import type { Job } from "./job.ts";

/** One notification names this many people besides the owner; Discord's 2,000 characters hold no more. */
const NOTIFY_MAX = 39;

/** Adds somebody who wants to be notified of the end: once only, and the owner only if they are not notified anyway. */
export function withListener(job: Job, userId: UserId): Job {
  const isListed = (job.owner.userId === userId && !job.isSilent) || job.notify.includes(userId);
  return isListed || job.notify.length >= NOTIFY_MAX ? job : { ...job, notify: [...job.notify, userId] };
}

export function withoutListener(job: Job, userId: UserId): Job {
  return job.notify.includes(userId) ? { ...job, notify: job.notify.filter((each) => each !== userId) } : job;
}

/** A card says this long before the end that it can soon be edited no more: twice the slowest poll of that time. */
const LAST_SIGHT_MS = 120_000;

/** Returns from when a card says that it can soon be edited no more; null: it always can be. */
export function lastSightOf(reply: ReplyHandle): EpochMs | null {
  if (reply.platform !== "discord" || reply.movedTo || reply.editableUntil === null) return null;
  return reply.editableUntil - LAST_SIGHT_MS;
}

/**
 * Returns until when we can promise to notify somebody besides the owner: `Infinity` for always, 0 for never, as in a direct
 * message or on a private card. If the bot itself is not in the place, the promise ends with the card's token.
 */
export function tellsOthersUntil(reply: ReplyHandle): EpochMs {
  if (reply.platform === "slack") return isDirectOnSlack(reply) ? 0 : Number.POSITIVE_INFINITY;
  const { isPrivate, guildId } = reply;
  if (isPrivate) return 0;
  const lastSight = lastSightOf(reply);
  // There is no server and the bot can reach it, so it is the bot's own direct message.
  return lastSight ?? (guildId === null ? 0 : Number.POSITIVE_INFINITY);
}

/**
 * Returns whether the card is in a direct message. Its id begins with D; before its first message the person's id stands for
 * it. Source: Slack docs, conversations (read 2026-11-21).
 */
function isDirectOnSlack({ cardChannelId, channelId, userId }: SlackReply): boolean {
  const at = cardChannelId ?? channelId;
  return at.startsWith("D") || at === userId;
}
