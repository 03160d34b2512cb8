import type { DiscordReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import { TOKEN_LIFE_MS } from "../limits.ts";

/** Where a snowflake's time begins. Source: Discord docs, reference, snowflakes (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** A token that has less than this left is taken for dead: the request, too, needs its time. */
const MARGIN_MS = 30_000;

/**
 * The interaction's token is dead by its age, so other ways are tried before it. A clock may err: it stays the last way, and
 * a token that is dead sooner is found out by its 401.
 */
export function isTokenOld({ tokenUntil, editableUntil, messageId }: DiscordReply, now: EpochMs): boolean {
  const until = tokenUntil ?? editableUntil ?? untilBy(messageId);
  return until !== null && now >= until - MARGIN_MS;
}

/** A handle of an earlier version does not know when: no token is younger than its own card. */
function untilBy(messageId: string | null): EpochMs | null {
  if (messageId === null || !/^\d{1,20}$/.test(messageId)) return null;
  return Number((BigInt(messageId) >> 22n) + DISCORD_EPOCH_MS) + TOKEN_LIFE_MS;
}
