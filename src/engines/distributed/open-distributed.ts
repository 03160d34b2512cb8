import type { Log } from "../../core/ports.ts";
import type { Result } from "../../core/result.ts";
import type { Distributed, RedisChoice } from "./distributed.ts";
import type { RedisRefusal } from "./refusal.ts";
import { whereInstalled } from "./where-installed.ts";

/** Loads what Redis needs, and connects to it. Refuses where packages are missing, Redis is away, or it may forget. */
export async function openDistributed(
  choice: RedisChoice,
  log: Log,
  load: () => Promise<typeof import("./distributed.ts")> = () => import("./distributed.ts"),
): Promise<Result<Distributed, RedisRefusal>> {
  const loaded = await whereInstalled(load);
  return loaded.ok ? loaded.value.openRedis(choice, log) : loaded;
}
