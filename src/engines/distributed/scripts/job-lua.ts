import { INDEX_FIELDS } from "../job-hash.ts";
import { PREFIX } from "../keys.ts";

/**
 * A job is a hash. The script that writes it also keeps its indexes, and leaves no empty key behind.
 * `job:ID` v, body, sum, due, by (who wrote it last) and the index fields · `of:OWNER`, `open-of:OWNER` ids by acceptance ·
 * `open` ids in their order · `closed` ids by closing · `busy-of:OWNER`, `busy-in:WORKSPACE` what is in a
 * running place · `waiting-of:OWNER`, `waiting-in:WORKSPACE` what waits, for whatever it is · `releasable` by release what waits for the service
 * (0) or did and is on its way ·
 * `open-in:`, `closed-in:INSTALLATION` ids by acceptance · `forgotten` ids by closing · `ledger:OWNER` what each job
 * cost, by acceptance · `ledger-owners` whose ledgers there are, by their first entry or earlier · `open-for:TEAM` ids by
 * acceptance of what a team pays for.
 */
export const JOB_LUA = `
local P = '${PREFIX}:'
local NAMES = {${INDEX_FIELDS.map((name) => `'${name}'`).join(",")}}

local function given(from)
  local fields = {}
  for n, name in ipairs(NAMES) do fields[name] = ARGV[from + n - 1] end
  return fields
end

-- What comes from there to the end: these values and the index fields of each.
local function partsFrom(from, names)
  local found = {}
  for at = from, #ARGV, #names + #NAMES do
    local part = {f = given(at + #names)}
    for n, name in ipairs(names) do part[name] = ARGV[at + n - 1] end
    table.insert(found, part)
  end
  return found
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
  if f.waiting ~= '' then
    table.insert(found, {'s', 'waiting-of:'..f.owner})
    if f.workspace ~= '' then table.insert(found, {'s', 'waiting-in:'..f.workspace}) end
  end
  if f.released ~= '' then table.insert(found, {'z', 'releasable', f.released}) end
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

-- A damaged batch never ends. What somebody wrote has its quotation marks escaped.
local function isOfOpenBatch(id)
  local partOf = string.match(redis.call('HGET', P..'job:'..id, 'body') or '', '"partOf":(%b{})')
  local batch = partOf and string.match(partOf, '"job":"([^"]+)"')
  return batch and redis.call('HGET', P..'job:'..batch, 'open') == '1' and isWhole(batch)
end

local function wholeIn(set)
  local count = 0
  for _, other in ipairs(redis.call('SMEMBERS', P..set)) do
    -- A damaged one, which nobody sees and which never ends, takes nobody's place.
    if isWhole(other) then count = count + 1 end
  end
  return count
end

local function isSetFull(set, most)
  return redis.call('SCARD', P..set) >= most and wholeIn(set) >= most
end

local function isLineFull(f, ofOwner, waitingOfOwner, more)
  local free = math.max(0, tonumber(ofOwner) - wholeIn('busy-of:'..f.owner))
  return wholeIn('waiting-of:'..f.owner) + more > free + tonumber(waitingOfOwner)
end

local function isFull(f, ofOwner, ofWorkspace, waitingOfOwner)
  if f.waiting ~= '' then return isSetFull('waiting-of:'..f.owner, tonumber(waitingOfOwner)) end
  if isSetFull('busy-of:'..f.owner, tonumber(ofOwner)) then return true end
  return f.workspace ~= '' and redis.call('SCARD', P..'busy-in:'..f.workspace) >= tonumber(ofWorkspace)
end

-- As wouldPass of turns.ts. Only counted, for hundreds may wait; where fewer do than places are free, one's own alone can be passed.
local function wouldPass(f, ofOwner, ofWorkspace)
  local all = 'waiting-in:'..f.workspace
  local free = math.huge
  if f.workspace ~= '' then free = tonumber(ofWorkspace) - redis.call('SCARD', P..'busy-in:'..f.workspace) end
  local set = (free > redis.call('SCARD', P..all)) and 'waiting-of:'..f.owner or all
  local places, claimed = {}, 0
  for _, other in ipairs(redis.call('SMEMBERS', P..set)) do
    local waiting, workspace, owner = unpack(redis.call('HMGET', P..'job:'..other, 'waiting', 'workspace', 'owner'))
    if waiting == 'turn' and workspace == f.workspace then
      local left = places[owner] or math.max(0, tonumber(ofOwner) - redis.call('SCARD', P..'busy-of:'..owner))
      if left > 0 then claimed = claimed + 1 end
      if claimed > 0 and claimed >= free then return true end
      places[owner] = left - 1
    end
  end
  return places[f.owner] ~= nil and places[f.owner] <= 0
end

local function isBarred(since)
  if since == '' then return false end
  for _, other in ipairs(redis.call('ZRANGEBYSCORE', P..'releasable', math.max(1, tonumber(since)), '+inf')) do
    if isWhole(other) then return true end
  end
  return false
end

local function move(id, before, f)
  pay(before, f)
  if isFoundAlike(before, f) then return end
  unindex(id, before)
  index(id, f)
end
`;
