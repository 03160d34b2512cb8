import { hasRedis, startRedis } from "../engines/redis-server.ts";
import type { Line } from "./table/table.ts";

/** The rows of that over SQLite, and over Redis where there is one. `own`: what its engine is told by the environment. */
export async function onBothEngines(
  what: string,
  onEngine: (name: string, own: Readonly<Record<string, string>>) => Promise<readonly Line[]>,
): Promise<readonly Line[]> {
  const embedded = await onEngine("SQLite", {});
  if (!hasRedis) return [...embedded, { what: `${what} over Redis`, skipped: "no redis-server in PATH" }];
  const redis = await startRedis();
  const distributed = await onEngine("Redis", { REDIS_URL: redis.url });
  await redis.stop();
  return [...embedded, ...distributed];
}
