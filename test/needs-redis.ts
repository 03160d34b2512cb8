import { hasRedis } from "./engines/redis-server.ts";

/** Before `npm run test:redis`: without a redis-server nothing of it would be proved. */
export default function needsRedis(): void {
  if (!hasRedis) throw new Error("There is no redis-server here. Install one: apt-get install redis-server");
}
