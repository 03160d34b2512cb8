import type { DiscordReply, Posted } from "../../../core/chat.ts";
import type { LookRefusal } from "../../../core/chat-refusal.ts";
import type { Clock } from "../../../core/clock.ts";
import { cardsOf } from "../../../core/film/cards-before.ts";
import type { Left } from "../../../core/job/card-deletion.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { Api } from "./api.ts";
import { firstWay, type Way } from "./way.ts";
import { deletePostedWays, deleteWays } from "./ways.ts";

/** Takes the notification away, the cards before where films stayed, and then the card with those in it. */
export async function takeDown(
  deps: { readonly api: Api; readonly clock: Pick<Clock, "now"> },
  reply: DiscordReply,
  notification: readonly Posted[],
): Promise<Result<readonly Left[], LookRefusal>> {
  const posted = notification.filter((one) => one.platform === "discord");
  const all: readonly (readonly [Left, readonly Way<unknown>[]])[] = [
    ...posted.map((one) => ["notification", deletePostedWays(deps, reply, one)] as const),
    ...cardsOf(reply)
      .toReversed()
      .map((card) => ["card", deleteWays(deps, card)] as const),
  ];
  let left: readonly Left[] = [];
  for (const [what, ways] of all) {
    const removed = await firstWay(ways);
    if (removed.ok) continue;
    if (removed.refusal.kind !== "no_way") return refuse(removed.refusal);
    left = left.includes(what) ? left : [...left, what];
  }
  return ok(left);
}
