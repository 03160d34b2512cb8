import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Log } from "../core/ports.ts";
import { ok, type Result, refuse, unreachable } from "../core/result.ts";
import { openDistributed } from "../engines/distributed/open-distributed.ts";
import type { RedisRefusal } from "../engines/distributed/refusal.ts";
import { openEmbedded } from "../engines/embedded/embedded.ts";
import type { OpenRefusal } from "../engines/embedded/refusal.ts";

/** The engine that the configuration names: Redis where it has an address, else the folder. Refuses with what to do. */
export async function openEngine(
  { REDIS_URL: url, REDIS_ACCEPT_LOSS: accepts, DATA_DIR: dir }: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Result<Engine, string>> {
  if (url === undefined) {
    const opened = await openEmbedded(dir, clock, log);
    return opened.ok ? opened : refuse(folderSentence(dir, opened.refusal));
  }
  const opened = await openDistributed({ url, acceptsLoss: accepts === "1" }, log);
  return opened.ok ? ok(opened.value.engine(clock)) : refuse(redisSentence(opened.refusal));
}

function folderSentence(dir: string, { kind, detail }: OpenRefusal): string {
  switch (kind) {
    case "in_use":
      return `DATA_DIR ${dir} is in use by another Reelay. Stop that one, or set DATA_DIR to another folder.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}). Move reelay.db, reelay.db-wal and reelay.db-shm away together, put a backup in the place of reelay.db (or nothing, to begin afresh), then start again.`;
    case "bad_lock":
      return `reelay.lock in DATA_DIR ${dir} cannot be used (${detail}). It holds no data: when no other Reelay runs there, delete reelay.lock, then start again.`;
    case "unwritable":
      return `DATA_DIR ${dir} cannot be written (${detail}). Give this user the right to write there, make room on its disk, or set DATA_DIR to another folder.`;
    default:
      return unreachable(kind);
  }
}

function redisSentence({ kind, detail }: RedisRefusal): string {
  switch (kind) {
    case "missing_packages":
      return `REDIS_URL is set, and the packages for it are not installed. Run: ${detail}`;
    case "unreachable":
      return `Redis at REDIS_URL does not answer (${detail}). Start it, or mend the address.`;
    case "bad_login":
      return `Redis at REDIS_URL does not take this login (${detail}). Put its user and password into REDIS_URL: redis://user:password@host:6379.`;
    case "too_old":
      return `Redis at REDIS_URL is version ${detail}. Reelay needs 6.2 or newer.`;
    case "cluster":
      return "Redis at REDIS_URL is a cluster, and Reelay's scripts need all keys in one place. Point REDIS_URL at a single Redis.";
    case "replica":
      return "Redis at REDIS_URL is a replica, which takes no writes. Point REDIS_URL at its primary.";
    case "may_lose":
      return `Redis at REDIS_URL may forget what it has confirmed (${detail}), and a video could be paid for twice. Start it with: --appendonly yes --appendfsync always --maxmemory-policy noeviction. Or set REDIS_ACCEPT_LOSS=1 to take that risk.`;
    case "unknown_durability":
      return `Redis at REDIS_URL does not tell whether it may forget what it has confirmed (${detail}), as managed services often do. If it writes every command to its disk before it answers, or if you take the risk that a video is paid for twice, set REDIS_ACCEPT_LOSS=1.`;
    default:
      return unreachable(kind);
  }
}
