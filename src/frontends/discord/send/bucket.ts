import type { Bucket } from "../../../core/budget/allowance.ts";
import type { DiscordReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import { ALL_REQUESTS } from "../limits.ts";
import { channelBucket, tokenBucket } from "./heard-limits.ts";
import { cardRoutes } from "./ways.ts";

/** About 5 in 2 s for each interaction's token. Source: measured by others, discord-api-docs #2701 (read 2026-11-21). */
const byToken = { burst: 5, everyMs: 400 };
/** About 30 a minute for each channel, burst included. Source: as above, #6753. */
const inChannel = { burst: 5, everyMs: 2_400 };

/**
 * Everything that the bot sends by its own token, at the pace that `botLimit` lets through: a little slower, so that a
 * turn finds room there.
 */
const asBot = {
  name: "bot",
  burst: ALL_REQUESTS.burst,
  everyMs: ALL_REQUESTS.perMs / ALL_REQUESTS.burst,
  windowMs: ALL_REQUESTS.perMs + 50,
} as const satisfies Bucket;

/** Which of Discord's limits an edit or a new message counts against. A first guess: Discord's answers say more. */
export function bucketOf(reply: DiscordReply, what: "edit" | "new_message", now: EpochMs) {
  const { movedTo, channelId, token } = reply;
  if (what === "edit" && !movedTo && !isByBot(reply, now))
    return { name: tokenBucket(token), ...byToken } satisfies Bucket;
  return { name: channelBucket(what, movedTo?.channelId ?? channelId), ...inChannel, parent: asBot } satisfies Bucket;
}

/** As `cardRoutes` has it: by its token, while that may live or where there is nothing else. Without one it is the bot's. */
function isByBot(reply: DiscordReply, now: EpochMs): boolean {
  return cardRoutes(reply, now)[0]?.by !== "byToken";
}
