import { type Clock, type EpochMs, sleep } from "../../core/clock.ts";
import { ALL_REQUESTS } from "./limits.ts";

/** Discord's limit on everything that a bot sends by its own token, as this process keeps it. */
export interface BotLimit {
  /** Waits for room, at most `shares.roomMs`; then `leave` must be called with the answer. Without room, says when there is some. */
  enter(): Promise<{ readonly leave: () => void } | { readonly waitMs: number }>;
}

/**
 * A request reaches Discord between its start and its answer, nobody knows when. So its room is free a second after the
 * answer, and no second at Discord's sees more than the limit, however long requests are on their way.
 */
export function botLimit(clock: Clock, waitAtMostMs: number): BotLimit {
  const { burst, perMs } = ALL_REQUESTS;
  let underWay = 0;
  let answeredAt: EpochMs[] = [];

  /** Milliseconds until there is room; 0: there is. */
  function fullForMs(): number {
    const now = clock.now();
    answeredAt = answeredAt.filter((at) => at <= now && now - at < perMs);
    const over = underWay + answeredAt.length - burst;
    if (over < 0) return 0;
    const next = answeredAt[over];
    return next === undefined ? perMs : next + perMs - now;
  }

  function leave(): void {
    underWay -= 1;
    answeredAt.push(clock.now());
  }

  return {
    async enter() {
      for (let waitedMs = 0; ; ) {
        const waitMs = fullForMs();
        if (waitMs === 0) break;
        if (waitedMs + waitMs > waitAtMostMs) return { waitMs };
        await sleep(clock, waitMs);
        waitedMs += waitMs;
      }
      underWay += 1;
      return { leave };
    },
  };
}
