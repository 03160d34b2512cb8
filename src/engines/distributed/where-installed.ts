import { z } from "zod";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { RedisRefusal } from "./refusal.ts";

/** The packages that are loaded with a Redis alone, as they are installed. */
export const PACKAGES = ["bullmq@6.7.0", "ioredis@5.11.1"] as const;

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
