import type { Log } from "../core/ports.ts";

/**
 * The most commands that are decided at once, all in memory. Where the store is slow each takes 2.5 s at most, so that is
 * 400 a second.
 */
const AT_ONCE = 1_000;

/** Takes part of `work` where there is room, else says `busy`. */
export type LimitConcurrency = <Value>(work: () => Promise<Value>, busy: () => Value) => Promise<Value>;

export function limitConcurrency(log: Pick<Log, "warn">): LimitConcurrency {
  let inHand = 0;
  let isTold = false;

  return async (work, busy) => {
    if (inHand >= AT_ONCE) {
      if (!isTold) log.warn("too many commands at once, the next ones are refused", { count: inHand });
      isTold = true;
      return busy();
    }
    inHand += 1;
    try {
      return await work();
    } finally {
      inHand -= 1;
      if (inHand < AT_ONCE / 2) isTold = false;
    }
  };
}
