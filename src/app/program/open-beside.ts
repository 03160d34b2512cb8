import { type Result, refuse, unreachable } from "../../core/result.ts";
import { type BesideRefusal, openRowsBeside, type RowsBeside } from "../../engines/sqlite-folder.ts";
import { whereInstalled } from "../open-engine.ts";
import { redisSentence } from "./redis-sentence.ts";

/** The place where everything is stored: in the Redis at that address, else in the folder. */
export interface StoragePlace {
  readonly dir: string;
  readonly redisUrl: string | null;
}

/** `isMissing`: there is no database yet. */
interface Refused {
  readonly sentence: string;
  readonly isMissing: boolean;
}

/** Opens the rows that are stored there, for a program of that name, whether or not a bot runs. */
export async function openBeside(
  { dir, redisUrl }: StoragePlace,
  program: string,
): Promise<Result<RowsBeside, Refused>> {
  if (redisUrl === null) {
    const rows = await openRowsBeside(dir);
    if (rows.ok) return rows;
    return refuse({ sentence: folderSentence(dir, rows.refusal), isMissing: rows.refusal.kind === "no_database" });
  }
  const loaded = await whereInstalled(() => import("../../engines/distributed.ts"));
  const rows = loaded.ok ? await loaded.value.openRowsBeside(redisUrl, program) : loaded;
  return rows.ok ? rows : refuse({ sentence: redisSentence(rows.refusal), isMissing: false });
}

/** Says why a program beside the bot cannot use the database in that folder, and what to do. */
export function folderSentence(dir: string, { kind, detail }: BesideRefusal): string {
  switch (kind) {
    case "no_database":
      return `There is no database in DATA_DIR ${dir}. Set DATA_DIR to the folder that the bot uses.`;
    case "other_version":
      return `The database in DATA_DIR ${dir} is of another version of Reelay. Run this with the version that the bot has.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}). Nothing was changed.`;
    case "in_use":
      return `The database in DATA_DIR ${dir} is busy (${detail}). Try again in a moment.`;
    case "bad_lock":
    case "unwritable":
      return `The database in DATA_DIR ${dir} cannot be written (${detail}). Run this as the user that runs the bot.`;
    default:
      return unreachable(kind);
  }
}
