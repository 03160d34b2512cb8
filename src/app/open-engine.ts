import type { Config } from "../config.ts";
import type { Engine, EngineParts } from "../core/engine.ts";
import { errorCode } from "../core/error-code.ts";
import { ok, type Result, refuse, unreachable } from "../core/result.ts";
import { openEmbedded } from "../engines/embedded.ts";
import type { RedisRefusal } from "../engines/redis-connection.ts";
import type { OpenRefusal } from "../engines/sqlite-connection.ts";
import { openProgramRows, type ProgramRefusal, type ProgramRows } from "../engines/sqlite-folder.ts";
import { PROGRAM } from "./program/program-name.ts";

export async function openEngine(
  { REDIS_URL: url, REDIS_ACCEPT_LOSS: accepts, REDIS_REPLICAS: replicas, DATA_DIR: dir }: Config,
  parts: EngineParts,
): Promise<Result<Engine, string>> {
  if (url === undefined) {
    const opened = await openEmbedded(dir, parts);
    return opened.ok ? opened : refuse(folderSentence(dir, opened.refusal));
  }
  const loaded = await whereInstalled(() => import("../engines/distributed.ts"));
  const choice = { url, acceptsLoss: accepts === "1", replicas };
  const opened = loaded.ok ? await loaded.value.openRedis(choice, parts) : loaded;
  return opened.ok ? opened : refuse(redisSentence(opened.refusal));
}

export const PACKAGES = ["ioredis@6.0.0"] as const;

export async function whereInstalled<Module>(load: () => Promise<Module>): Promise<Result<Module, RedisRefusal>> {
  try {
    return ok(await load());
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    return refuse({ kind: "missing_packages", detail: `npm install ${PACKAGES.join(" ")}` });
  }
}

export interface StoragePlace {
  readonly dir: string;
  readonly redisUrl: string | null;
}

/** `isMissing`: there is no database yet. */
interface Refused {
  readonly sentence: string;
  readonly isMissing: boolean;
}

export async function openForProgram(
  { dir, redisUrl }: StoragePlace,
  program: string,
): Promise<Result<ProgramRows, Refused>> {
  if (redisUrl === null) {
    const rows = await openProgramRows(dir);
    if (rows.ok) return rows;
    return refuse({ sentence: programRefusalText(dir, rows.refusal), isMissing: rows.refusal.kind === "no_database" });
  }
  const loaded = await whereInstalled(() => import("../engines/distributed.ts"));
  const rows = loaded.ok ? await loaded.value.openProgramRows(redisUrl, program) : loaded;
  return rows.ok ? rows : refuse({ sentence: redisSentence(rows.refusal), isMissing: false });
}

export function namedRows(keys: readonly string[]): string {
  const named = keys.slice(0, 5).join(", ");
  return keys.length > 5 ? `${named} and ${keys.length - 5} more` : named;
}

export function folderSentence(dir: string, { kind, detail }: OpenRefusal): string {
  switch (kind) {
    case "in_use":
      return `DATA_DIR ${dir} is in use by another Reelay. Stop that one, or set DATA_DIR to another folder.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}). Move reelay.db, reelay.db-wal and reelay.db-shm away together, put a backup in the place of reelay.db (or nothing, to start over), then start again.`;
    case "bad_lock":
      return `reelay.lock in DATA_DIR ${dir} cannot be used (${detail}). It holds no data: when no other Reelay runs there, delete reelay.lock, then start again.`;
    case "unwritable":
      return `DATA_DIR ${dir} cannot be written (${detail}). Give this user permission to write there, free some space, or set DATA_DIR to another folder.`;
    default:
      return unreachable(kind);
  }
}

export function programRefusalText(dir: string, { kind, detail }: ProgramRefusal): string {
  switch (kind) {
    case "no_database":
      return `There is no database in DATA_DIR ${dir}. Set DATA_DIR to the folder that the bot uses.`;
    case "other_version":
      return `The database in DATA_DIR ${dir} is of another version of Reelay. Run this with the version that the bot has.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}). Nothing was changed; keep the backups you have.`;
    case "in_use":
      return `The database in DATA_DIR ${dir} is busy (${detail}). Try again in a moment.`;
    case "bad_lock":
    case "unwritable":
      return `The database in DATA_DIR ${dir} cannot be used (${detail}). Run this as the user that runs the bot.`;
    default:
      return unreachable(kind);
  }
}

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
    case "few_replicas":
      return `REDIS_REPLICAS needs replicas that Redis at REDIS_URL does not have (${detail}). Connect as many, each with --appendonly yes --appendfsync always, and set min-replicas-to-write to that number on every server of the set. Or set REDIS_REPLICAS=0: after a failover a video could then be paid for twice.`;
    case "may_lose":
      return `Redis at REDIS_URL may forget what it has confirmed (${detail}), and a video could be paid for twice. Start it with: --appendonly yes --appendfsync always --maxmemory-policy noeviction. Or set REDIS_ACCEPT_LOSS=1 to take that risk.`;
    case "unknown_durability":
      return `Redis at REDIS_URL does not say whether it may forget what it has confirmed (${detail}), as managed services often do. If it writes every command to its disk before it answers, or if you take the risk that a video is paid for twice, set REDIS_ACCEPT_LOSS=1.`;
    case "half_copied":
      return `The Redis at REDIS_URL holds an unfinished copy. Run ${PROGRAM} migrate --to redis again, or start without REDIS_URL.`;
    case "moved_away":
      return `The data of the Redis at REDIS_URL was moved to a DATA_DIR. Start there without REDIS_URL, or move it back: ${PROGRAM} migrate --to redis.`;
    default:
      return unreachable(kind);
  }
}
