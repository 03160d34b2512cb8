import { AUDIT_MOST } from "../../../core/team/audit.ts";
import { GONE } from "../../team-row.ts";
import { PREFIX } from "../keys.ts";
import { TEAM_LUA } from "./team-lua.ts";

/**
 * `team-audit:TEAM` a list of AT PERSON DID CHANGED JOB, sealed, the first first · `team-audits` the teams that have one ·
 * `team-audit-of:OWNER` the teams in whose audit that person is.
 */
const COMMON = `
local P = '${PREFIX}:'
${TEAM_LUA}

-- Puts these in the place of the team's list; who is in it no more is not looked for there.
local function replaceAudit(team, before, after)
  local key, gone = P..'team-audit:'..team, {}
  for _, found in ipairs(before) do
    -- Also of one that came back changed, if it still says who.
    local who = wordsOf(found)[2]
    if who then gone[who] = true end
  end
  redis.call('DEL', key)
  for _, text in ipairs(after) do
    redis.call('RPUSH', key, text)
    gone[wordsOf(text)[2]] = nil
  end
  for who in pairs(gone) do redis.call('SREM', P..'team-audit-of:'..who, team) end
  if #after == 0 then redis.call('SREM', P..'team-audits', team) end
end

local function auditOf(team) return redis.call('LRANGE', P..'team-audit:'..team, 0, -1) end
`;

/** TEAM, entry. One that is among the last is there already: Redis was sent it twice. */
export const NOTE_ACT = `${COMMON}
local team, text = ARGV[1], ARGV[2]
local key, entry = P..'team-audit:'..team, sealed(team, text)
for _, found in ipairs(redis.call('LRANGE', key, -100, -1)) do if found == entry then return 0 end end
local count = redis.call('RPUSH', key, entry)
redis.call('SADD', P..'team-audits', team)
local who = wordsOf(text)[2]
if who ~= '${GONE}' then redis.call('SADD', P..'team-audit-of:'..who, team) end
if count > ${AUDIT_MOST} then
  local first, isThere = wordsOf(redis.call('LPOP', key))[2], false
  for _, found in ipairs(auditOf(team)) do isThere = isThere or wordsOf(found)[2] == first end
  if first and not isThere then redis.call('SREM', P..'team-audit-of:'..first, team) end
end
return 1
`;

/** TEAM, before: the entries from that time on stay, and nothing that came back changed. */
export const FORGET_AUDIT = `${COMMON}
local team, before = ARGV[1], tonumber(ARGV[2])
local all, kept = auditOf(team), {}
for _, found in ipairs(all) do
  local words = opened(team, found)
  if words and tonumber(words[1]) >= before then table.insert(kept, found) end
end
if #kept < #all then replaceAudit(team, all, kept) end
`;

/** TEAM, somebody, until: takes their id off what they did until then. */
export const TAKE_OFF = `${COMMON}
local team, person, by = ARGV[1], ARGV[2], tonumber(ARGV[3])
local all, after = auditOf(team), {}
for _, found in ipairs(all) do
  local words = opened(team, found)
  if words and words[2] == person and tonumber(words[1]) <= by then
    words[2] = '${GONE}'
    table.insert(after, sealed(team, table.concat(words, ' ')))
  -- One that came back changed and names them is nobody's.
  elseif words or wordsOf(found)[2] ~= person then
    table.insert(after, found)
  end
end
replaceAudit(team, all, after)
`;
