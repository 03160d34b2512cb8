import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Bucket } from "../core/budget/allowance.ts";
import { type Clock, within } from "../core/clock.ts";
import { ownerFromName, ownerName } from "../core/job/ids.ts";
import type { Log } from "../core/ports.ts";
import type { KnownEvents, Rate, Shared, SharedLimits } from "../core/shared.ts";
import { PREFIX, runScript } from "./redis-connection.ts";

/** The state that all processes on one Redis share. */
export interface RedisShared extends Shared {
  close(): void;
}

export function redisShared(redis: Redis, { clock, log }: { readonly clock: Clock; readonly log: Log }): RedisShared {
  const pages = `${PREFIX}:pages`;
  const signs = `${PREFIX}:signs`;
  // A channel also returns a process its own messages: it recognises them by this.
  const self = `${randomBytes(8).toString("hex")} `;
  let listener: Redis | null = null;

  const limits = redisLimits(redis, clock);
  // While Redis is away the command itself is refused, so refusing it for its rate gains nothing.
  const rate: Rate = async (name, most, windowMs) =>
    (await limits.take({ name: `rate:${name}`, burst: most, everyMs: windowMs / most, windowMs }, 0)) === 0;

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
    limits,
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

/** Opens a connection that only listens: after subscribing it takes no other commands. */
function openListener(redis: Redis): Redis {
  const listener = redis.duplicate({ enableOfflineQueue: true, socketTimeout: 0 });
  listener.on("error", () => {});
  return listener;
}

/** The longest wait for Redis, in milliseconds. */
const PATIENCE_MS = 300;

/** Asks Redis while a person waits; returns `otherwise` where it is away or slow. */
async function withFallback<Value>(clock: Clock, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const value = await within(clock, PATIENCE_MS, work).catch(() => "late" as const);
  return value === "late" ? otherwise : value;
}

/** Slack delivers an event again for about six minutes. */
const KNOWN_MS = 600_000;

/**
 * Remembers the events that any process on this Redis has received. Where Redis is away, each process knows only its own.
 */
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
 * Takes the time from Redis's own clock, for machines need not agree about it. Redis keeps the time at which the bucket
 * will be full again.
 */
const NOW = `local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local full = math.max(now, tonumber(redis.call("GET", ARGV[1]) or now))
local burst, every = tonumber(ARGV[2]), tonumber(ARGV[3])
local function keep(until_full)
  local ms = math.ceil(until_full - now)
  if ms > 0 then redis.call("SET", ARGV[1], string.format("%.3f", until_full), "PX", ms) end
end
`;
const TAKE = `${NOW}local wait = math.ceil(full - now - (burst - 1 - ARGV[4]) * every)
if wait > 0 then return wait end
keep(full + every)
return 0`;
/** After a pause one message may go at once, and the others one by one. */
const PAUSE = `${NOW}keep(math.max(full, now + ARGV[4] + (burst - 1) * every))
return 0`;

/** For a bucket with a window: keeps when the used tokens were taken, the last one first. */
const WINDOW = `local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local burst, window = tonumber(ARGV[2]), tonumber(ARGV[3])
local function went(at)
  redis.call("LPUSH", ARGV[1], at)
  redis.call("LTRIM", ARGV[1], 0, burst - 1)
  redis.call("PEXPIRE", ARGV[1], math.max(1, at + window - now))
end
`;
const TAKE_IN_WINDOW = `${WINDOW}local oldest = redis.call("LINDEX", ARGV[1], burst - 1 - ARGV[4])
local wait = oldest and oldest + window - now or 0
if wait > 0 then return wait end
went(math.max(now, tonumber(redis.call("LINDEX", ARGV[1], 0) or now)))
return 0`;
/** Writes times as if all tokens had been taken so that they return when the pause is over. */
const PAUSE_WINDOW = `${WINDOW}local back = now + ARGV[4] - window
local newest = tonumber(redis.call("LINDEX", ARGV[1], 0) or back)
for _ = 1, burst do went(math.max(back, newest)) end
return 0`;

/** Counts the messages of all processes on this Redis. Where it is away or slow, each process counts only its own. */
function redisLimits(redis: Redis, clock: Clock): SharedLimits {
  const [take, pause] = [runScript(redis, TAKE), runScript(redis, PAUSE)];
  const [takeInWindow, pauseWindow] = [runScript(redis, TAKE_IN_WINDOW), runScript(redis, PAUSE_WINDOW)];
  return {
    async take(bucket, reserved) {
      const { burst, everyMs, windowMs } = bucket;
      const asked =
        windowMs === undefined
          ? take(limitKey(bucket), burst, everyMs, reserved)
          : takeInWindow(limitKey(bucket), burst, windowMs, reserved);
      const waitMs = await withFallback(clock, asked, 0);
      return typeof waitMs === "number" ? waitMs : 0;
    },
    giveBack(bucket) {
      if (bucket.windowMs !== undefined) redis.lpop(limitKey(bucket)).catch(() => {});
    },
    pause(bucket, forMs) {
      const { burst, everyMs, windowMs } = bucket;
      const paused =
        windowMs === undefined
          ? pause(limitKey(bucket), burst, everyMs, forMs)
          : pauseWindow(limitKey(bucket), burst, windowMs, forMs);
      paused.catch(() => {});
    },
  };
}

/** Hashes the name: some of Discord's limits have a token in their name. */
function limitKey({ name, commonName = name }: Bucket): string {
  return `${PREFIX}:limit:${createHash("sha256").update(commonName).digest("base64url")}`;
}
