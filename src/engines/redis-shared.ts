import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Bucket } from "../core/budget/edit-budget.ts";
import { type Clock, within } from "../core/clock.ts";
import type { KnownEvents, Rate, Shared, SharedLimits } from "../core/engine.ts";
import { ownerFromName, ownerName } from "../core/job/ids.ts";
import type { Log } from "../core/text/log-fields.ts";
import { PREFIX, runScript } from "./redis-connection.ts";
import type { Wakes } from "./redis-scheduler.ts";

export function redisShared(
  redis: Redis,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Shared & { readonly wakes: Wakes; close(): void } {
  const pages = `${PREFIX}:pages`;
  const signs = `${PREFIX}:signs`;
  const wakes = `${PREFIX}:wakes`;
  // A channel also returns a process's own messages, which have this prefix.
  const self = `${randomBytes(8).toString("hex")} `;
  let listener: Redis | null = null;

  const limits = redisLimits(redis, clock);
  // While Redis is unreachable, the command is refused anyway, so its rate is not checked.
  const rate: Rate = async (name, most, windowMs) =>
    (await limits.take({ name: `rate:${name}`, burst: most, everyMs: windowMs / most, windowMs }, 0)) === 0;

  function subscribe(channel: string, onText: (text: string) => void): void {
    if (!listener) {
      // A subscribed connection takes no other commands.
      listener = redis.duplicate({ enableOfflineQueue: true });
      listener.on("error", () => {});
    }
    listener.on("message", (from: string, text: string) => {
      if (from === channel) onText(text);
    });
    listener
      .subscribe(channel)
      .catch((error) =>
        log.warn("messages of other processes cannot be received", { what: channel, error: String(error) }),
      );
  }

  return {
    rate,
    events: redisEvents(redis, clock),
    limits,
    pages: {
      publish(owner) {
        redis.publish(pages, ownerName(owner)).catch(() => {});
      },
      subscribe: (changed) =>
        subscribe(pages, (name) => {
          const owner = ownerFromName(name);
          if (owner) changed(owner);
        }),
    },
    signs: {
      publish(sign) {
        redis.publish(signs, self + sign).catch(() => {});
      },
      subscribe: (onSign) =>
        subscribe(signs, (text) => {
          if (!text.startsWith(self)) onSign(text.slice(self.length));
        }),
    },
    wakes: {
      publish() {
        redis.publish(wakes, "").catch(() => {});
      },
      subscribe: (wake) => subscribe(wakes, wake),
    },
    async isMyTurn(what, everyMs) {
      const taken = redis.set(`${PREFIX}:turn:${what}`, "1", "PX", everyMs, "NX");
      return (await withFallback(clock, taken, null)) === "OK";
    },
    close: () => listener?.disconnect(),
  };
}

const FALLBACK_AFTER_MS = 300;

/** A person is waiting, so `otherwise` is used if Redis is unreachable or slow. */
async function withFallback<Value>(clock: Clock, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const value = await within(clock, FALLBACK_AFTER_MS, work).catch(() => "late" as const);
  return value === "late" ? otherwise : value;
}

/** Slack redelivers an event for about six minutes. */
const KNOWN_MS = 600_000;

/** While Redis is unreachable, each process knows only its own events. */
function redisEvents(redis: Redis, clock: Clock): KnownEvents {
  const keyOf = (eventId: string) => `${PREFIX}:event:${eventId}`;
  return {
    async isNew(eventId) {
      const isFirst = redis.set(keyOf(eventId), "", "PX", KNOWN_MS, "NX");
      return (await withFallback(clock, isFirst, "OK")) === "OK";
    },
    forget(eventId) {
      redis.del(keyOf(eventId)).catch(() => {});
    },
  };
}

/**
 * A list of when each used token returns, the latest first. With a window, a token returns that long after it was
 * taken; otherwise tokens return one by one. Uses Redis's clock, because machines may disagree.
 */
const BUCKET = `local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local key, burst, every, window, more = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local newest = tonumber(redis.call("LINDEX", key, 0) or now)
local function comes_back(at)
  redis.call("LPUSH", key, at)
  redis.call("LTRIM", key, 0, burst - 1)
  redis.call("PEXPIRE", key, math.max(1, math.ceil(at - now)))
end
`;
const TAKE = `${BUCKET}local back = redis.call("LINDEX", key, burst - 1 - more)
local wait = back and math.ceil(back - now) or 0
if wait > 0 then return wait end
comes_back(window > 0 and math.max(newest, now + window) or math.max(newest, now) + every)
return 0`;
/** With a window, all tokens return after the pause. Without one, they return one by one from then on. */
const PAUSE = `${BUCKET}local apart = window > 0 and 0 or every
local first = math.max(now + more, newest - (burst - 1) * apart)
for n = 0, burst - 1 do comes_back(first + n * apart) end
return 0`;

function redisLimits(redis: Redis, clock: Clock): SharedLimits {
  const [takeScript, pauseScript] = [runScript(redis, TAKE), runScript(redis, PAUSE)];
  const valuesOf = (bucket: Bucket) => [limitKey(bucket), bucket.burst, bucket.everyMs, bucket.windowMs ?? 0];
  return {
    async take(bucket, reserved) {
      const waitMs = await withFallback(clock, takeScript(...valuesOf(bucket), reserved), 0);
      return typeof waitMs === "number" ? waitMs : 0;
    },
    giveBack(bucket) {
      redis.lpop(limitKey(bucket)).catch(() => {});
    },
    pause(bucket, forMs) {
      pauseScript(...valuesOf(bucket), forMs).catch(() => {});
    },
  };
}

/** Hashed, because some of Discord's limits have a token in their name. */
function limitKey({ name, commonName = name }: Bucket): string {
  return `${PREFIX}:limit:${createHash("sha256").update(commonName).digest("base64url")}`;
}
