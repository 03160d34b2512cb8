import { z } from "zod";
import type { Log } from "../../core/ports.ts";
import { type Result, refuse } from "../../core/result.ts";
import type { Distributed } from "./distributed.ts";
import type { RedisRefusal } from "./refusal.ts";

export interface RedisChoice {
  readonly url: string;
  /** REDIS_ACCEPT_LOSS: the operator knows that this Redis may forget what it has confirmed. */
  readonly acceptsLoss: boolean;
}

/** The packages that are loaded with a Redis alone, as they are installed. */
export const PACKAGES = ["bullmq@6.7.0", "ioredis@5.11.1", "@keyv/redis@5.1.6"] as const;

const missingModule = z.object({ code: z.literal("ERR_MODULE_NOT_FOUND") });

/** Loads what Redis needs, and connects to it. Refuses where packages are missing, Redis is away, or it may forget. */
export async function openDistributed(
  choice: RedisChoice,
  log: Log,
  load: () => Promise<typeof import("./distributed.ts")> = () => import("./distributed.ts"),
): Promise<Result<Distributed, RedisRefusal>> {
  try {
    const { openRedis } = await load();
    return await openRedis(choice, log);
  } catch (error) {
    if (!missingModule.safeParse(error).success) throw error;
    return refuse({ kind: "missing_packages", detail: `npm install ${PACKAGES.join(" ")}` });
  }
}
