/**
 * A team's part of a script, where `P` is what our keys begin with. What is sealed is words, and a checksum as the last one.
 * `team-row:ID` TEAM MONTH AT PERSON CHANNEL HELD CHARGED REFUNDED UNKNOWN of one job ·
 * `team-rows:TEAM:MONTH` their ids · `team-rows-of:OWNER` those of a person, by acceptance · `team-sums:TEAM:MONTH` by person, and of `all`: HELD CHARGED
 * REFUNDED UNKNOWN VIDEOS · `team-months` every TEAM:MONTH, by month · `team-rules:TEAM` · `team-secrets` by month.
 */
export const TEAM_LUA = `
local function sealed(key, text)
  return text..' '..string.sub(redis.sha1hex(key..'\\0'..text), 1, 16)
end

local function wordsOf(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do table.insert(words, word) end
  return words
end

-- nil where there is nothing, false where it is damaged.
local function opened(key, found)
  if not found then return nil end
  local text = string.sub(found, 1, -18)
  return sealed(key, text) == found and wordsOf(text)
end

local function rowOf(id) return opened(id, redis.call('GET', P..'team-row:'..id)) end
local function sumOf(place, who) return opened(place..' '..who, redis.call('HGET', P..'team-sums:'..place, who)) end
local function sealedSum(place, who, sum) return sealed(place..' '..who, table.concat(sum, ' ')) end
local function putSum(place, who, sum) redis.call('HSET', P..'team-sums:'..place, who, sealedSum(place, who, sum)) end

-- One more row in a sum, or one less, to a millionth of a credit.
local function withRow(sum, row, sign)
  local after = {}
  for n = 1, 5 do
    local part = n < 5 and row[n + 5] or 1
    local amount = (sum and sum[n] or 0) + sign * part
    after[n] = string.format('%.17g', math.floor(amount * 1e6 + 0.5) / 1e6)
  end
  return after
end

-- A damaged sum stays so until it is looked at.
local function book(row, sign)
  local place = row[1]..':'..row[2]
  for _, who in ipairs({'all', row[4]}) do
    local before = sumOf(place, who)
    if before ~= false then
      local after = withRow(before, row, sign)
      local isNothing = true
      for n = 1, 5 do isNothing = isNothing and tonumber(after[n]) == 0 end
      if isNothing then redis.call('HDEL', P..'team-sums:'..place, who)
      -- There was a row, so there was a sum: it is lost.
      elseif tonumber(after[5]) < 0 then redis.call('HSET', P..'team-sums:'..place, who, 'lost')
      else putSum(place, who, after) end
    end
  end
end

local function dropOfPeople(id, row)
  redis.call('ZREM', P..'team-rows-of:'..row[4], id)
end

local function dropRow(id, row)
  redis.call('DEL', P..'team-row:'..id)
  redis.call('SREM', P..'team-rows:'..row[1]..':'..row[2], id)
  dropOfPeople(id, row)
end

local function listMonth(row)
  redis.call('ZADD', P..'team-months', (string.gsub(row[2], '-', '')), row[1]..':'..row[2])
end

local function listRow(id, row)
  redis.call('SADD', P..'team-rows:'..row[1]..':'..row[2], id)
  if string.sub(row[4], 1, 1) ~= '#' then redis.call('ZADD', P..'team-rows-of:'..row[4], row[3], id) end
end

local function putRow(id, row)
  redis.call('SET', P..'team-row:'..id, sealed(id, table.concat(row, ' ')))
  listRow(id, row)
  listMonth(row)
end

local function replaceRow(id, before, after)
  if before then
    book(before, -1)
    dropRow(id, before)
  end
  if after then
    putRow(id, after)
    book(after, 1)
  end
end

local function takes(row)
  for n = 6, 9 do if tonumber(row[n]) ~= 0 then return true end end
  return false
end

-- The difference between what the job's row said and what the job takes now goes into the sums.
local function note(id, text)
  local row = wordsOf(text)
  local before = rowOf(id)
  if before == false then
    dropRow(id, row)
    if takes(row) then putRow(id, row) end
    redis.call('HSET', P..'team-sums:'..row[1]..':'..row[2], 'all', 'lost')
    return
  end
  -- Whose it is, a mark says that its person had put there.
  if before then row[4], row[5] = before[4], before[5] end
  if not before and not takes(row) then return end
  if before and table.concat(before, ' ') == table.concat(row, ' ') then return end
  replaceRow(id, before, takes(row) and row or nil)
end

-- What a new job takes, beside the sums that it was judged by.
local function begin(id, text, all, person)
  local row = wordsOf(text)
  if not takes(row) then return end
  -- Its job was forgotten longer ago than its id.
  if not redis.call('SET', P..'team-row:'..id, sealed(id, table.concat(row, ' ')), 'NX') then return note(id, text) end
  local place = row[1]..':'..row[2]
  listRow(id, row)
  if not all then listMonth(row) end
  all, person = withRow(all, row, 1), withRow(person, row, 1)
  redis.call('HSET', P..'team-sums:'..place, 'all', sealedSum(place, 'all', all), row[4], sealedSum(place, row[4], person))
end

local function heldIn(text) return tonumber(wordsOf(text)[6] or 0) end

local function used(sum) return sum and sum[1] + sum[2] - sum[3] + sum[4] or 0 end

-- nil where a team has none, 'damaged' where they are.
local function storedRules(team)
  local found = redis.call('HMGET', P..'team-rules:'..team, 'v', 'team', 'person', 'body', 'sum', 'ask')
  if not found[1] then return nil end
  local rules = {team = found[2] or '', person = found[3] or '', body = found[4] or '', ask = found[6] or ''}
  -- Rules by which nobody is asked are sealed as they were before they could say it.
  local parts = {team, found[1], rules.team, rules.person, rules.body}
  if rules.ask ~= '' then table.insert(parts, 5, rules.ask) end
  if string.sub(redis.sha1hex(table.concat(parts, '\\0')), 1, 16) ~= found[5] then return 'damaged' end
  return rules
end

-- Why a team pays for no such job; false where it pays, and the sums of everybody and of its person. 'damaged': its rules are; 'count': its sums are to be counted first;
-- 'again': the secret of its month's marks is another one.
local function judge(text, price, approval, secret, mark)
  local row = wordsOf(text)
  local place = row[1]..':'..row[2]
  local rules = storedRules(row[1])
  if not rules then return 'no_rules' end
  if rules == 'damaged' then return 'damaged' end
  if (redis.call('HGET', P..'team-secrets', row[2]) or '') ~= secret then return 'again' end
  local found = redis.call('HMGET', P..'team-sums:'..place, 'all', row[4], mark)
  local all, person = opened(place..' all', found[1]), opened(place..' '..row[4], found[2])
  local marked = opened(place..' '..mark, found[3])
  if all == false or person == false or marked == false then return 'count' end
  if all == nil and redis.call('EXISTS', P..'team-rows:'..place) == 1 then return 'count' end
  if rules.team ~= '' and used(all) + price > tonumber(rules.team) then return 'team_month' end
  if approval ~= '' then return false, all, person end
  if rules.person ~= '' and used(person) + used(marked) + price > tonumber(rules.person) then return 'person_month' end
  if rules.ask ~= '' and tonumber(price) > tonumber(rules.ask) then return 'ask_above' end
  return false, all, person
end
`;
