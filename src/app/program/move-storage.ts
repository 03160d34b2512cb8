import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../../core/durable-file.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Row, Rows } from "../../core/rows.ts";
import type { Mover, RedisChoice } from "../../engines/distributed.ts";
import { openRefusalOf } from "../../engines/sqlite-connection.ts";
import { openSqliteRows } from "../../engines/sqlite-folder.ts";
import { folderSentence, namedRows, redisSentence, whereInstalled } from "../open-engine.ts";

const FILE = "reelay.db";
/** The copy is written into this subfolder and moved into place when complete. */
const GROWING = "moving";

export interface Migration {
  readonly to: "redis" | "embedded";
  readonly dir: string;
  readonly redis: RedisChoice | null;
}

/**
 * Refuses while a bot runs. The next run restarts or completes an interrupted move. Until then no bot starts on the copy.
 */
export async function migrate({ to, dir, redis }: Migration): Promise<Result<string, string>> {
  if (redis === null) return refuse("REDIS_URL is missing. Set it to the Redis to move everything to or from.");
  const loaded = await whereInstalled(() => import("../../engines/distributed.ts"));
  const opened = loaded.ok ? await loaded.value.openMover(redis) : loaded;
  if (!opened.ok) return refuse(redisSentence(opened.refusal));
  const mover = opened.value;
  try {
    if (mover.bots > 0)
      return refuse("Reelay is connected to the Redis at REDIS_URL. Stop every process, then run this command again.");
    return to === "redis" ? await toRedis(dir, mover) : await toFolder(dir, mover);
  } catch (error) {
    const refusal = openRefusalOf(error);
    if (refusal) return refuse(folderSentence(dir, refusal));
    return refuse(
      `The move was interrupted (${error instanceof Error ? error.message : "unknown"}). Run this command again.`,
    );
  } finally {
    mover.close();
  }
}

async function toRedis(dir: string, mover: Mover): Promise<Result<string, string>> {
  if (!hasDatabase(dir)) {
    if (mover.state !== "whole") return refuse(`There is no database in DATA_DIR ${dir}: nothing was moved.`);
    await mover.mark(null);
    return ok("The interrupted move is complete. Start Reelay with REDIS_URL.");
  }
  if (mover.state === null && !mover.isEmpty) return refuse(`The Redis at REDIS_URL is not empty. ${NOTHING}`);
  const folder = await openSqliteRows(dir);
  if (!folder.ok) return refuse(folderSentence(dir, folder.refusal));
  let copied: Result<string, string>;
  try {
    await mover.mark("half");
    await mover.clear();
    copied = await copyRows(folder.value, mover.rows);
    if (copied.ok) await mover.mark("whole");
  } finally {
    await folder.value.close();
  }
  if (!copied.ok) return copied;
  const oldDatabase = setAside(dir);
  await syncFolder(dir);
  await mover.mark(null);
  return ok(
    `${copied.value} The old database is kept in DATA_DIR as ${oldDatabase}. Start Reelay with REDIS_URL. ${KEYS}`,
  );
}

async function toFolder(dir: string, mover: Mover): Promise<Result<string, string>> {
  if (mover.state === "away" && hasDatabase(join(dir, GROWING)))
    return endInFolder(dir, "The interrupted move is complete.");
  if (mover.state === "away") return refuse(`The data of the Redis at REDIS_URL was already moved away. ${NOTHING}`);
  if (mover.state !== null) return refuse(`The Redis at REDIS_URL has an incomplete copy of a data folder. ${NOTHING}`);
  if (mover.isEmpty) return refuse("The Redis at REDIS_URL has no Reelay data: nothing was moved.");
  const own = await openSqliteRows(dir);
  if (!own.ok) return refuse(folderSentence(dir, own.refusal));
  try {
    if (!(await isEmpty(own.value))) return refuse(`The database in DATA_DIR ${dir} is not empty. ${NOTHING}`);
    rmSync(join(dir, GROWING), { recursive: true, force: true });
    const growing = await openSqliteRows(join(dir, GROWING));
    if (!growing.ok) return refuse(folderSentence(dir, growing.refusal));
    let copied: Result<string, string>;
    try {
      copied = await copyRows(mover.rows, growing.value);
    } finally {
      await growing.value.close();
    }
    if (!copied.ok) return copied;
    // From now on no bot starts on this Redis, and the copy is authoritative.
    await mover.mark("away");
    await own.value.close();
    return await endInFolder(dir, copied.value);
  } finally {
    await own.value.close();
  }
}

async function endInFolder(dir: string, what: string): Promise<Result<string, string>> {
  removeLog(dir);
  renameSync(join(dir, GROWING, FILE), join(dir, FILE));
  rmSync(join(dir, GROWING), { recursive: true, force: true });
  await syncFolder(dir);
  return ok(
    `${what} Start Reelay without REDIS_URL. ${KEYS} The data in Redis is kept, but Reelay will not start on it.`,
  );
}

const NOTHING = "Nothing was changed.";
const KEYS =
  "Keep the same master keys: SECRET_KEYS, or the line in secret.keys in DATA_DIR as the value of SECRET_KEYS.";

/** Compares the copy with the source. Rows that are not JSON are left behind. Versions are not copied. */
async function copyRows(source: Rows, target: Rows): Promise<Result<string, string>> {
  const unreadable = new Set<string>();
  for await (const page of source.walk("")) {
    const readable = page.filter(isReadable);
    for (const { key } of page) if (!readable.some((row) => row.key === key)) unreadable.add(key);
    const puts = readable.map(({ key, value, indexes }) => ({ key, value, indexes }));
    await target.transact({ keys: puts.map(({ key }) => key) }, () => ({ value: undefined, puts }));
  }
  const keys = new Set<string>();
  const sizes = new Map<string, number>();
  let differing = 0;
  for await (const page of source.walk("")) {
    const rows = page.filter((row) => isReadable(row) && !keys.has(row.key));
    const arrived = await target.transact({ keys: rows.map(({ key }) => key) }, (facts) => ({
      value: rows.filter((row) => contentOf(row) === contentOf(facts.row(row.key))).length,
    }));
    differing += rows.length - arrived;
    for (const { key, indexes } of rows) {
      keys.add(key);
      for (const { name } of indexes) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    }
  }
  for (const [name, size] of sizes) if ((await target.count(name)) !== size) differing += 1;
  if (differing > 0) return refuse(`Not everything arrived (${differing} differences). Run this command again.`);
  const left = namedRows([...unreadable]);
  const leftText = unreadable.size === 0 ? "" : ` ${unreadable.size} could not be read and were left behind: ${left}.`;
  return ok(`Moved ${keys.size} records.${leftText}`);
}

async function isEmpty(rows: Rows): Promise<boolean> {
  for await (const _page of rows.walk("")) return false;
  return true;
}

function isReadable({ value }: Row): boolean {
  return value !== undefined;
}

function contentOf(row: Row | null): string {
  return JSON.stringify(row && [row.value, row.indexes]);
}

function hasDatabase(dir: string): boolean {
  return (statSync(join(dir, FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function setAside(dir: string): string {
  const taken = readdirSync(dir).filter((name) => name.startsWith(`${FILE}.moved`)).length;
  const name = taken === 0 ? `${FILE}.moved` : `${FILE}.moved-${taken + 1}`;
  renameSync(join(dir, FILE), join(dir, name));
  removeLog(dir);
  return name;
}

function removeLog(dir: string): void {
  for (const end of ["-wal", "-shm"]) rmSync(join(dir, `${FILE}${end}`), { force: true });
}
