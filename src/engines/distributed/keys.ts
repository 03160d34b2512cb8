import type { Redis } from "ioredis";
import { z } from "zod";

/** Everything Reelay keeps in Redis begins with this. */
export const PREFIX = "reelay";
/** The queue of BullMQ in which every open job has its alarm. */
export const ALARMS = "alarms";

const scanned = z.tuple([z.string(), z.array(z.string())]);

/** Every key of ours; only for a program that runs by itself, for it goes through everything that Redis has. */
export async function* keysOf(redis: Redis, pattern = "*"): AsyncGenerator<string, void> {
  for (let cursor = "0"; ; ) {
    const [next, keys] = scanned.parse(await redis.scan(cursor, "MATCH", `${PREFIX}:${pattern}`, "COUNT", 1_000));
    yield* keys;
    if (next === "0") return;
    cursor = next;
  }
}
