import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../core/at-most.ts";
import {
  type IndexPlace,
  isInRange,
  type Range,
  type Reads,
  type Row,
  type Rows,
  type TransactOptions,
} from "../core/rows.ts";
import { PREFIX, runScript } from "./redis-connection.ts";
import type { ReplicatedWrites } from "./redis-replicas.ts";
import {
  type Decided,
  decideAll,
  grow,
  indexChanges,
  type QueuedWrite,
  type RowText,
  rowOf,
  WALK_AT_ONCE,
} from "./row-batch.ts";

/** A row is a hash: value and indexes as JSON, version, and the name of the commit that wrote it. */
const ROWS = `${PREFIX}:row:`;
const INDEXES = `${PREFIX}:index:`;
const FIELDS = ["writer", "version", "indexes", "value"] as const;

/** ARGV: { keys or list, counts }; `list` is an index and its ZRANGE arguments. Returns rows and counts. */
const READ = `
local ask, rows, counts = cjson.decode(ARGV[1]), {}, {}
local keys = ask.keys or redis.call('ZRANGE', '${INDEXES}'..ask.list[1], unpack(ask.list, 2))
for n, key in ipairs(keys) do rows[n] = { key, redis.call('HMGET', '${ROWS}'..key, '${FIELDS.join("', '")}') } end
for n, index in ipairs(ask.counts) do counts[n] = redis.call('ZCARD', '${INDEXES}'..index) end
return { rows, counts }
`;

/**
 * ARGV: its own name; { rows, sizes, changes }; the changed values. Returns 0, and writes nothing, if a row or size has
 * changed. A repeated commit recognizes itself by its name.
 */
const COMMIT = `
local me, ask = ARGV[1], cjson.decode(ARGV[2])
local isSame = true
for _, row in ipairs(ask.rows) do
  local writer = redis.call('HGET', '${ROWS}'..row[1], 'writer') or ''
  if writer == me then
    -- WAIT covers what its own connection has written, and this may be a new one.
    redis.call('HSET', '${ROWS}'..row[1], 'writer', me)
    return 1
  end
  if writer ~= row[2] then isSame = false end
end
if not isSame then return 0 end
for _, size in ipairs(ask.sizes) do
  if redis.call('ZCARD', '${INDEXES}'..size[1]) ~= size[2] then return 0 end
end
for n, change in ipairs(ask.changes) do
  local key, version, indexes, left, entered = unpack(change)
  for _, name in ipairs(left) do redis.call('ZREM', '${INDEXES}'..name, key) end
  for at = 1, #entered, 2 do redis.call('ZADD', '${INDEXES}'..entered[at], entered[at + 1], key) end
  if version == '' then redis.call('DEL', '${ROWS}'..key)
  else redis.call('HSET', '${ROWS}'..key, 'writer', me, 'version', version, 'indexes', indexes, 'value', ARGV[n + 2]) end
end
return 1
`;

/** Keeps a commit from blocking Redis for more than a few milliseconds. */
const BATCH_MAX = 200;
const CACHED_MAX = 5_000;
/** A conflict means that another commit succeeded, so this many in a row are a bug. */
const TRIES_MAX = 1_000;
const text = z.string().nullable();
const fields = z.tuple([text, text, text, text]);
const readAnswer = z.tuple([z.array(z.tuple([z.string(), fields])), z.array(z.number())]);

type Durability = NonNullable<TransactOptions["durability"]>;

interface Written {
  readonly writer: string;
  readonly row: RowText | null;
}

interface Snapshot {
  readonly rows: ReadonlyMap<string, Written>;
  readonly counts: ReadonlyMap<string, number>;
}

const noRow: Written = { writer: "", row: null };
const nothingGuessed: Snapshot = { rows: new Map(), counts: new Map() };

/**
 * Waiting transactions with the same batch key form a batch: one read, their decisions one after another, one commit.
 * If another process has written in between, the batch is repeated. Cached rows and sizes may be outdated, so the
 * commit checks them. With `replicated`, commits of durability "disk" wait for replicas.
 */
export function redisRows(redis: Redis, replicated: ReplicatedWrites | null = null): Rows {
  const readScript = runScript(redis, READ);
  const commitSoon = runScript(redis, COMMIT);
  const commitScripts = { soon: commitSoon, disk: replicated?.script(COMMIT) ?? commitSoon };
  const process = randomBytes(8).toString("hex");
  let commits = 0;
  // Separate, because commits without durability must not wait for replicas.
  const batches = { soon: new Map<string, QueuedWrite[]>(), disk: new Map<string, QueuedWrite[]>() };
  const cachedRows = new LRUCache<string, Written>(atMost(CACHED_MAX));
  const cachedSizes = new LRUCache<string, number>(atMost(CACHED_MAX));

  async function read(which: Pick<Reads, "keys"> | { list: readonly string[] }, counts: readonly string[] = []) {
    const answer = await readScript(JSON.stringify({ ...which, counts }));
    const [rows, counted] = readAnswer.parse(answer);
    return {
      rows: new Map(rows.map(([key, written]) => [key, writtenIn(key, written)])),
      counts: new Map(counts.map((index, n) => [index, counted[n] ?? 0])),
    };
  }

  async function readAll(waiting: readonly QueuedWrite[], guess: Snapshot): Promise<Snapshot> {
    const keys = allOf(waiting, "keys").filter((key) => !guess.rows.has(key));
    const counts = allOf(waiting, "counts").filter((index) => !guess.counts.has(index));
    if (keys.length + counts.length === 0) return guess;
    const snapshot = await read({ keys }, counts);
    for (const [key, written] of snapshot.rows) cachedRows.set(key, written);
    for (const [index, size] of snapshot.counts) cachedSizes.set(index, size);
    return { rows: new Map([...guess.rows, ...snapshot.rows]), counts: new Map([...guess.counts, ...snapshot.counts]) };
  }

  async function commit(
    { rows, counts }: Snapshot,
    { changes, growth }: Decided,
    durability: Durability,
  ): Promise<boolean> {
    commits += 1;
    const me = `${process}.${commits}`;
    const ask = {
      rows: [...rows].map(([key, { writer }]) => [key, writer]),
      sizes: [...counts],
      changes: changes.map(({ key, before, after }) => {
        const { left, entered } = indexChanges(before, after);
        const names = left.map(({ name }) => name);
        const entries = entered.flatMap(({ name, score }) => [name, String(score)]);
        return [key, after ? String(after.version) : "", after?.indexText ?? "", names, entries];
      }),
    };
    const values = changes.map(({ after }) => after?.text ?? "");
    if ((await commitScripts[durability](me, JSON.stringify(ask), ...values)) !== 1) return false;
    for (const { key, after } of changes) cachedRows.set(key, after ? { writer: me, row: after } : noRow);
    grow(cachedSizes, growth);
    return true;
  }

  function guessFor(waiting: readonly QueuedWrite[]): Snapshot {
    const absent = allOf(waiting, "absent").map((key) => [key, noRow] as const);
    const cached = cachedOf(cachedRows, allOf(waiting, "keys"));
    return { rows: new Map([...absent, ...cached]), counts: new Map(cachedOf(cachedSizes, allOf(waiting, "counts"))) };
  }

  async function runBatch(waiting: readonly QueuedWrite[], durability: Durability): Promise<void> {
    let guess = guessFor(waiting);
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const snapshot = await readAll(waiting, guess);
      const batch = decideAll(waiting, {
        row: (key) => snapshot.rows.get(key)?.row ?? null,
        count: (index) => snapshot.counts.get(index) ?? 0,
      });
      const isGuessed = guess.rows.size + guess.counts.size > 0;
      if (batch.changes.length === 0 ? !isGuessed : await commit(snapshot, batch, durability)) return batch.answer();
      guess = nothingGuessed;
    }
    throw new Error(`a transaction met ${TRIES_MAX} conflicts`);
  }

  async function runBatches(batchKey: string, queue: QueuedWrite[], durability: Durability): Promise<void> {
    while (queue.length > 0) {
      const waiting = queue.splice(0, BATCH_MAX);
      await runBatch(waiting, durability).catch((error: unknown) => {
        for (const { reject } of waiting) reject(error);
      });
    }
    batches[durability].delete(batchKey);
  }

  /** Reads on until there are enough entries, because many of them may share the score at which it starts. */
  async function readRange<Place>(
    range: Range,
    readSome: (limit: number) => Promise<readonly Place[]>,
    placeOf: (place: Place) => IndexPlace,
  ) {
    for (let limit = range.limit; limit > 0; limit *= 2) {
      const some = await readSome(limit);
      const within = some.filter((each) => isInRange(placeOf(each), range));
      if (within.length >= range.limit || some.length < limit) return within.slice(0, range.limit);
    }
    return [];
  }

  return {
    transact: (reads, decide, { batchKey = "", durability = "disk" } = {}) =>
      new Promise((resolve, reject) => {
        // Refuse at once, even if others with its batch key wait for Redis to reconnect.
        if (redis.status !== "ready") throw new Error("Redis is away");
        const trouble = durability === "disk" ? replicated?.trouble() : null;
        if (trouble) throw new Error(trouble);
        const waiting: QueuedWrite = { reads, decide, resolve, reject };
        const queue = batches[durability].get(batchKey);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const begun = [waiting];
        batches[durability].set(batchKey, begun);
        // Other transactions of this turn join the batch.
        setImmediate(() => void runBatches(batchKey, begun, durability));
      }),
    async get(key) {
      const written = writtenIn(key, fields.parse(await redis.hmget(`${ROWS}${key}`, ...FIELDS)));
      cachedRows.set(key, written);
      return written.row && rowOf(written.row);
    },
    page: (index, range) =>
      readRange(
        range,
        async (limit) => rowsIn(await read({ list: [index, ...zrange(range, limit)] })),
        ({ key, indexes }) => ({ key, score: indexes.find(({ name }) => name === index)?.score ?? Number.NaN }),
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
        const rows = rowsIn(await read({ keys: names.map((name) => name.slice(ROWS.length)) }));
        if (rows.length > 0) yield rows;
        if (next === "0") return;
        cursor = next;
      }
    },
    close: async () => {},
  };
}

function writtenIn(key: string, [writer, version, indexes, value]: z.output<typeof fields>): Written {
  const row = version ? { key, version: Number(version), text: value ?? "", indexText: indexes ?? "[]" } : null;
  return { writer: writer ?? "", row };
}

function cachedOf<Value extends {}>(cache: LRUCache<string, Value>, names: readonly string[]) {
  return names.flatMap((name) => {
    const value = cache.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

function allOf(waiting: readonly QueuedWrite[], which: keyof Reads): readonly string[] {
  return [...new Set(waiting.flatMap(({ reads }) => reads[which] ?? []))];
}

function rowsIn({ rows }: Snapshot): readonly Row[] {
  return [...rows.values()].flatMap(({ row }) => (row ? [rowOf(row)] : []));
}

/** The first results may have the score of `after` but come before it. */
function zrange(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after, newestFirst }: Range,
  limit: number,
): readonly string[] {
  // Redis also reads "Infinity".
  const least = String(after && !newestFirst ? Math.max(from, after.score) : from);
  const most = String(after && newestFirst ? Math.min(to, after.score) : to);
  const how = ["LIMIT", "0", String(limit)];
  return newestFirst ? [most, least, "BYSCORE", "REV", ...how] : [least, most, "BYSCORE", ...how];
}
