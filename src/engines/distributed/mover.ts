import type { Redis } from "ioredis";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Rows } from "../../core/rows.ts";
import { redisRows } from "../redis-rows.ts";
import type { RedisRefusal } from "./connect.ts";
import { ACCEPTABLE, checkDurable, connect, countBots, disconnect, MOVING, readMoving } from "./connect.ts";
import type { RedisChoice } from "./distributed.ts";
import { keysOf } from "./keys.ts";

/** A Redis that everything is to be moved to, or from, while no bot is connected to it. */
export interface Mover {
  /** Where a move stands: "half" a copy is in there, a "whole" one, or what is in there was moved "away"; null for none. */
  readonly state: "half" | "whole" | "away" | null;
  readonly isEmpty: boolean;
  readonly bots: number;
  /** Bots refuse this Redis until it is null again. */
  mark(state: "half" | "whole" | "away" | null): Promise<void>;
  /** Takes everything of ours away, but for the mark. */
  clear(): Promise<void>;
  readonly rows: Rows;
  close(): void;
}

const SILENT = { error() {}, info() {} };

export async function openMover({ url, acceptsLoss }: RedisChoice): Promise<Result<Mover, RedisRefusal>> {
  const connected = await connect(url, SILENT, "moving");
  if (!connected.ok) return connected;
  const redis = connected.value;
  const gap = await checkDurable(redis);
  if (gap && !(acceptsLoss && ACCEPTABLE.includes(gap.kind))) {
    disconnect(redis);
    return refuse(gap);
  }
  return ok({
    state: readMoving(await redis.get(MOVING)),
    isEmpty: await isEmpty(redis),
    bots: (await countBots(redis)) ?? 0,
    mark: async (state) => void (await (state === null ? redis.del(MOVING) : redis.set(MOVING, state))),
    async clear() {
      for await (const key of keysOf(redis)) if (key !== MOVING) await redis.unlink(key);
    },
    rows: redisRows(redis),
    close: () => disconnect(redis),
  });
}

async function isEmpty(redis: Redis): Promise<boolean> {
  for await (const key of keysOf(redis)) if (key !== MOVING) return false;
  return true;
}
