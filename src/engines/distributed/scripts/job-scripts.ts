import { INDEX_FIELDS } from "../job-hash.ts";
import { PREFIX } from "../keys.ts";
import { TEAM_LUA } from "./team-lua.ts";

/**
 * A job is a hash. The script that writes it also keeps its indexes, and leaves no empty key behind.
 * `job:ID` v, body, sum, due, by (who wrote it last) and the index fields · `of:OWNER`, `open-of:OWNER` ids by acceptance ·
 * `open` ids in their order · `closed` ids by closing · `busy-of:OWNER`, `busy-in:WORKSPACE` what is not settled ·
 * `open-in:`, `closed-in:INSTALLATION` ids by acceptance · `forgotten` ids by closing · `ledger:OWNER` what each job
 * cost, by acceptance · `ledger-owners` whose ledgers there are, by their first entry or earlier · `open-for:TEAM` ids by
 * acceptance of what a team pays for.
 */
export const COMMON = `
local P = '${PREFIX}:'
local NAMES = {${INDEX_FIELDS.map((name) => `'${name}'`).join(",")}}

local function given(from)
  local fields = {}
  for n, name in ipairs(NAMES) do fields[name] = ARGV[from + n - 1] end
  return fields
end

local function stored(id)
  local values = redis.call('HMGET', P..'job:'..id, unpack(NAMES))
  if not values[1] then return nil end
  local fields = {}
  -- A version of before has not written them all.
  for n, name in ipairs(NAMES) do fields[name] = values[n] or '' end
  return fields
end

local function indexes(f)
  local found = {{'z', 'of:'..f.owner, f.at}}
  if f.open == '1' then
    table.insert(found, {'z', 'open', '0'})
    table.insert(found, {'z', 'open-of:'..f.owner, f.at})
    if f.installation ~= '' then table.insert(found, {'z', 'open-in:'..f.installation, f.at}) end
    if f.team ~= '' then table.insert(found, {'z', 'open-for:'..string.match(f.team, '^%S+'), f.at}) end
  else
    table.insert(found, {'z', 'closed', f.closed})
    if f.installation ~= '' then table.insert(found, {'z', 'closed-in:'..f.installation, f.at}) end
  end
  if f.busy == '1' then
    table.insert(found, {'s', 'busy-of:'..f.owner})
    if f.workspace ~= '' then table.insert(found, {'s', 'busy-in:'..f.workspace}) end
  end
  return found
end

local function index(id, f)
  for _, i in ipairs(indexes(f)) do
    if i[1] == 'z' then redis.call('ZADD', P..i[2], i[3], id) else redis.call('SADD', P..i[2], id) end
  end
end

local function unindex(id, f)
  for _, i in ipairs(indexes(f)) do
    redis.call(i[1] == 'z' and 'ZREM' or 'SREM', P..i[2], id)
  end
end

local function isFoundAlike(a, b)
  for _, name in ipairs(NAMES) do
    if name ~= 'paid' and name ~= 'team' and a[name] ~= b[name] then return false end
  end
  return true
end

local function pay(before, f)
  if before and before.paid ~= '' and before.paid ~= f.paid then
    redis.call('ZREM', P..'ledger:'..before.owner, before.paid)
    if redis.call('EXISTS', P..'ledger:'..before.owner) == 0 then
      redis.call('ZREM', P..'ledger-owners', before.owner)
    end
  end
  if f.paid ~= '' then
    redis.call('ZADD', P..'ledger:'..f.owner, f.at, f.paid)
    redis.call('ZADD', P..'ledger-owners', 'LT', f.at, f.owner)
  end
end

local function put(id, by, version, due, body, sum, f)
  local hash = {'v', version, 'body', body, 'sum', sum, 'due', due, 'by', by}
  for _, name in ipairs(NAMES) do
    table.insert(hash, name)
    table.insert(hash, f[name])
  end
  redis.call('HSET', P..'job:'..id, unpack(hash))
end

local function forget(id, closedAt)
  local f = stored(id)
  if f then unindex(id, f) end
  redis.call('DEL', P..'job:'..id)
  if closedAt then redis.call('ZADD', P..'forgotten', closedAt, id) end
end

local function isWhole(other)
  local row = redis.call('HMGET', P..'job:'..other, 'v', 'body', 'sum')
  return row[2] and string.sub(redis.sha1hex(other..'\\0'..row[1]..'\\0'..row[2]), 1, 16) == row[3]
end
`;

/**
 * id, by, due, body, sum, room of the owner ('' for any), of the workspace, price, secret of its month, mark of its person, index fields ->
 * inserted, exists, full, or what `judge` of the team's part says. A job that `by` has inserted
 * already, and whose answer was lost, is inserted.
 */
export const INSERT = `${COMMON}
local id, by, due, body, sum, ofOwner, ofWorkspace, price, secret, mark = unpack(ARGV, 1, 10)
local f = given(11)
if redis.call('ZSCORE', P..'forgotten', id) then return 'exists' end
local found = redis.call('HGET', P..'job:'..id, 'by')
if found then return found == by and 'inserted' or 'exists' end

if ofOwner ~= '' then
  local most = tonumber(ofOwner)
  if redis.call('SCARD', P..'busy-of:'..f.owner) >= most then
    -- A damaged one, which nobody sees and which never ends, takes nobody's place.
    local count = 0
    for _, other in ipairs(redis.call('SMEMBERS', P..'busy-of:'..f.owner)) do
      if isWhole(other) then count = count + 1 end
    end
    if count >= most then return 'full' end
  end
  if f.workspace ~= '' and redis.call('SCARD', P..'busy-in:'..f.workspace) >= tonumber(ofWorkspace) then
    return 'full'
  end
end
if f.team ~= '' then
  ${TEAM_LUA}
  local refusal = judge(f.team, price, secret, mark)
  if refusal then return refusal end
  note(id, f.team)
end
put(id, by, '1', due, body, sum, f)
index(id, f)
pay(nil, f)
return 'inserted'
`;

/** id, by, version, next version, due, body, sum, index fields -> 1 or 0. 1 also where `by` has saved it already. */
export const SAVE = `${COMMON}
local id, by, version, nextVersion, due, body, sum = unpack(ARGV, 1, 7)
local f = given(8)
local found = redis.call('HMGET', P..'job:'..id, 'v', 'by')
if found[1] ~= version then return found[2] == by and 1 or 0 end
local before = stored(id)
if not isFoundAlike(before, f) then
  unindex(id, before)
  index(id, f)
end
pay(before, f)
if f.team ~= '' then
  ${TEAM_LUA}
  note(id, f.team)
end
put(id, by, nextVersion, due, body, sum, f)
return 1
`;

/** The same where nothing has changed that a job is found by, and without those fields. */
export const TOUCH = `
local id, by, version, nextVersion, due, body, sum = unpack(ARGV)
local found = redis.call('HMGET', '${PREFIX}:job:'..id, 'v', 'by')
if found[1] ~= version then return found[2] == by and 1 or 0 end
redis.call('HSET', '${PREFIX}:job:'..id, 'v', nextVersion, 'body', body, 'sum', sum, 'due', due, 'by', by)
return 1
`;

/** id, by, version, due, body, sum, index fields: as it was elsewhere; what it has cost comes by itself. */
export const RESTORE = `${COMMON}
local id, by, version, due, body, sum = unpack(ARGV, 1, 6)
local f = given(7)
put(id, by, version, due, body, sum, f)
index(id, f)
`;

/** from, how many at most -> id, due of open jobs. */
export const OPEN = `
local rows = {}
for _, id in ipairs(redis.call('ZRANGEBYLEX', '${PREFIX}:open', ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  table.insert(rows, id)
  table.insert(rows, redis.call('HGET', '${PREFIX}:job:'..id, 'due'))
end
return rows
`;

/** A command that gives ids -> id, v, body, sum of each. */
export const ROWS = `
local rows = {}
for _, id in ipairs(redis.call(unpack(ARGV))) do
  local row = redis.call('HMGET', '${PREFIX}:job:'..id, 'v', 'body', 'sum')
  table.insert(rows, id)
  for n = 1, 3 do table.insert(rows, row[n]) end
end
return rows
`;

/** closed before, how many at most -> how many were forgotten. */
export const FORGET_CLOSED = `${COMMON}
local found = redis.call('ZRANGEBYSCORE', P..'closed', '-inf', '('..ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for n = 1, #found, 2 do
  forget(found[n], found[n + 1])
  redis.call('ZREM', P..'closed', found[n])
end
return #found / 2
`;

/** installation, accepted by, how many at most -> how many closed jobs were forgotten. */
export const FORGET_INSTALLATION = `${COMMON}
local ids = redis.call('ZRANGEBYSCORE', P..'closed-in:'..ARGV[1], '-inf', ARGV[2], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(ids) do
  forget(id, redis.call('HGET', P..'job:'..id, 'closed'))
  redis.call('ZREM', P..'closed-in:'..ARGV[1], id)
end
return #ids
`;

/** accepted before, how many owners at most -> how many owners' ledgers were looked at. */
export const FORGET_LEDGER = `
local P = '${PREFIX}:'
local owners = redis.call('ZRANGEBYSCORE', P..'ledger-owners', '-inf', '('..ARGV[1], 'LIMIT', 0, ARGV[2])
for _, owner in ipairs(owners) do
  redis.call('ZREMRANGEBYSCORE', P..'ledger:'..owner, '-inf', '('..ARGV[1])
  local first = redis.call('ZRANGE', P..'ledger:'..owner, 0, 0, 'WITHSCORES')
  if first[2] then redis.call('ZADD', P..'ledger-owners', first[2], owner)
  else redis.call('ZREM', P..'ledger-owners', owner) end
end
return #owners
`;
