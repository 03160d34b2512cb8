import { ok, type Result, refuse } from "../../core/result.ts";
import { unreadableRows } from "../../engines/stores.ts";
import { openBeside, type StoragePlace } from "../program/open-beside.ts";
import type { DoctorDeps, Verdict } from "./check.ts";

/** Rows that are named in one line. */
const NAMED_MOST = 5;

/** Whether everything that is stored can be read; null where nothing is stored yet. */
export async function lookAtRows({ config, findUnreadable }: DoctorDeps): Promise<Verdict | null> {
  const found = await findUnreadable({ dir: config.DATA_DIR, redisUrl: config.REDIS_URL ?? null });
  if (!found.ok) return refuse(found.refusal);
  if (found.value === null) return null;
  const { length: count } = found.value;
  if (count === 0) return ok("all of it can be read");
  const named = found.value.slice(0, NAMED_MOST).join(", ");
  const more = count > NAMED_MOST ? ` and ${count - NAMED_MOST} more` : "";
  return refuse(
    `${count === 1 ? "One row" : `${count} rows`} cannot be read, and ${count === 1 ? "is" : "are"} left alone: ${named}${more}. Everything else goes on. If they matter, restore a backup.`,
  );
}

/** The keys of the rows there that cannot be read; null where there is no database yet. */
export async function findUnreadable(place: StoragePlace): Promise<Result<readonly string[] | null, string>> {
  const opened = await openBeside(place, "doctor");
  // Of a Redis that cannot be used another check says so.
  if (!opened.ok && (opened.refusal.isMissing || place.redisUrl !== null)) return ok(null);
  if (!opened.ok) return refuse(opened.refusal.sentence);
  try {
    return ok(await unreadableRows(opened.value));
  } finally {
    await opened.value.close();
  }
}
