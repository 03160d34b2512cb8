import { PREFIX } from "../keys.ts";
import { openIn } from "./job-scripts.ts";

/**
 * A notice is a hash. `notice:ID` v, body, sum, due ('' once it is over), by (who wrote it last) · `notices-open` ids in
 * their order · `notices-over` ids by creation.
 */
const COMMON = `
local P = '${PREFIX}:'
local function put(id, by, version, due, at, body, sum)
  redis.call('HSET', P..'notice:'..id, 'v', version, 'body', body, 'sum', sum, 'due', due, 'by', by)
  if due == '' then
    redis.call('ZREM', P..'notices-open', id)
    redis.call('ZADD', P..'notices-over', at, id)
  else
    redis.call('ZREM', P..'notices-over', id)
    redis.call('ZADD', P..'notices-open', 0, id)
  end
end
`;

/** id, by, version, due ('' once it is over), created at, body, sum -> 1 or 0. 1 also where `by` has inserted it already. */
export const INSERT_NOTICE = `${COMMON}
local found = redis.call('HGET', P..'notice:'..ARGV[1], 'by')
if found then return found == ARGV[2] and 1 or 0 end
put(unpack(ARGV))
return 1
`;

/** id, by, version, next version, due, created at, body, sum -> 1 or 0. 1 also where `by` has saved it already. */
export const SAVE_NOTICE = `${COMMON}
local id, by, version = unpack(ARGV, 1, 3)
local found = redis.call('HMGET', P..'notice:'..id, 'v', 'by')
if found[1] ~= version then return found[2] == by and 1 or 0 end
put(id, by, unpack(ARGV, 4))
return 1
`;

/** from, how many at most -> id, due of notices that are not over. */
export const OPEN_NOTICES = openIn("notices-open", "notice");

/** id */
export const REMOVE_NOTICE = `
local P = '${PREFIX}:'
redis.call('DEL', P..'notice:'..ARGV[1])
redis.call('ZREM', P..'notices-open', ARGV[1])
redis.call('ZREM', P..'notices-over', ARGV[1])
`;

/** created before, how many at most -> how many that are over were forgotten. */
export const FORGET_NOTICES = `
local P = '${PREFIX}:'
local ids = redis.call('ZRANGEBYSCORE', P..'notices-over', '-inf', '('..ARGV[1], 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do
  redis.call('DEL', P..'notice:'..id)
  redis.call('ZREM', P..'notices-over', id)
end
return #ids
`;
