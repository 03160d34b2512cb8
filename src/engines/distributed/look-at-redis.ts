import type { Redis } from "ioredis";
import { checkDurable } from "./check-durable.ts";
import { connect, disconnect, shortReason } from "./connect.ts";
import { MOVING, readMoving } from "./moving.ts";
import type { RedisRefusal } from "./refusal.ts";

/** The findings that an operator may accept; they must not hide one that no operator may. */
export const ACCEPTABLE: readonly string[] = ["may_lose", "unknown_durability"] satisfies RedisRefusal["kind"][];

/** What speaks against the Redis at that address; null for nothing. Its connection is not counted as a bot's. */
export async function whatSpeaksAgainst(url: string): Promise<RedisRefusal | null> {
  const connected = await connect(url, { error() {}, info() {} }, "doctor");
  if (!connected.ok) return connected.refusal;
  try {
    return await look(connected.value);
  } catch (error) {
    const detail = shortReason(error);
    return { kind: detail.startsWith("NOPERM") ? "bad_login" : "unreachable", detail };
  } finally {
    disconnect(connected.value);
  }
}

/** The same of a connection that is open. It rejects where that is lost. */
export async function look(redis: Redis): Promise<RedisRefusal | null> {
  const gap = await checkDurable(redis);
  if (gap && !ACCEPTABLE.includes(gap.kind)) return gap;
  const moving = readMoving(await redis.get(MOVING));
  return moving ? { kind: moving === "away" ? "moved_away" : "half_copied", detail: "" } : gap;
}
