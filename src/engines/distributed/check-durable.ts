import type { Redis } from "ioredis";
import { shortReason } from "./connect.ts";
import type { RedisRefusal } from "./refusal.ts";

/** What Redis must be set to, so that it forgets nothing that it has confirmed. */
const DURABLE = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction" } as const;

/** ZADD with LT, and ranges with BYSCORE and BYLEX. Source: Redis's documentation (read 2026-11-21). */
const LEAST_VERSION = [6, 2] as const;

/** What speaks against this Redis; null for nothing. "may_lose" and "unknown_durability" may be accepted by the operator. */
export async function checkDurable(redis: Pick<Redis, "info" | "config">): Promise<RedisRefusal | null> {
  const info = await redis.info().catch((error: unknown) => shortReason(error));
  if (!info.includes("redis_version:")) return { kind: "unknown_durability", detail: info };
  const version = field(info, "redis_version");
  if (isOlder(version)) return { kind: "too_old", detail: version };
  if (field(info, "cluster_enabled") === "1") return { kind: "cluster", detail: "" };
  if (field(info, "role") === "slave") return { kind: "replica", detail: "" };

  const found: Record<string, string> = {};
  try {
    for (const name of Object.keys(DURABLE)) found[name] = settingIn(await redis.config("GET", name));
  } catch (error) {
    return { kind: "unknown_durability", detail: shortReason(error) };
  }
  const gaps = Object.entries(DURABLE).flatMap(([name, wanted]) =>
    found[name] === wanted ? [] : [`${name} is ${found[name] || "not told"}`],
  );
  return gaps.length === 0 ? null : { kind: "may_lose", detail: gaps.join(", ") };
}

/** The value in the answer to CONFIG GET of one name. */
function settingIn(answer: unknown): string {
  return Array.isArray(answer) && typeof answer[1] === "string" ? answer[1] : "";
}

/** Of the text of INFO: lines of `name:value`. */
function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_VERSION;
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
