import { hasRedis, startRedis } from "../engines/redis-server.ts";
import { ownStorage, type Storage } from "./polls/open-jobs.ts";
import type { Line } from "./table/table.ts";

/** Runs a benchmark in a new SQLite store and, if redis-server is installed, in a new Redis store. */
export async function onBothEngines(
  what: string,
  onEngine: (name: string, storage: Storage) => Promise<readonly Line[]>,
): Promise<readonly Line[]> {
  const over = async (name: string, env: Readonly<Record<string, string>> = {}) => {
    const storage = await ownStorage(env);
    const lines = await onEngine(name, storage);
    await storage.end();
    return lines;
  };
  const embedded = await over("SQLite");
  if (!hasRedis) return [...embedded, { what: `${what} over Redis`, skipped: "no redis-server in PATH" }];
  const redis = await startRedis();
  const distributed = await over("Redis", { REDIS_URL: redis.url });
  await redis.stop();
  return [...embedded, ...distributed];
}
