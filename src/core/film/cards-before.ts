import type { DiscordReply, ReplyHandle } from "../chat.ts";

/** Its message itself has films or frames, which go where it goes; on Slack they stand in its thread. */
export function holdsFiles(reply: ReplyHandle): boolean {
  return reply.platform === "discord" && (reply.files ?? []).length > 0;
}

/** The handle of a card that takes the place of `before`: the films there are reached by it, and taken away with it. */
export function inPlaceOf(before: ReplyHandle, reply: ReplyHandle): ReplyHandle {
  if (before.platform === "slack" && reply.platform === "slack") {
    const files = before.files ?? [];
    return files.length > 0 ? { ...reply, files } : reply;
  }
  if (before.platform !== "discord" || reply.platform !== "discord") return reply;
  const earlier = holdsFiles(before) ? before : before.earlier;
  return earlier ? { ...reply, earlier } : reply;
}

/** The card and those before it where films stayed, the newest first. */
export function cardsOf(reply: DiscordReply): readonly DiscordReply[] {
  return [reply, ...(reply.earlier ? cardsOf(reply.earlier) : [])];
}
