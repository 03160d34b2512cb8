import { Redis, type RedisOptions } from "ioredis";
import { z } from "zod";
import type { Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { RedisRefusal } from "./refusal.ts";

/** A connection that brings no byte for this long while an answer is due is made anew. */
export const SILENT_FOR_MS = 5_000;
export const CONNECT_WITHIN_MS = 3_000;
const RETRY_MAX_MS = 1_000;

/** How long to wait before the nth try to connect again. */
export function retryAfterMs(times: number): number {
  return Math.min(times * 100, RETRY_MAX_MS);
}

/** By this name Redis knows the connections of bots; BullMQ's begin alike. */
const BOT_NAME = "reelay";

/**
 * A command that is given while Redis is away is refused at once. One that was sent and not answered is sent again when it
 * is back: a late answer is the truth, too, so every write must bear a repetition.
 */
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: CONNECT_WITHIN_MS,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: true,
  maxRetriesPerRequest: null,
  socketTimeout: SILENT_FOR_MS,
  retryStrategy: retryAfterMs,
  // After a failover the old server is a replica: what it refused was not done.
  reconnectOnError: (error) => (error.message.startsWith("READONLY") ? 2 : false),
};

/** Connects, and says once when Redis is lost and once when it is back. Refuses where it cannot be reached now. */
export async function connect(
  url: string,
  log: Pick<Log, "error" | "info">,
  name = BOT_NAME,
): Promise<Result<Redis, RedisRefusal>> {
  const redis = new Redis(url, { ...OPTIONS, connectionName: name });
  let reason = "no answer";
  let isKnownLost = true;
  redis.on("error", (error: Error) => {
    reason = shortReason(error);
  });
  redis.on("close", () => {
    if (isKnownLost) return;
    isKnownLost = true;
    log.error("Redis is away: new videos are refused, videos under way wait");
  });
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    return refuse({ kind: isLogin(reason) ? "bad_login" : "unreachable", detail: reason });
  }
  isKnownLost = false;
  redis.on("ready", () => {
    if (isKnownLost) log.info("Redis is back");
    isKnownLost = false;
  });
  redis.once("end", () => redis.removeAllListeners("close"));
  return ok(redis);
}

/** Ends the connection; what has no answer yet is rejected. */
export function disconnect(redis: Redis): void {
  redis.removeAllListeners("close");
  redis.disconnect();
}

function isLogin(reason: string): boolean {
  return /WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(reason);
}

/** The code of a socket's error, or what Redis said; an address is left out. */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.message.slice(0, 120);
}

/** How many bots' connections there are besides a program's own; null where Redis does not tell. */
export async function countBots(redis: Redis): Promise<number | null> {
  try {
    const list = z.string().parse(await redis.client("LIST"));
    return list.split("\n").filter((line) => new RegExp(`\\bname=${BOT_NAME}\\b`).test(line)).length;
  } catch {
    return null;
  }
}
