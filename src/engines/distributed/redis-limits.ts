import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Bucket } from "../../core/allowance.ts";
import type { Clock } from "../../core/clock.ts";
import type { SharedLimits } from "../../core/shared.ts";
import { PREFIX } from "./keys.ts";
import { orElse } from "./or-else.ts";
import { runScript } from "./run-script.ts";

/** By Redis's own clock: machines need not agree about the time. What is kept is when the bucket will be full again. */
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

/** What all processes on this Redis have sent. Where it is away or slow, each process counts its own alone. */
export function redisLimits(redis: Redis, clock: Clock): SharedLimits {
  const [take, pause] = [runScript(redis, TAKE), runScript(redis, PAUSE)];
  return {
    async take(bucket, kept) {
      const asked = take(keyOf(bucket), bucket.burst, bucket.everyMs, kept);
      const waitMs = await orElse(clock, asked, 0);
      return typeof waitMs === "number" ? waitMs : 0;
    },
    pause(bucket, forMs) {
      pause(keyOf(bucket), bucket.burst, bucket.everyMs, forMs).catch(() => {});
    },
  };
}

/** A hash: some of Discord's limits have a token in their name. */
function keyOf({ name, commonName = name }: Bucket): string {
  return `${PREFIX}:limit:${createHash("sha256").update(commonName).digest("base64url")}`;
}
