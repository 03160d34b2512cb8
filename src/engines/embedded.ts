import { LRUCache } from "lru-cache";
import { atMost } from "../core/at-most.ts";
import type { Clock, EpochMs } from "../core/clock.ts";
import type { Engine, EngineParts, Rate, Shared } from "../core/engine.ts";
import type { Owner } from "../core/job/ids.ts";
import { ok, type Result } from "../core/result.ts";
import { memoryScheduler } from "./memory-scheduler.ts";
import { openReserve } from "./reserve.ts";
import type { OpenRefusal } from "./sqlite-connection.ts";
import { openSqliteRows } from "./sqlite-folder.ts";
import { storesOver } from "./stores.ts";

/** Rewriting the file blocks the event loop, so limit it to one second per hour. */
const HOUR_PER_SECOND = 3_600;

export async function openEmbedded(
  dir: string,
  { clock, log, names }: EngineParts,
): Promise<Result<Engine, OpenRefusal>> {
  const opened = await openSqliteRows(dir, (held) => openReserve(held, log));
  if (!opened.ok) return opened;
  const rows = opened.value;
  const { forgetExpired, ...stores } = storesOver(rows, log, names);
  const scheduler = memoryScheduler(clock, log);
  let rewrittenAgainAt = 0;
  return ok({
    ...stores,
    scheduler,
    shared: alone(clock),
    isAlone: true,
    async erase() {
      await forgetExpired();
      const began = clock.now();
      if (began < rewrittenAgainAt) {
        rows.emptyLog();
        return false;
      }
      try {
        return rows.rewrite();
      } finally {
        const ended = clock.now();
        rewrittenAgainAt = ended + HOUR_PER_SECOND * (ended - began);
      }
    },
    async close() {
      await scheduler.stop();
      await rows.close();
    },
  });
}

export function alone(clock: Clock): Shared {
  let changed = (_owner: Owner) => {};
  return {
    rate: ownRate(clock),
    // This process itself remembers the events it received.
    events: { isNew: async () => true, forget() {} },
    pages: {
      publish: (owner) => changed(owner),
      subscribe(act) {
        changed = act;
      },
    },
    signs: { publish() {}, subscribe() {} },
    // This process itself counts the calls it sent.
    limits: { take: async () => 0, giveBack() {}, pause() {} },
    isMyTurn: async () => true,
  };
}

const NAMES_MOST = 50_000;

export function ownRate(clock: Clock): Rate {
  const times = new LRUCache<string, readonly EpochMs[]>(atMost(NAMES_MOST));

  return async (name, most, windowMs) => {
    const now = clock.now();
    // A time in the future was counted before the clock was set back.
    const recent = (times.get(name) ?? []).filter((at) => at > now - windowMs && at <= now);
    const isWithin = recent.length < most;
    times.set(name, isWithin ? [...recent, now] : recent);
    return isWithin;
  };
}
