import { join, resolve } from "node:path";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import { type BackupRefusal, backUp } from "../../engines/back-up.ts";

/** At most this many records that cannot be read are named. */
const NAMED_MOST = 10;

/** Copies the database of that folder into a new file, while its bot runs or not; either way one sentence for the operator. */
export async function backUpStorage(
  { dir, hasSecretKeys }: { readonly dir: string; readonly hasSecretKeys: boolean },
  name: string,
): Promise<Result<string, string>> {
  const file = resolve(name);
  const copied = await backUp(dir, file);
  if (!copied.ok) return refuse(sentence(dir, file, copied.refusal));
  const keys = join(dir, "secret.keys");
  const beside = hasSecretKeys
    ? "Keep your SECRET_KEYS as well: without them the API keys in it cannot be read."
    : `Copy ${keys} beside it: without that file the API keys in it cannot be read.`;
  const { sizeBytes, unreadable } = copied.value;
  const damage =
    unreadable.length === 0
      ? ""
      : ` ${unreadable.length} records in it cannot be read: ${unreadable.slice(0, NAMED_MOST).join(", ")}. Keep an older backup, too.`;
  return ok(`The backup is ${file} (${sizeText(sizeBytes)}). ${beside}${damage}`);
}

function sentence(dir: string, file: string, { kind, detail }: BackupRefusal): string {
  switch (kind) {
    case "no_database":
      return `There is no database in DATA_DIR ${dir}. Set DATA_DIR to the folder of the bot to back up.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}) and was not backed up. Keep the backups you have.`;
    case "busy":
      return `The database in DATA_DIR ${dir} is busy (${detail}). Try again in a moment.`;
    case "unreadable":
      return `The database in DATA_DIR ${dir} cannot be read (${detail}). Run this as the user that runs the bot.`;
    case "exists":
      return `${file} already exists and was not changed. Choose a new file.`;
    case "no_folder":
      return `The folder of ${file} does not exist. Create it, or choose a file elsewhere.`;
    case "unwritable":
      return `${file} cannot be written (${detail}). Choose a file that this user may write.`;
    case "full":
      return `There is not enough space for ${file}. Free some, or choose a file on another disk.`;
    default:
      return unreachable(kind);
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
