import type { ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import { cardRoutes } from "../../../src/frontends/discord/out/discord-ways.ts";
import type { Facts } from "../facts.ts";

/** Discord counts each try of a dead token; where the bot has a hand of its own, that comes first by then. */
export function noteToken(handle: ReplyHandle, now: EpochMs, facts: Facts): void {
  if (handle.platform !== "discord" || now < handle.tokenUntil) return;
  const [first, other] = cardRoutes(handle, now);
  if (first?.by === "byToken" && other) facts.deadTokens += 1;
}
