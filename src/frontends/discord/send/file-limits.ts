import { RequestMethod, Routes } from "discord.js";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { DiscordReply } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { Api } from "./api.ts";
import type { CardRoute } from "./ways.ts";

const MIB = 1_024 * 1_024;

/** One file of a message; ten until 2026-09-04. Source: Discord docs, reference, uploading files (read 2026-11-21). */
export const DEFAULT_BYTES = 20 * MIB;
/** By a server's level. Source: Discord's help page "Server Boosting" (read 2026-11-21). */
const TIER_BYTES: ReadonlyMap<number, number> = new Map([
  [2, 50 * MIB],
  [3, 100 * MIB],
]);

/** How long a server's level is taken for known, and of how many servers. */
const KNOWN_MS = 3_600_000;
const KNOWN_MAX = 1_000;

const guild = z.object({ premium_tier: z.int() });

/** The largest file that a route takes, in bytes: what the interaction said for its token, the server's level for the bot itself. */
export function fileLimits({ api, clock }: { readonly api: Api; readonly clock: Clock }) {
  const known = new LRUCache<string, number>({ max: KNOWN_MAX, ttl: KNOWN_MS, ttlResolution: 0, perf: clock });

  async function ofGuild(guildId: string): Promise<number> {
    const kept = known.get(guildId);
    if (kept !== undefined) return kept;
    const asked = await api.asBot({ method: RequestMethod.Get, route: Routes.guild(guildId) });
    const read = guild.safeParse(asked.ok ? asked.value : null);
    const bytes = (read.success && TIER_BYTES.get(read.data.premium_tier)) || DEFAULT_BYTES;
    // What was not answered is asked again; a no will be the same for a while.
    if (asked.ok || asked.refusal.kind === "refused") known.set(guildId, bytes);
    return bytes;
  }

  return {
    of({ by }: CardRoute, { attachmentLimit, guildId, channelId, movedTo }: DiscordReply): Promise<number> | number {
      if (by === "byToken") return attachmentLimit ?? DEFAULT_BYTES;
      // A card that moved elsewhere moved into a direct message.
      const isDirect = guildId === null || (movedTo !== null && movedTo.channelId !== channelId);
      return isDirect ? DEFAULT_BYTES : ofGuild(guildId);
    },
  };
}
