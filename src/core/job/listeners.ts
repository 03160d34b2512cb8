import type { ReplyHandle, SlackReply } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { UserId } from "./ids.ts";
import type { Job } from "./job.ts";

/** Most people besides the owner whom one notification names; Discord's 2,000 characters hold no more. */
const NOTIFY_MAX = 39;

/** Somebody who wants to be told of the end: once only, and the owner only where they are not told anyway. */
export function withListener(job: Job, userId: UserId): Job {
  const isListed = (job.owner.userId === userId && !job.isSilent) || job.notify.includes(userId);
  return isListed || job.notify.length >= NOTIFY_MAX ? job : { ...job, notify: [...job.notify, userId] };
}

export function withoutListener(job: Job, userId: UserId): Job {
  return job.notify.includes(userId) ? { ...job, notify: job.notify.filter((each) => each !== userId) } : job;
}

/** Before a card can be edited no more, it says so: two of the slowest polls of that time. */
const LAST_SIGHT_MS = 120_000;

/** From then on a card says that it can soon be changed no more; null: it always can be. */
export function lastSightOf(reply: ReplyHandle): EpochMs | null {
  if (reply.platform !== "discord" || reply.movedTo || reply.editableUntil === null) return null;
  return reply.editableUntil - LAST_SIGHT_MS;
}

/**
 * Until when somebody besides the owner can be promised to be told of the end: `Infinity` for always, 0 for never, as in a
 * direct message or on a private card. Where the bot itself is not, it ends with the card's token.
 */
export function tellsOthersUntil(reply: ReplyHandle): EpochMs {
  if (reply.platform === "slack") return isDirectOnSlack(reply) ? 0 : Number.POSITIVE_INFINITY;
  const { isPrivate, guildId } = reply;
  if (isPrivate) return 0;
  const lastSight = lastSightOf(reply);
  // Without a server, and in reach of the bot: that is its own direct message.
  return lastSight ?? (guildId === null ? 0 : Number.POSITIVE_INFINITY);
}

/** A direct message's id begins with D; before its first message it goes by the person's. Source: Slack docs, conversations (read 2026-11-21). */
function isDirectOnSlack({ cardChannelId, channelId, userId }: SlackReply): boolean {
  const at = cardChannelId ?? channelId;
  return at.startsWith("D") || at === userId;
}
