import { PREFIX } from "../keys.ts";
import { JOB_LUA } from "./job-lua.ts";

/** owner, accepted by, ids -> how many of them go on. Nobody can go on with what cannot be read: it is forgotten as well. */
export const FORGET_THESE = `${JOB_LUA}
local left = 0
for n = 3, #ARGV do
  local id = ARGV[n]
  local f = stored(id)
  if f and f.open == '1' and isWhole(id) then
    left = left + 1
  else
    forget(id, f and f.closed ~= '' and f.closed or ARGV[2])
    redis.call('ZREM', P..'of:'..ARGV[1], id)
  end
end
return left
`;

/** owner, accepted by. */
export const FORGET_COSTS = `
local P = '${PREFIX}:'
redis.call('ZREMRANGEBYSCORE', P..'ledger:'..ARGV[1], '-inf', ARGV[2])
if redis.call('EXISTS', P..'ledger:'..ARGV[1]) == 0 then redis.call('ZREM', P..'ledger-owners', ARGV[1]) end
return 1
`;
