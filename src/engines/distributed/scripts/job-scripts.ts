import { PREFIX } from "../keys.ts";
import { JOB_LUA } from "./job-lua.ts";
import { TEAM_LUA } from "./team-lua.ts";

/**
 * id, by, due, body, sum, room of the owner ('' for any), of the workspace, of the owner's that wait, since when nothing may
 * have been released ('' where anything may), price, '1' where an
 * approval was asked for, secret of its month, mark of its person, index fields, and of each part of a batch id, due, body,
 * sum, index fields -> inserted, exists, full, or what `judge` of the team's part says. A job that `by` has inserted already,
 * and whose answer was lost, is inserted.
 */
export const INSERT = `${JOB_LUA}
local id, by, due, body, sum, ofOwner, ofWorkspace, waitingOfOwner, _, price, approval, secret, mark = unpack(ARGV, 1, 13)
local f = given(14)
if redis.call('ZSCORE', P..'forgotten', id) then return 'exists' end
local found = redis.call('HGET', P..'job:'..id, 'by')
if found then return found == by and 'inserted' or 'exists' end

local all = partsFrom(14 + #NAMES, {'id', 'due', 'body', 'sum'})
if ofOwner ~= '' then
  if #all > 0 and isLineFull(f, ofOwner, waitingOfOwner, #all) then return 'full' end
  if #all == 0 and isFull(f, ofOwner, ofWorkspace, waitingOfOwner) then return 'full' end
  if f.busy == '1' and wouldPass(f, ofOwner, ofWorkspace) then return 'full' end
end
table.insert(all, {id = id, due = due, body = body, sum = sum, f = f})
if f.team ~= '' then
  ${TEAM_LUA}
  local refusal, everybody, person = judge(f.team, price, approval, secret, mark)
  if refusal then return refusal end
  begin(id, f.team, everybody, person)
  for _, one in ipairs(all) do if one.id ~= id then note(one.id, one.f.team) end end
end
for _, one in ipairs(all) do
  put(one.id, by, '1', one.due, one.body, one.sum, one.f)
  index(one.id, one.f)
  pay(nil, one.f)
end
return 'inserted'
`;

/** id, by, version, next version, due, body, sum, index fields -> 1 or 0. 1 also where `by` has saved it already. */
export const SAVE = `${JOB_LUA}
local id, by, version, nextVersion, due, body, sum = unpack(ARGV, 1, 7)
local f = given(8)
local found = redis.call('HMGET', P..'job:'..id, 'v', 'by')
if found[1] ~= version then return found[2] == by and 1 or 0 end
move(id, stored(id), f)
if f.team ~= '' then
  ${TEAM_LUA}
  note(id, f.team)
end
put(id, by, nextVersion, due, body, sum, f)
return 1
`;

/**
 * id, by, version, next version, due, body, sum, room as above, price, approval, secret, mark, index fields, and of each part
 * id, version, next version, due, body, sum, index fields -> saved, conflict, full, or what `judge` says: of what is held from
 * now on. Saved also where `by` has saved it already.
 */
export const ADMIT = `${JOB_LUA}
${TEAM_LUA}
local id, by, version, nextVersion, due, body, sum, ofOwner, ofWorkspace, waitingOfOwner, since, price, approval, secret, mark = unpack(ARGV, 1, 15)
local f = given(16)
local found = redis.call('HMGET', P..'job:'..id, 'v', 'by')
if found[1] ~= version then return found[2] == by and 'saved' or 'conflict' end
local before = stored(id)
local parts = partsFrom(16 + #NAMES, {'id', 'version', 'nextVersion', 'due', 'body', 'sum'})
local holds = heldIn(f.team)
for _, part in ipairs(parts) do
  if redis.call('HGET', P..'job:'..part.id, 'v') ~= part.version then return 'conflict' end
  holds = holds + heldIn(part.f.team)
end
if holds > 0 and heldIn(before.team) == 0 then
  local refusal = judge(f.team, price, approval, secret, mark)
  if refusal then return refusal end
end
if before.released == '0' and f.released ~= '' and isBarred(since) then return 'full' end
if f.busy == '1' and before.busy ~= '1' and isFull(f, ofOwner, ofWorkspace, waitingOfOwner) then return 'full' end
move(id, before, f)
if f.team ~= '' then note(id, f.team) end
put(id, by, nextVersion, due, body, sum, f)
for _, part in ipairs(parts) do
  move(part.id, stored(part.id), part.f)
  if part.f.team ~= '' then note(part.id, part.f.team) end
  put(part.id, by, part.nextVersion, part.due, part.body, part.sum, part.f)
end
return 'saved'
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
export const RESTORE = `${JOB_LUA}
local id, by, version, due, body, sum = unpack(ARGV, 1, 6)
local f = given(7)
put(id, by, version, due, body, sum, f)
index(id, f)
`;

/** A script: from, how many at most -> id, due of the hashes in that list. */
export function openIn(list: string, kind: string): string {
  return `
local rows = {}
for _, id in ipairs(redis.call('ZRANGEBYLEX', '${PREFIX}:${list}', ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  table.insert(rows, id)
  table.insert(rows, redis.call('HGET', '${PREFIX}:${kind}:'..id, 'due'))
end
return rows
`;
}

/** Of open jobs. */
export const OPEN = openIn("open", "job");

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

/**
 * closed before, how many at most, how many are passed over -> how many were looked at, how many of those are kept: the parts of
 * a batch that is open, whose card shows them until its last word.
 */
export const FORGET_CLOSED = `${JOB_LUA}
local kept = 0
local found = redis.call('ZRANGEBYSCORE', P..'closed', '-inf', '('..ARGV[1], 'WITHSCORES', 'LIMIT', ARGV[3], ARGV[2])
for n = 1, #found, 2 do
  if isOfOpenBatch(found[n]) then
    kept = kept + 1
  else
    forget(found[n], found[n + 1])
    redis.call('ZREM', P..'closed', found[n])
  end
end
return {#found / 2, kept}
`;

/** installation, accepted by, how many at most -> how many closed jobs were forgotten. */
export const FORGET_INSTALLATION = `${JOB_LUA}
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
