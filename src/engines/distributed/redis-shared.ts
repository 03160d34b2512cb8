import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Clock } from "../../core/clock.ts";
import { ownerFromName, ownerName } from "../../core/job/ids.ts";
import type { Log } from "../../core/ports.ts";
import type { Rate, Shared } from "../../core/shared.ts";
import { PREFIX } from "./keys.ts";
import { redisEvents } from "./redis-events.ts";
import { redisLimits } from "./redis-limits.ts";
import { withFallback } from "./with-fallback.ts";

/** Times within the window, oldest first; the newest stands twice only where two came in one microsecond. */
const COUNT = `local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now - ARGV[2])
if redis.call("ZCARD", KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call("ZADD", KEYS[1], now, clock[1] .. "." .. clock[2])
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1`;

/** What all processes on one Redis agree about. */
export interface RedisShared extends Shared {
  close(): void;
}

export function redisShared(redis: Redis, { clock, log }: { readonly clock: Clock; readonly log: Log }): RedisShared {
  const pages = `${PREFIX}:pages`;
  const signs = `${PREFIX}:signs`;
  // A channel brings a process its own words, too: it knows them by this.
  const self = `${randomBytes(8).toString("hex")} `;
  let listener: Redis | null = null;

  // Redis away: the command itself is refused for that reason, so nothing is gained by refusing it for another.
  const rate: Rate = async (name, most, windowMs) =>
    (await withFallback(clock, redis.eval(COUNT, 1, `${PREFIX}:rate:${name}`, most, windowMs), 1)) === 1;

  function hear(channel: string, heard: (text: string) => void): void {
    listener ??= openListener(redis);
    listener.on("message", (from: string, text: string) => {
      if (from === channel) heard(text);
    });
    listener
      .subscribe(channel)
      .catch((error) => log.warn("others are not heard", { what: channel, error: String(error) }));
  }

  return {
    rate,
    events: redisEvents(redis, clock),
    limits: redisLimits(redis, clock),
    pages: {
      tell(owner) {
        redis.publish(pages, ownerName(owner)).catch(() => {});
      },
      hear: (changed) =>
        hear(pages, (name) => {
          const owner = ownerFromName(name);
          if (owner) changed(owner);
        }),
    },
    signs: {
      tell(sign) {
        redis.publish(signs, self + sign).catch(() => {});
      },
      hear: (heard) =>
        hear(signs, (text) => {
          if (!text.startsWith(self)) heard(text.slice(self.length));
        }),
    },
    async isMyTurn(what, everyMs) {
      const taken = redis.set(`${PREFIX}:turn:${what}`, "1", "PX", everyMs, "NX");
      return (await withFallback(clock, taken, null)) === "OK";
    },
    close: () => listener?.disconnect(),
  };
}

/** A connection that only hears: one that has subscribed takes no other commands. */
function openListener(redis: Redis): Redis {
  const listener = redis.duplicate({ enableOfflineQueue: true, socketTimeout: 0 });
  listener.on("error", () => {});
  return listener;
}
