import { hasRedis } from "./engines/redis-server.ts";

/** Fails `npm run test:redis` if redis-server is missing, because it would check nothing. */
export default function needsRedis(): void {
  if (!hasRedis) throw new Error("There is no redis-server here. Install one: apt-get install redis-server");
}
