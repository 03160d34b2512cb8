import { z } from "zod";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Log } from "../core/ports.ts";
import { ok, type Result, refuse, unreachable } from "../core/result.ts";
import { openEmbedded } from "../engines/embedded.ts";
import type { RedisRefusal } from "../engines/redis-connection.ts";
import type { OpenRefusal } from "../engines/sqlite-connection.ts";
import { redisSentence } from "./program/redis-sentence.ts";

/**
 * Opens the engine that the configuration names: Redis where it has an address, else the folder. Refuses with what to do.
 */
export async function openEngine(
  { REDIS_URL: url, REDIS_ACCEPT_LOSS: accepts, DATA_DIR: dir }: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Result<Engine, string>> {
  if (url === undefined) {
    const opened = await openEmbedded(dir, clock, log);
    return opened.ok ? opened : refuse(folderSentence(dir, opened.refusal));
  }
  const loaded = await whereInstalled(() => import("../engines/distributed.ts"));
  const opened = loaded.ok ? await loaded.value.openRedis({ url, acceptsLoss: accepts === "1" }, log, clock) : loaded;
  return opened.ok ? opened : refuse(redisSentence(opened.refusal));
}

/** The packages that only Redis needs, as they are installed. */
export const PACKAGES = ["ioredis@5.11.1"] as const;

const missingModule = z.object({ code: z.literal("ERR_MODULE_NOT_FOUND") });

/** Loads a file that needs them; refuses where they are not installed. */
export async function whereInstalled<Module>(load: () => Promise<Module>): Promise<Result<Module, RedisRefusal>> {
  try {
    return ok(await load());
  } catch (error) {
    if (!missingModule.safeParse(error).success) throw error;
    return refuse({ kind: "missing_packages", detail: `npm install ${PACKAGES.join(" ")}` });
  }
}

/** Says why a folder cannot be used, and what to do. */
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
