import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** Runs one script, which no other command comes between. */
export type Run = (...values: readonly (string | number)[]) => Promise<unknown>;

/** The script by its hash; its text goes along only where Redis does not know it (yet, or any more). */
export function runScript(redis: Redis, lua: string): Run {
  const sha = createHash("sha1").update(lua).digest("hex");
  return async (...values) => {
    try {
      return await redis.evalsha(sha, 0, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.eval(lua, 0, ...values);
    }
  };
}
