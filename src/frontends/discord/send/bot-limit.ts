import { type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { ALL_REQUESTS } from "../limits.ts";

/** Discord's limit on everything that a bot sends by its own token, as this process keeps it. */
export interface BotLimit {
  /** Waits for room, at most `shares.roomMs`; then `leave` must be called with the answer. Without room, says when there is some. */
  enter(): Promise<{ readonly leave: () => void } | { readonly waitMs: number }>;
}

/**
 * A request reaches Discord at some time between its start and its answer. So its room is free a second after the
 * answer, and no second at Discord's sees more than the limit, however long requests are on their way.
 */
export function botLimit(clock: Clock, waitAtMostMs: number): BotLimit {
  const { burst, perMs } = ALL_REQUESTS;
  let underWay = 0;
  let answeredAt: EpochMs[] = [];
  /** Resolves when the request before has gone, or given up: first come, first served. */
  let last: Promise<void> = Promise.resolve();

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
      const until = clock.now() + waitAtMostMs;
      const before = last;
      let next = () => {};
      last = new Promise((resolve) => {
        next = resolve;
      });
      await before;
      try {
        for (let waitMs = fullForMs(); waitMs > 0; waitMs = fullForMs()) {
          if (clock.now() + waitMs > until) return { waitMs };
          await sleep(clock, waitMs);
        }
        underWay += 1;
        return { leave };
      } finally {
        next();
      }
    },
  };
}
