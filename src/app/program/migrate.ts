import { machineClock } from "../../core/clock.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import {
  areEqual,
  type CopySource,
  type CopyTarget,
  type Counts,
  copyAll,
  NOTHING_COPIED,
} from "../../engines/copied.ts";
import type { RedisChoice } from "../../engines/distributed/distributed.ts";
import type { Mover } from "../../engines/distributed/mover.ts";
import { whereInstalled } from "../../engines/distributed/open-distributed.ts";
import {
  hasDatabase,
  hasGrown,
  openFolder,
  openGrowing,
  putInPlace,
  setAside,
} from "../../engines/embedded/folder-mover.ts";
import { refusalOf } from "../../engines/embedded/refusal.ts";
import { syncFolder } from "../../keys/durable-file.ts";
import { folderSentence } from "../open-engine.ts";
import { redisSentence } from "./redis-sentence.ts";

export interface Migration {
  readonly to: "redis" | "embedded";
  readonly dir: string;
  readonly redis: RedisChoice | null;
}

/**
 * Moves everything from the folder to Redis or back, while no bot runs. A move that was cut off is begun anew by the next
 * run, or ended where all was copied; until then no bot starts on what it left. Either way a few sentences for the operator.
 */
export async function migrate({ to, dir, redis }: Migration): Promise<Result<string, string>> {
  if (redis === null) return refuse("REDIS_URL is missing. Set it to the Redis to move everything to or from.");
  const loaded = await whereInstalled(() => import("../../engines/distributed/mover.ts"));
  const opened = loaded.ok ? await loaded.value.openMover(redis, machineClock) : loaded;
  if (!opened.ok) return refuse(redisSentence(opened.refusal));
  const mover = opened.value;
  try {
    if (mover.bots > 0)
      return refuse("A Reelay is connected to the Redis at REDIS_URL. Stop every one, then run this again.");
    return to === "redis" ? await toRedis(dir, mover) : await toFolder(dir, mover);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refuse(folderSentence(dir, refusal));
    return refuse(`The move was cut off (${error instanceof Error ? error.message : "unknown"}). Run this once more.`);
  } finally {
    mover.close();
  }
}

async function toRedis(dir: string, mover: Mover): Promise<Result<string, string>> {
  if (!hasDatabase(dir)) {
    if (mover.state !== "whole") return refuse(`There is no database in DATA_DIR ${dir}: nothing was moved.`);
    await mover.mark(null);
    return ok("The move that was cut off is done. Start Reelay with REDIS_URL.");
  }
  if (mover.state === null && !mover.isEmpty) return refuse(`The Redis at REDIS_URL is not empty. ${NOTHING}`);
  const folder = await openFolder(dir);
  if (!folder.ok) return refuse(folderSentence(dir, folder.refusal));
  let copied: Result<string, string>;
  try {
    await mover.mark("half");
    await mover.clear();
    copied = await copy(folder.value, mover.target);
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
  if (mover.state === "away" && hasGrown(dir)) return endInFolder(dir, "The move that was cut off is done.");
  if (mover.state === "away") return refuse(`What was in the Redis at REDIS_URL was moved away before. ${NOTHING}`);
  if (mover.state !== null) return refuse(`The Redis at REDIS_URL holds half a copy of a folder. ${NOTHING}`);
  if (mover.isEmpty) return refuse("The Redis at REDIS_URL has no Reelay data: nothing was moved.");
  const own = await openFolder(dir);
  if (!own.ok) return refuse(folderSentence(dir, own.refusal));
  try {
    if (!areEqual(await own.value.count(), NOTHING_COPIED))
      return refuse(`The database in DATA_DIR ${dir} is not empty. ${NOTHING}`);
    const growing = await openGrowing(dir);
    if (!growing.ok) return refuse(folderSentence(dir, growing.refusal));
    let copied: Result<string, string>;
    try {
      copied = await copy(mover.source, growing.value);
    } finally {
      await growing.value.close();
    }
    if (!copied.ok) return copied;
    // From here on no bot starts on this Redis, and the copy is the one that counts.
    await mover.mark("away");
    await own.value.close();
    return await endInFolder(dir, copied.value);
  } finally {
    await own.value.close();
  }
}

async function endInFolder(dir: string, what: string): Promise<Result<string, string>> {
  await putInPlace(dir);
  await syncFolder(dir);
  return ok(
    `${what} Start Reelay without REDIS_URL. ${KEYS} The data in Redis is kept, but Reelay will not start on it.`,
  );
}

const NOTHING = "Nothing was changed.";
const KEYS =
  "Its master keys must stay the same: SECRET_KEYS, or secret.keys in DATA_DIR, whose line SECRET_KEYS takes.";

async function copy(source: CopySource, target: CopyTarget): Promise<Result<string, string>> {
  const { copied, damaged } = await copyAll(source, target);
  const found = await target.count();
  if (!areEqual(copied, found))
    return refuse(`Not everything arrived (${textOf(copied)} left, ${textOf(found)} came). Run this once more.`);
  const differing = await source.countDiffering();
  const sums =
    differing === 0
      ? ""
      : ` The sums of ${differing} teams' months were not those of their videos, and were added up anew.`;
  const left = damaged === 0 ? "" : ` ${damaged} damaged records could not be read and were left behind.`;
  return ok(`Moved ${textOf(copied)}.${left}${sums}`);
}

function textOf({ job, forgotten, cost, entry, ...ofTeams }: Counts): string {
  const teams = Object.values(ofTeams).reduce((all, one) => all + one, 0);
  const theirs = teams === 0 ? "" : `, ${teams} records of teams`;
  return `${job} videos, ${forgotten} ids of forgotten ones, ${cost} costs${theirs} and ${entry} keys, settings and the like`;
}
