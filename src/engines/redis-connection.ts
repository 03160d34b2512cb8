import { createHash } from "node:crypto";
import { Redis, type RedisOptions } from "ioredis";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Log } from "../core/text/log-fields.ts";

/** `detail` never contains the address, which may include a password. */
export interface RedisRefusal {
  readonly kind:
    | "missing_packages"
    | "unreachable"
    | "bad_login"
    | "too_old"
    | "cluster"
    | "replica"
    | "few_replicas"
    | "may_lose"
    /** Redis's settings cannot be read, as on many managed services. */
    | "unknown_durability"
    /** `npx reelay migrate` was interrupted, or has moved the data elsewhere. */
    | "half_copied"
    | "moved_away";
  readonly detail: string;
}

export const PREFIX = "reelay";

/** A connection is replaced if it is silent this long while an answer is pending. */
const SILENT_FOR_MS = 5_000;
const CONNECT_WITHIN_MS = 3_000;
const RETRY_MAX_MS = 1_000;

const BOT_NAME = "reelay";

/**
 * Commands are refused at once while Redis is unreachable. An unanswered command is sent again after reconnecting, so
 * every write must be safe to repeat.
 */
const OPTIONS = {
  // Gives answers the same form on every version of Redis.
  protocol: 2,
  lazyConnect: true,
  connectTimeout: CONNECT_WITHIN_MS,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: true,
  maxRetriesPerRequest: null,
  socketTimeout: SILENT_FOR_MS,
  retryStrategy: (times: number) => Math.min(times * 100, RETRY_MAX_MS),
  // After a failover the old server is a replica. A write that it refused was not executed.
  reconnectOnError: (error: Error) => (error.message.startsWith("READONLY") ? 2 : false),
} satisfies RedisOptions;

/** `redis+sentinel://user:password@sentinel-1:26379,sentinel-2:26379/name/db` */
const SENTINELS = /^(rediss?)\+sentinel:\/\/(?:([^:@/]*):([^@/]*)@)?([^@/?#]+)\/([^/?#]+)(?:\/(\d+))?$/;
const SENTINEL_PORT = 26_379;

export function sentinelOptions(url: string): Omit<RedisOptions, "replyMapping"> | null {
  const [, scheme, user, password, hosts = "", name = "", db] = SENTINELS.exec(url) ?? [];
  if (scheme === undefined) return null;
  return {
    name,
    sentinels: hosts.split(",").map((each) => {
      const [host = "", port] = each.split(/:(?=\d+$)/);
      return { host, port: Number(port ?? SENTINEL_PORT) };
    }),
    // During a network split, a replaced primary may still answer.
    failoverDetector: true,
    sentinelCommandTimeout: CONNECT_WITHIN_MS,
    ...(user && { username: decodeURIComponent(user) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(db && { db: Number(db) }),
    ...(scheme === "rediss" && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

export async function connectRedis(
  url: string,
  log: Pick<Log, "error" | "info">,
  name = BOT_NAME,
): Promise<Result<Redis, RedisRefusal>> {
  const options = { ...OPTIONS, connectionName: name };
  const sentinels = sentinelOptions(url);
  // On the first connect, ask each Sentinel once.
  const sentinelRetryStrategy = (times: number) => (hasConnected ? Math.min(times * 100, RETRY_MAX_MS) : null);
  let hasConnected = false;
  const redis = sentinels ? new Redis({ ...options, ...sentinels, sentinelRetryStrategy }) : new Redis(url, options);
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
    const isLogin = /WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(reason);
    return refuse({ kind: isLogin ? "bad_login" : "unreachable", detail: reason });
  }
  isKnownLost = false;
  hasConnected = true;
  redis.on("ready", () => {
    if (isKnownLost) log.info("Redis is back");
    isKnownLost = false;
  });
  redis.once("end", () => redis.removeAllListeners("close"));
  return ok(redis);
}

export function disconnect(redis: Redis): void {
  redis.removeAllListeners("close");
  redis.disconnect();
}

/** Never includes addresses. */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.message.slice(0, 120);
}

export async function countBots(redis: Redis): Promise<number | null> {
  try {
    const list = z.string().parse(await redis.client("LIST"));
    return list.split("\n").filter((line) => new RegExp(`\\bname=${BOT_NAME}\\b`).test(line)).length;
  } catch {
    return null;
  }
}

export function runScript(redis: Redis, lua: string) {
  const sha = createHash("sha1").update(lua).digest("hex");
  return async (...values: readonly (string | number)[]): Promise<unknown> => {
    try {
      return await redis.evalsha(sha, 0, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.eval(lua, 0, ...values);
    }
  };
}

/** While this key exists, no bot starts on this Redis. */
export const MOVING = `${PREFIX}:moving`;

export function readMoving(mark: string | null): "half" | "whole" | "away" | null {
  if (mark === null) return null;
  return mark === "away" || mark === "whole" ? mark : "half";
}

/** With these settings Redis loses no confirmed write. */
const DURABLE = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction" } as const;

/** Needed for GETDEL, and ZRANGE with BYSCORE. Source: Redis's documentation (read 2026-11-21). */
const LEAST_VERSION = "6.2";

/** `replicas` must be connected, and each must write an append-only file. */
export async function checkDurable(redis: Redis, replicas = 0): Promise<RedisRefusal | null> {
  const info = await redis.info().catch((error: unknown) => shortReason(error));
  if (!info.includes("redis_version:")) return { kind: "unknown_durability", detail: info };
  const version = field(info, "redis_version");
  if (version.localeCompare(LEAST_VERSION, "en", { numeric: true }) < 0) return { kind: "too_old", detail: version };
  if (field(info, "cluster_enabled") === "1") return { kind: "cluster", detail: "" };
  if (field(info, "role") === "slave") return { kind: "replica", detail: "" };

  const settings: Record<string, string> = {};
  try {
    for (const name of Object.keys(DURABLE)) settings[name] = settingIn(await redis.config("GET", name));
  } catch (error) {
    return { kind: "unknown_durability", detail: shortReason(error) };
  }
  const gaps = Object.entries(DURABLE).flatMap(([name, wanted]) =>
    settings[name] === wanted ? [] : [`${name} is ${settings[name] || "not reported"}`],
  );
  const replication = replicas > 0 ? await checkReplicas(redis, { replicas, info }) : null;
  if (replication?.kind === "few_replicas") return replication;
  return gaps.length === 0 ? replication : { kind: "may_lose", detail: gaps.join(", ") };
}

async function checkReplicas(
  redis: Redis,
  { replicas, info }: { readonly replicas: number; readonly info: string },
): Promise<RedisRefusal | null> {
  const detail: string[] = [];
  const online = [...info.matchAll(/^slave\d+:ip=(.*?),port=(\d+),state=online,/gm)];
  if (online.length < replicas) detail.push(`${online.length} of ${replicas} replicas are connected`);
  // Otherwise a replaced primary behind a network split keeps accepting writes that will be discarded.
  const least = Number(settingIn(await redis.config("GET", "min-replicas-to-write")));
  if (!(least >= replicas)) detail.push(`min-replicas-to-write is ${least}`);
  const files = await Promise.all(
    online.map(async ([, host = "", port = ""]) => ({
      replica: `${host}:${port}`,
      file: await appendOnlyFile(redis, { host, port: Number(port) }),
    })),
  );
  for (const { replica, file } of files) if (file === "none") detail.push(`${replica} writes no append-only file`);
  if (detail.length > 0) return { kind: "few_replicas", detail: detail.join(", ") };
  const unknown = files.find(({ file }) => file !== "none" && file !== "written");
  return unknown ? { kind: "unknown_durability", detail: `the replica at ${unknown.replica}: ${unknown.file}` } : null;
}

/** Uses the primary's credentials. Returns "written", "none", or the reason why the state is unknown. */
async function appendOnlyFile(primary: Redis, at: { readonly host: string; readonly port: number }): Promise<string> {
  const { sentinels: _, tls, username, password } = primary.options;
  const login = { ...(username && { username }), ...(password && { password }), ...(tls && { tls }) };
  const replica = new Redis({
    ...login,
    ...at,
    protocol: 2,
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: CONNECT_WITHIN_MS,
    connectionName: "replica-check",
    retryStrategy: () => null,
  });
  let reason = "no answer";
  replica.on("error", (error: Error) => {
    reason = shortReason(error);
  });
  try {
    await replica.connect();
    const enabled = field(await replica.info("persistence"), "aof_enabled");
    return enabled === "1" ? "written" : enabled === "0" ? "none" : "not reported";
  } catch (error) {
    return reason === "no answer" ? shortReason(error) : reason;
  } finally {
    replica.disconnect();
  }
}

function settingIn(answer: unknown): string {
  return Array.isArray(answer) && typeof answer[1] === "string" ? answer[1] : "";
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
}

/** The operator can accept these, so they must not hide another refusal. */
const ACCEPTABLE: readonly string[] = ["may_lose", "unknown_durability"] satisfies RedisRefusal["kind"][];

export function isAccepted({ kind }: RedisRefusal, acceptsLoss: boolean): boolean {
  return acceptsLoss && ACCEPTABLE.includes(kind);
}

export async function checkRedisAt(url: string, replicas = 0): Promise<RedisRefusal | null> {
  const connected = await connectRedis(url, { error() {}, info() {} }, "doctor");
  if (!connected.ok) return connected.refusal;
  try {
    return await checkRedisSettings(connected.value, replicas);
  } catch (error) {
    const detail = shortReason(error);
    return { kind: detail.startsWith("NOPERM") ? "bad_login" : "unreachable", detail };
  } finally {
    disconnect(connected.value);
  }
}

export async function checkRedisSettings(redis: Redis, replicas = 0): Promise<RedisRefusal | null> {
  const gap = await checkDurable(redis, replicas);
  if (gap && !ACCEPTABLE.includes(gap.kind)) return gap;
  const moving = readMoving(await redis.get(MOVING));
  return moving ? { kind: moving === "away" ? "moved_away" : "half_copied", detail: "" } : gap;
}

/** Scans the whole Redis, so no bot may be running. */
export async function* allKeys(redis: Redis): AsyncGenerator<string, void> {
  for (let cursor = "0"; ; ) {
    const [next, keys] = await redis.scan(cursor, "MATCH", `${PREFIX}:*`, "COUNT", 1_000);
    for (const key of keys) if (key !== MOVING) yield key;
    if (next === "0") return;
    cursor = next;
  }
}
