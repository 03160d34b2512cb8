import { z } from "zod";
import type { Log } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Distributed, RedisChoice } from "./distributed.ts";
import type { RedisRefusal } from "./redis-connection.ts";

/**
 * Loads the packages for Redis, and connects to it. Refuses where packages are missing, Redis is away, or it may forget.
 */
export async function openDistributed(
  choice: RedisChoice,
  log: Log,
  load: () => Promise<typeof import("./distributed.ts")> = () => import("./distributed.ts"),
): Promise<Result<Distributed, RedisRefusal>> {
  const loaded = await whereInstalled(load);
  return loaded.ok ? loaded.value.openRedis(choice, log) : loaded;
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
