import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Facts, IndexEntry, IndexPlace, Range, Reads, Row, Rows } from "../core/rows.ts";
import { runScript } from "./distributed/connect.ts";
import { PREFIX } from "./distributed/keys.ts";
import {
  addPlace,
  indexChanges,
  indexesIn,
  isInRange,
  onlyNamed,
  type RowText,
  removePlace,
  storedRow,
  type TextPut,
  versionAfter,
  WALK_AT_ONCE,
  type Writes,
  writesOf,
} from "./stored-row.ts";

/** A row is a hash: its value and indexes as JSON, its version, and the name of the commit that wrote it. */
const ROWS = `${PREFIX}:row:`;
/** An index is a sorted set of keys. */
const INDEXES = `${PREFIX}:index:`;

/** { keys, lists, counts }, a list being an index and what ZRANGE wants -> rows, keys of each list, counts. */
const READ = `
local ask, rows, lists, counts, seen = cjson.decode(ARGV[1]), {}, {}, {}, {}
local function read(key)
  if seen[key] then return end
  seen[key] = true
  local row = redis.call('HMGET', '${ROWS}'..key, 'writer', 'version', 'indexes', 'value')
  row[5] = key
  rows[#rows + 1] = row
end
for _, key in ipairs(ask.keys) do read(key) end
for _, list in ipairs(ask.lists) do
  local keys = redis.call('ZRANGE', '${INDEXES}'..list[1], unpack(list, 2))
  for _, key in ipairs(keys) do read(key) end
  lists[#lists + 1] = keys
end
for _, index in ipairs(ask.counts) do counts[#counts + 1] = redis.call('ZCARD', '${INDEXES}'..index) end
return {rows, lists, counts}
`;

/**
 * Its own name; { rows, sizes, deletes, puts }; the values of the puts -> 1 where the rows and the sizes of indexes that
 * were read are unchanged and everything is written, else 0. A row changes its place in an index only when it is written,
 * so a list is unchanged where its rows and its size are. A commit that is sent again knows itself by its name.
 */
const COMMIT = `
local me, ask = ARGV[1], cjson.decode(ARGV[2])
local isSame = true
for _, row in ipairs(ask.rows) do
  local writer = redis.call('HGET', '${ROWS}'..row[1], 'writer') or ''
  if writer == me then return 1 end
  if writer ~= row[2] then isSame = false end
end
if not isSame then return 0 end
for _, size in ipairs(ask.sizes) do
  if redis.call('ZCARD', '${INDEXES}'..size[1]) ~= size[2] then return 0 end
end
local function leave(key, entries)
  for n = 1, #entries, 2 do redis.call('ZREM', '${INDEXES}'..entries[n], key) end
end
local function leaveAll(key)
  leave(key, cjson.decode(redis.call('HGET', '${ROWS}'..key, 'indexes') or '[]'))
end
for _, key in ipairs(ask.deletes) do
  leaveAll(key)
  redis.call('DEL', '${ROWS}'..key)
end
for n, put in ipairs(ask.puts) do
  local key, saves, indexes, left, entered = unpack(put)
  if left == 'all' then leaveAll(key) else leave(key, left) end
  for at = 1, #entered, 2 do redis.call('ZADD', '${INDEXES}'..entered[at], entered[at + 1], key) end
  redis.call('HINCRBY', '${ROWS}'..key, 'version', saves)
  redis.call('HSET', '${ROWS}'..key, 'writer', me, 'indexes', indexes, 'value', ARGV[n + 2])
end
return 1
`;

/** At most this many transactions share a commit, so that Redis does not stand still for others: some milliseconds. */
const BATCH_MAX = 200;
/** At most this many rows are in memory. */
const CACHED_MAX = 1_000;
/** A conflict means that another one was committed, so this many in a row are a bug. */
const TRIES_MAX = 1_000;

const text = z.string().nullable();
const hash = [text, text, text, text] as const;
const readAnswer = z.tuple([
  z.array(z.tuple([...hash, z.string()])),
  z.array(z.array(z.string())),
  z.array(z.number()),
]);

/** A row, or null where there is none, and the name of the commit that wrote it. */
interface Written {
  readonly writer: string;
  readonly row: RowText | null;
}

interface Waiting {
  readonly reads: Reads;
  /** Decides; the returned function answers the caller once that is committed. */
  decide(state: BatchState): () => void;
  reject(error: unknown): void;
}

/** What the transactions of one batch have read. */
interface Snapshot {
  /** By key, also where there is no row. */
  readonly rows: ReadonlyMap<string, Written>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly counts: ReadonlyMap<string, number>;
  /** Some rows are from memory, so only a commit can tell whether they are still the same. */
  readonly isGuess: boolean;
}

/**
 * Rows in a Redis. What waits in one lane is a batch: one read for all, their decisions one after another, one commit; it
 * is done again where somebody else wrote meanwhile. A command that was sent when Redis went away is answered when it is
 * back, and rightly, for a commit knows itself again.
 */
export function redisRows(redis: Redis): Rows {
  const readScript = runScript(redis, READ);
  const commitScript = runScript(redis, COMMIT);
  const process = randomBytes(8).toString("hex");
  let commits = 0;
  const lanes = new Map<string, Waiting[]>();
  /** Rows that this process has read or written last, which it mostly writes next. */
  const cached = new LRUCache<string, Written>({ max: CACHED_MAX });

  async function read(keys: readonly string[], lists: readonly (readonly string[])[], counts: readonly string[]) {
    const [rows, listed, counted] = readAnswer.parse(await readScript(JSON.stringify({ keys, lists, counts })));
    return {
      rows: rows.map(([writer, ...row]) => [row[3], { writer: writer ?? "", row: rowIn(row) }] as const),
      listed,
      counted,
    };
  }

  async function readAll(batch: readonly Waiting[], mayGuess: boolean): Promise<Snapshot> {
    const all = (of: keyof Reads) => [...new Set(batch.flatMap(({ reads }) => reads[of] ?? []))];
    const [keys, lists, counts] = [all("keys"), all("lists"), all("counts")];
    const guesses = keys.flatMap((key) => {
      const written = mayGuess ? cached.get(key) : undefined;
      return written ? [[key, written] as const] : [];
    });
    const asked = mayGuess ? keys.filter((key) => !cached.has(key)) : keys;
    const { rows, listed, counted } =
      asked.length + lists.length + counts.length === 0
        ? { rows: [], listed: [], counted: [] }
        : await read(
            asked,
            lists.map((index) => [index, "0", "-1"]),
            counts,
          );
    return {
      rows: new Map([...guesses, ...rows]),
      lists: new Map(lists.map((index, n) => [index, listed[n] ?? []])),
      counts: new Map(counts.map((index, n) => [index, counted[n] ?? 0])),
      isGuess: guesses.length > 0,
    };
  }

  async function commit({ rows, lists, counts }: Snapshot, { puts, deletes }: BatchWrites): Promise<boolean> {
    commits += 1;
    const me = `${process}.${commits}`;
    const ask = {
      rows: [...rows].map(([key, { writer }]) => [key, writer]),
      sizes: [...[...lists].map(([index, keys]) => [index, keys.length]), ...counts],
      deletes,
      puts: puts.map(({ put, saves }) => {
        const before = deletes.includes(put.key) ? null : rows.get(put.key)?.row;
        const { left, entered } = indexChanges(before?.indexText ?? "[]", put);
        // Of a row that was not read the script itself has to see what it leaves.
        return [put.key, saves, put.indexText, before === undefined ? "all" : flat(left), flat(entered)];
      }),
    };
    for (const key of [...rows.keys(), ...deletes, ...puts.map(({ put }) => put.key)]) cached.delete(key);
    if ((await commitScript(me, JSON.stringify(ask), ...puts.map(({ put }) => put.text))) !== 1) return false;
    for (const { put, saves } of puts) {
      const before = deletes.includes(put.key) ? null : rows.get(put.key)?.row;
      if (before !== undefined)
        cached.set(put.key, { writer: me, row: { ...put, version: (before?.version ?? 0) + saves } });
    }
    return true;
  }

  /** Runs the first of these transactions, at least one, and says how many. */
  async function runBatch(batch: readonly Waiting[], mayGuess: boolean): Promise<number> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const snapshot = await readAll(batch, mayGuess && tries === 1);
      const state = batchState(snapshot);
      const answers: (() => void)[] = [];
      for (const waiting of batch) {
        if (state.isUncertain()) break;
        answers.push(waiting.decide(state));
      }
      const writes = state.writes();
      if (writes === null ? !snapshot.isGuess : await commit(snapshot, writes)) {
        for (const answer of answers) answer();
        return answers.length;
      }
    }
    throw new Error(`a transaction met ${TRIES_MAX} conflicts`);
  }

  async function runLane(lane: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX);
      // What a lane names is shared with other processes, such as a team's sums: a guess would often be wrong.
      const count = await runBatch(batch, lane === "").catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
        return batch.length;
      });
      queue.splice(0, count);
    }
    lanes.delete(lane);
  }

  /** Reads a part of an index from its start, more and more of it until there is enough: many may have the score of the place after which it begins. */
  async function readRange<Place>(
    range: Range,
    readSome: (limit: number) => Promise<readonly Place[]>,
    placeOf: (place: Place) => IndexPlace,
  ) {
    for (let limit = range.limit; limit > 0; limit *= 2) {
      const some = await readSome(limit);
      const found = some.filter((each) => isInRange(placeOf(each), range));
      if (found.length >= range.limit || some.length < limit) return found.slice(0, range.limit);
    }
    return [];
  }

  return {
    transact: (reads, decide, { lane = "" } = {}) =>
      new Promise((resolve, reject) => {
        // As any command is, also where others of its lane wait for Redis to come back.
        if (redis.status !== "ready") throw new Error("Redis is away");
        const waiting: Waiting = {
          reads,
          decide(state) {
            try {
              const decision = decide(onlyNamed(reads, state.facts));
              state.write(writesOf(decision));
              return () => resolve(decision.value);
            } catch (error) {
              return () => reject(error);
            }
          },
          reject,
        };
        const queue = lanes.get(lane);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const begun = [waiting];
        lanes.set(lane, begun);
        // Others of this turn come along.
        setImmediate(() => void runLane(lane, begun));
      }),
    async get(key) {
      const [writer, version, indexes, value] = await redis.hmget(
        `${ROWS}${key}`,
        "writer",
        "version",
        "indexes",
        "value",
      );
      const row = rowIn([version ?? null, indexes ?? null, value ?? null, key]);
      cached.set(key, { writer: writer ?? "", row });
      return row && storedRow(row);
    },
    page: (index, range) =>
      readRange(
        range,
        async (limit) => {
          const { rows: found, listed } = await read([], [[index, ...zrange(range, limit)]], []);
          const rows = new Map(found);
          return (listed[0] ?? []).flatMap((key) => {
            const row = rows.get(key)?.row;
            return row ? [storedRow(row)] : [];
          });
        },
        (row) => placeIn(row, index),
      ),
    places: (index, range) =>
      readRange(
        range,
        async (limit) => {
          const [from = "", to = "", ...how] = zrange(range, limit);
          const flat = await redis.call("ZRANGE", `${INDEXES}${index}`, from, to, ...how, "WITHSCORES");
          const texts = z.array(z.string()).parse(flat);
          return Array.from({ length: texts.length / 2 }, (_, n) => ({
            key: texts[2 * n] ?? "",
            score: Number(texts[2 * n + 1]),
          }));
        },
        (place) => place,
      ),
    count: (index) => redis.zcard(`${INDEXES}${index}`),
    async *walk(prefix) {
      const pattern = `${ROWS}${prefix}`.replaceAll(/[\\*?[\]]/g, "\\$&");
      for (let cursor = "0"; ; ) {
        const [next, names] = await redis.scan(cursor, "MATCH", `${pattern}*`, "COUNT", WALK_AT_ONCE);
        const keys = names.map((name) => name.slice(ROWS.length));
        const { rows } = keys.length > 0 ? await read(keys, [], []) : { rows: [] };
        const found = rows.flatMap(([, { row }]) => (row ? [storedRow(row)] : []));
        if (found.length > 0) yield found;
        if (next === "0") return;
        cursor = next;
      }
    },
    close: async () => {},
  };
}

function rowIn([version, indexText, value, key]: readonly [
  string | null,
  string | null,
  string | null,
  string,
]): RowText | null {
  return version === null ? null : { key, version: Number(version), text: value ?? "", indexText: indexText ?? "[]" };
}

function placeIn({ key, indexes }: Row, index: string): IndexPlace {
  return { key, score: indexes.find(({ name }) => name === index)?.score ?? Number.NaN };
}

/** What ZRANGE wants for that many entries of a part of an index, the first of which may not belong to it. */
function zrange(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after, newestFirst }: Range,
  limit: number,
): readonly string[] {
  const least = score(after && !newestFirst ? Math.max(from, after.score) : from);
  const most = score(after && newestFirst ? Math.min(to, after.score) : to);
  const how = ["LIMIT", "0", String(limit)];
  return newestFirst ? [most, least, "BYSCORE", "REV", ...how] : [least, most, "BYSCORE", ...how];
}

function flat(entries: readonly IndexEntry[]): readonly string[] {
  return entries.flatMap(({ name, score }) => [name, String(score)]);
}

function score(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return value < 0 ? "-inf" : "+inf";
}

interface BatchWrites {
  /** Each with how many times its row was saved. */
  readonly puts: readonly { readonly put: TextPut; readonly saves: number }[];
  readonly deletes: readonly string[];
}

interface BatchState {
  readonly facts: Facts;
  write(writes: Writes): void;
  /** The size of an index is not known any more: a row that nobody had read was written, and may have been in it. */
  isUncertain(): boolean;
  /** null: nothing was written. */
  writes(): BatchWrites | null;
}

/** What a batch has read, as it becomes by what its transactions write one after another. */
function batchState(snapshot: Snapshot): BatchState {
  const rows = new Map([...snapshot.rows].map(([key, { row }]) => [key, row]));
  const counts = new Map(snapshot.counts);
  const lists = new Map<string, IndexPlace[]>();
  const puts = new Map<string, { readonly put: TextPut; readonly saves: number }>();
  const deletes = new Set<string>();
  let isUncertain = false;

  const rowAt = (key: string) => {
    const row = rows.get(key);
    return row ? storedRow(row) : null;
  };

  /** An index that was read as a list, with the scores of its rows. */
  function placesIn(index: string): IndexPlace[] | undefined {
    const keys = snapshot.lists.get(index);
    if (!keys) return undefined;
    const known = lists.get(index);
    if (known) return known;
    const places = keys.flatMap((key) => {
      const row = rowAt(key);
      return row ? [placeIn(row, index)] : [];
    });
    lists.set(index, places);
    return places;
  }

  function leave(key: string): void {
    const row = rows.get(key);
    if (row === undefined && counts.size > 0) isUncertain = true;
    for (const { name, score } of row ? indexesIn(row.indexText) : []) {
      const places = placesIn(name);
      if (places) removePlace(places, { key, score });
      const size = counts.get(name);
      if (size !== undefined) counts.set(name, size - 1);
    }
  }

  function put(put: TextPut): void {
    const { key, text, indexText, indexes } = put;
    const before = rows.get(key);
    if (before?.indexText !== indexText) {
      leave(key);
      for (const { name, score } of indexes) {
        const places = placesIn(name);
        if (places) addPlace(places, { key, score });
        const size = counts.get(name);
        if (size !== undefined) counts.set(name, size + 1);
      }
    }
    const version = versionAfter(before, put);
    rows.set(key, { key, text, indexText, version });
    puts.set(key, { put, saves: (puts.get(key)?.saves ?? 0) + version - (before?.version ?? 0) });
  }

  return {
    facts: {
      row: rowAt,
      list: (index) => (placesIn(index) ?? []).flatMap(({ key }) => rowAt(key) ?? []),
      count: (index) => counts.get(index) ?? 0,
    },
    write(writes) {
      for (const key of writes.deletes) {
        leave(key);
        rows.set(key, null);
        puts.delete(key);
        deletes.add(key);
      }
      for (const each of writes.puts) put(each);
    },
    isUncertain: () => isUncertain,
    writes: () => (puts.size + deletes.size === 0 ? null : { puts: [...puts.values()], deletes: [...deletes] }),
  };
}
