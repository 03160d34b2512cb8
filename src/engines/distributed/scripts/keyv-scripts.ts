import { PREFIX } from "../keys.ts";

/**
 * A namespace keeps the names of its entries, so that it is gone through without looking at anybody else's, and when
 * those with a life end: Redis drops the entry by itself, and its name goes with the next one that has a life.
 */
const COMMON = `
local P = '${PREFIX}:'
local space, key = ARGV[1], ARGV[2]
local names, ends = P..'keyv-names:'..space, P..'keyv-ends:'..space
local function entry(name) return P..'keyv:'..space..':'..name end
local function drop(name)
  redis.call('ZREM', names, name)
  redis.call('ZREM', ends, name)
end
`;

/** Names that are swept when one with a life is set. */
const SWEEP_AT_ONCE = 100;

/** namespace, key, value, life in milliseconds ('' for good). */
export const SET = `${COMMON}
local value, life = ARGV[3], tonumber(ARGV[4])
if life and life < 1 then
  redis.call('DEL', entry(key))
  return drop(key)
end
redis.call('ZADD', names, 0, key)
if not life then
  redis.call('SET', entry(key), value)
  redis.call('ZREM', ends, key)
  return
end
redis.call('SET', entry(key), value, 'PX', life)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', ends, now + life, key)
for _, name in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, ${SWEEP_AT_ONCE})) do
  if redis.call('EXISTS', entry(name)) == 0 then drop(name) end
end
`;

/** namespace, key, value, what it has to be now ('' for nothing) -> 1 where it was, else 0. No entry is an empty text. */
export const SWAP = `${COMMON}
local value, before = ARGV[3], ARGV[4]
if (redis.call('GET', entry(key)) or '') ~= before then return 0 end
redis.call('ZADD', names, 0, key)
redis.call('ZREM', ends, key)
redis.call('SET', entry(key), value)
return 1
`;

/** namespace, key -> 1 where it was there, else 0. */
export const DELETE = `${COMMON}
drop(key)
return redis.call('DEL', entry(key))
`;

/** namespace, how many at most -> how many entries are gone. */
export const CLEAR = `${COMMON}
local found = redis.call('ZRANGE', names, 0, ARGV[2] - 1)
for _, name in ipairs(found) do
  redis.call('DEL', entry(name))
  drop(name)
end
return #found
`;
