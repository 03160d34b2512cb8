import { unreachable } from "../../core/result.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";

export function redisSentence({ kind, detail }: RedisRefusal): string {
  switch (kind) {
    case "missing_packages":
      return `REDIS_URL is set, and the packages for it are not installed. Run: ${detail}`;
    case "unreachable":
      return `Redis at REDIS_URL does not answer (${detail}). Start it, or fix the address.`;
    case "bad_login":
      return `Redis at REDIS_URL refused this login (${detail}). Put its user and password into REDIS_URL: redis://user:password@host:6379.`;
    case "too_old":
      return `Redis at REDIS_URL is version ${detail}. Reelay needs 6.2 or newer.`;
    case "cluster":
      return "Redis at REDIS_URL is a cluster, and Reelay's scripts need all keys in one place. Point REDIS_URL at a single Redis.";
    case "replica":
      return "Redis at REDIS_URL is a replica, which takes no writes. Point REDIS_URL at its primary.";
    case "may_lose":
      return `Redis at REDIS_URL may forget what it has confirmed (${detail}), and a video could be paid for twice. Start it with: --appendonly yes --appendfsync always --maxmemory-policy noeviction. Or set REDIS_ACCEPT_LOSS=1 to take that risk.`;
    case "unknown_durability":
      return `Redis at REDIS_URL does not say whether it may forget what it has confirmed (${detail}), as managed services often do. If it writes every command to its disk before it answers, or if you take the risk that a video is paid for twice, set REDIS_ACCEPT_LOSS=1.`;
    case "half_copied":
      return "The Redis at REDIS_URL holds an unfinished copy. Run npx reelay migrate --to redis again, or start without REDIS_URL.";
    case "moved_away":
      return "What was in the Redis at REDIS_URL was moved to a DATA_DIR. Start there without REDIS_URL, or move it back: npx reelay migrate --to redis.";
    default:
      return unreachable(kind);
  }
}
