import { PREFIX } from "../keys.ts";
import { TEAM_LUA } from "./team-lua.ts";

const COMMON = `
local P = '${PREFIX}:'
${TEAM_LUA}

-- What the rows of a month come to, by person, and the ids of those that cannot be read.
local function counted(place)
  local sums, lost = {}, {}
  for _, id in ipairs(redis.call('SMEMBERS', P..'team-rows:'..place)) do
    local row = rowOf(id)
    if row then
      for _, who in ipairs({'all', row[4]}) do sums[who] = withRow(sums[who], row, 1) end
    else
      table.insert(lost, id)
    end
  end
  return sums, lost
end
`;

/** TEAM:MONTH -> puts its sums anew; the ids of rows that cannot be read, where nothing was put. */
export const COUNT = `${COMMON}
local place = ARGV[1]
local sums, lost = counted(place)
if #lost > 0 then return lost end
redis.call('DEL', P..'team-sums:'..place)
for who, sum in pairs(sums) do putSum(place, who, sum) end
return {}
`;

/** TEAM:MONTH -> 1 where its sums are what its rows come to. */
export const IS_RIGHT = `${COMMON}
local place = ARGV[1]
local sums, lost = counted(place)
if #lost > 0 then return 0 end
local found = redis.call('HKEYS', P..'team-sums:'..place)
for _, who in ipairs(found) do
  local sum = sumOf(place, who)
  if not sum or not sums[who] or table.concat(sum, ' ') ~= table.concat(sums[who], ' ') then return 0 end
  sums[who] = nil
end
return next(sums) == nil and 1 or 0
`;

/** id, its job's row: puts that in the place of one that cannot be read; the sums are counted after it. */
export const MEND = `${COMMON}
local id, row = ARGV[1], wordsOf(ARGV[2])
if rowOf(id) then return 0 end
putRow(id, row)
return 1
`;

/** id, row: that of a job which was elsewhere before. */
export const RESTORE_ROW = `${COMMON}
replaceRow(ARGV[1], rowOf(ARGV[1]), wordsOf(ARGV[2]))
`;

/** id, somebody, the mark that takes their place as its person -> 1 where it was theirs. */
export const MARK = `${COMMON}
local id, person, mark = unpack(ARGV)
local row = rowOf(id)
redis.call('ZREM', P..'team-rows-of:'..person, id)
if not row or row[4] ~= person then return 0 end
local marked = {unpack(row)}
marked[4], marked[5] = mark, '-'
replaceRow(id, row, marked)
return 1
`;

/** TEAM:MONTH, how many at most -> how many rows were forgotten, and with the last of them the sums. */
export const FORGET_MONTH = `${COMMON}
local place = ARGV[1]
local ids = redis.call('SPOP', P..'team-rows:'..place, ARGV[2])
for _, id in ipairs(ids) do
  local row = rowOf(id)
  if row then dropOfPeople(id, row) end
  redis.call('DEL', P..'team-row:'..id)
end
if redis.call('EXISTS', P..'team-rows:'..place) == 0 then
  redis.call('DEL', P..'team-sums:'..place)
  redis.call('ZREM', P..'team-months', place)
end
return #ids
`;

/**
 * TEAM, by, version, next version, cap of the team, of a person, price above which is asked ('' for none), body,
 * sum -> 1 or 0. What `by` has saved already is saved.
 */
export const SAVE_RULES = `
local key = '${PREFIX}:team-rules:'..ARGV[1]
local found = redis.call('HMGET', key, 'v', 'by')
if (found[1] or '0') ~= ARGV[3] then return found[2] == ARGV[2] and 1 or 0 end
redis.call('HSET', key, 'v', ARGV[4], 'by', ARGV[2], 'team', ARGV[5], 'person', ARGV[6], 'ask', ARGV[7], 'body', ARGV[8], 'sum', ARGV[9])
return 1
`;
