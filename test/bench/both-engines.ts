import { hasRedis, startRedis } from "../engines/redis-server.ts";
import { ownStorage, type Storage } from "./polls/open-jobs.ts";
import type { Line } from "./table/table.ts";

/** The rows of that over SQLite, and over Redis where there is one, each in a store of its own. */
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
