import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Bucket } from "../../core/budget/allowance.ts";
import type { Clock } from "../../core/clock.ts";
import type { SharedLimits } from "../../core/shared.ts";
import { PREFIX } from "./keys.ts";
import { runScript } from "./scripts/run-script.ts";
import { withFallback } from "./with-fallback.ts";

/** By Redis's own clock: machines need not agree about the time. Redis keeps the time at which the bucket will be full again. */
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
/** After a pause one may go at once, and the others one by one. */
const PAUSE = `${NOW}keep(math.max(full, now + ARGV[4] + (burst - 1) * every))
return 0`;

/** Of a bucket with a window: when those went that are not back, the last one first. */
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
/** As if all had gone so that they are back when it is over. */
const PAUSE_WINDOW = `${WINDOW}local back = now + ARGV[4] - window
local newest = tonumber(redis.call("LINDEX", ARGV[1], 0) or back)
for _ = 1, burst do went(math.max(back, newest)) end
return 0`;
const GIVE_BACK = `return redis.call("LPOP", ARGV[1])`;

/** Counts what all processes on this Redis have sent. Where it is away or slow, each process counts its own alone. */
export function redisLimits(redis: Redis, clock: Clock): SharedLimits {
  const [take, pause] = [runScript(redis, TAKE), runScript(redis, PAUSE)];
  const [takeInWindow, pauseWindow] = [runScript(redis, TAKE_IN_WINDOW), runScript(redis, PAUSE_WINDOW)];
  const giveBack = runScript(redis, GIVE_BACK);
  return {
    async take(bucket, reserved) {
      const { burst, everyMs, windowMs } = bucket;
      const asked =
        windowMs === undefined
          ? take(keyOf(bucket), burst, everyMs, reserved)
          : takeInWindow(keyOf(bucket), burst, windowMs, reserved);
      const waitMs = await withFallback(clock, asked, 0);
      return typeof waitMs === "number" ? waitMs : 0;
    },
    giveBack(bucket) {
      if (bucket.windowMs !== undefined) giveBack(keyOf(bucket)).catch(() => {});
    },
    pause(bucket, forMs) {
      const { burst, everyMs, windowMs } = bucket;
      const told =
        windowMs === undefined
          ? pause(keyOf(bucket), burst, everyMs, forMs)
          : pauseWindow(keyOf(bucket), burst, windowMs, forMs);
      told.catch(() => {});
    },
  };
}

/** A hash: some of Discord's limits have a token in their name. */
function keyOf({ name, commonName = name }: Bucket): string {
  return `${PREFIX}:limit:${createHash("sha256").update(commonName).digest("base64url")}`;
}
