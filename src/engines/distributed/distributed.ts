import type { Redis } from "ioredis";
import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../core/engine.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { redisRows } from "../redis-rows.ts";
import { storesOver } from "../stores.ts";
import { bullmqScheduler } from "./bullmq-scheduler.ts";
import { ACCEPTABLE, connect, disconnect, look, type RedisRefusal } from "./connect.ts";
import { redisShared } from "./redis-shared.ts";

/** Writing the log anew costs Redis as much as all of its data. */
const ERASE_EVERY_MS = 600_000;

export interface RedisChoice {
  readonly url: string;
  /** REDIS_ACCEPT_LOSS: the operator knows that this Redis may forget what it has confirmed. */
  readonly acceptsLoss: boolean;
}

/** What processes share through one Redis. */
export interface Distributed extends Pick<Engine, "jobs" | "teams" | "notices" | "keyv" | "swap" | "close"> {
  readonly redis: Redis;
  /** All of it, for a process that takes part in the work. */
  engine(clock: Clock): Engine;
}

/** Connects, and refuses a Redis that may forget what it has confirmed, unless that is accepted. */
export async function openRedis(
  { url, acceptsLoss }: RedisChoice,
  log: Log,
): Promise<Result<Distributed, RedisRefusal>> {
  const connected = await connect(url, log);
  if (!connected.ok) return connected;
  const redis = connected.value;
  const gap = await look(redis);
  if (gap && !(acceptsLoss && ACCEPTABLE.includes(gap.kind))) {
    disconnect(redis);
    return refuse(gap);
  }
  if (gap) {
    log.warn("this Redis may forget what it has confirmed: after its crash a video could be paid for twice", {
      reason: gap.detail,
    });
  }
  // The Redis that comes back may be a replica that took over, or the same server with other settings.
  redis.on("ready", () => void lookAgain(redis, acceptsLoss, log));
  const rows = redisRows(redis);
  const { forgetExpired, ...stores } = storesOver(rows, log);
  const stored = { ...stores, close: async () => disconnect(redis) };
  return ok({
    ...stored,
    redis,
    engine(clock) {
      const scheduler = bullmqScheduler(redis, { clock, log });
      const shared = redisShared(redis, { clock, log });
      const close = async () => {
        await scheduler.close();
        shared.close();
        await stored.close();
      };
      // Deleted data is in the log until Redis writes that anew, which it does by itself as the log grows.
      const erase = async () => {
        // One that is being written now may have begun before the deletion.
        const persistence = await redis.info("persistence").catch(() => "");
        if (persistence.includes("aof_rewrite_in_progress:1")) return false;
        if (!(await shared.isMyTurn("erase", ERASE_EVERY_MS))) return false;
        await forgetExpired();
        await redis.bgrewriteaof().catch(() => {});
        return true;
      };
      return { ...stored, scheduler, shared, isAlone: false, erase, close };
    },
  });
}

/** Not ended for it: what is under way goes on, and the operator decides. */
async function lookAgain(redis: Redis, acceptsLoss: boolean, log: Log): Promise<void> {
  const found = await look(redis).catch(() => null);
  if (found === null || (acceptsLoss && ACCEPTABLE.includes(found.kind))) return;
  log.error("the Redis that came back would be refused at a start: npm run doctor says why, and the cure", {
    kind: found.kind,
    reason: found.detail,
  });
}
