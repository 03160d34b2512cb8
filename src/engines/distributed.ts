import type { Redis } from "ioredis";
import type { Engine, EngineParts } from "../core/engine.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Rows } from "../core/rows.ts";
import {
  allKeys,
  checkDurable,
  checkRedisSettings,
  connectRedis,
  countBots,
  disconnect,
  isAccepted,
  MOVING,
  type RedisRefusal,
  readMoving,
} from "./redis-connection.ts";
import { replicatedWrites } from "./redis-replicas.ts";
import { redisRows } from "./redis-rows.ts";
import { redisScheduler } from "./redis-scheduler.ts";
import { redisShared } from "./redis-shared.ts";
import type { ProgramRows } from "./sqlite-folder.ts";
import { storesOver } from "./stores.ts";

/** Rewriting the log costs Redis as much as writing all of its data. */
const ERASE_EVERY_MS = 600_000;

export interface RedisChoice {
  readonly url: string;
  readonly acceptsLoss: boolean;
  readonly replicas?: number;
}

export async function openRedis(
  { url, acceptsLoss, replicas = 0 }: RedisChoice,
  { clock, log, names }: EngineParts,
): Promise<Result<Engine & { readonly redis: Redis }, RedisRefusal>> {
  const connected = await connectRedis(url, log);
  if (!connected.ok) return connected;
  const redis = connected.value;
  const gap = await checkRedisSettings(redis, replicas);
  if (gap && !isAccepted(gap, acceptsLoss)) {
    disconnect(redis);
    return refuse(gap);
  }
  if (gap) {
    log.warn("this Redis may forget what it has confirmed: after its crash a video could be paid for twice", {
      reason: gap.detail,
    });
  }
  // After a reconnect, this may be a promoted replica, or the same server with other settings. Only log the problem:
  // the operator decides.
  redis.on("ready", async () => {
    const refusal = await checkRedisSettings(redis, replicas).catch(() => null);
    if (refusal === null || isAccepted(refusal, acceptsLoss)) return;
    const { kind, detail: reason } = refusal;
    log.error("the Redis that came back would be refused at a start: the doctor says why, and the cure", {
      kind,
      reason,
    });
  });
  const replicated = replicas > 0 ? await replicatedWrites(redis, { replicas, clock, log }) : null;
  const { forgetExpired, ...stores } = storesOver(redisRows(redis, replicated), log, names);
  const { wakes, ...shared } = redisShared(redis, { clock, log });
  const scheduler = redisScheduler(redis, { clock, log, wakes });
  return ok({
    ...stores,
    redis,
    scheduler,
    shared,
    isAlone: false,
    // Deleted data stays in the log until Redis rewrites it.
    async erase() {
      // A running rewrite may have begun before the deletion.
      const persistence = await redis.info("persistence").catch(() => "");
      if (persistence.includes("aof_rewrite_in_progress:1")) return false;
      if (!(await shared.isMyTurn("erase", ERASE_EVERY_MS))) return false;
      await forgetExpired();
      await redis.bgrewriteaof().catch(() => {});
      return true;
    },
    async close() {
      await scheduler.stop();
      shared.close();
      replicated?.close();
      disconnect(redis);
    },
  });
}

export interface Mover {
  /** Whether Redis holds a "half" or "whole" copy, or its data was moved "away". */
  readonly state: "half" | "whole" | "away" | null;
  readonly isEmpty: boolean;
  readonly bots: number;
  /** Bots refuse this Redis until the state is null again. */
  mark(state: "half" | "whole" | "away" | null): Promise<void>;
  clear(): Promise<void>;
  readonly rows: Rows;
  close(): void;
}

/** Logs nothing: if moving the data fails, the program itself reports it. */
const SILENT = { error() {}, info() {} };

export async function openMover({ url, acceptsLoss }: RedisChoice): Promise<Result<Mover, RedisRefusal>> {
  const connected = await connectRedis(url, SILENT, "moving");
  if (!connected.ok) return connected;
  const redis = connected.value;
  const gap = await checkDurable(redis);
  if (gap && !isAccepted(gap, acceptsLoss)) {
    disconnect(redis);
    return refuse(gap);
  }
  return ok({
    state: readMoving(await redis.get(MOVING)),
    isEmpty: (await allKeys(redis).next()).done === true,
    bots: (await countBots(redis)) ?? 0,
    mark: async (state) => void (await (state === null ? redis.del(MOVING) : redis.set(MOVING, state))),
    async clear() {
      for await (const key of allKeys(redis)) await redis.unlink(key);
    },
    rows: redisRows(redis),
    close: () => disconnect(redis),
  });
}

export async function openProgramRows(url: string, program: string): Promise<Result<ProgramRows, RedisRefusal>> {
  const connected = await connectRedis(url, SILENT, program);
  if (!connected.ok) return connected;
  const redis = connected.value;
  // If this is unknown, assume that a bot is running.
  const isInUse = (await countBots(redis)) !== 0;
  return ok({ ...redisRows(redis), isInUse, close: async () => disconnect(redis) });
}
