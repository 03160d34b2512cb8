import { z } from "zod";
import { sqliteCode } from "./connect.ts";

/**
 * Why a folder's database cannot be opened; "bad_lock" is about `reelay.lock` alone. `detail` is the reason in a few
 * words, for the operator.
 */
export interface OpenRefusal {
  readonly kind: "in_use" | "broken" | "unwritable" | "bad_lock";
  readonly detail: string;
}

/** What SQLite or the file system threw, as a refusal; null where it is a bug. */
export function refusalOf(error: unknown): OpenRefusal | null {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 5: // BUSY
    case 6: // LOCKED
      return { kind: "in_use", detail };
    case 1: // ERROR: the statements at the opening are always the same, so it is the file that does not fit them
    case 11: // CORRUPT
    case 26: // NOTADB
      return { kind: "broken", detail };
    case 3: // PERM
    case 8: // READONLY
    case 10: // IOERR
    case 13: // FULL
    case 14: // CANTOPEN
      return { kind: "unwritable", detail };
    default:
      return code === null && fileErrorCode(error) !== null ? { kind: "unwritable", detail } : null;
  }
}

const fileError = z.object({ code: z.string(), syscall: z.string() });

/** The code of what the file system threw, such as ENOENT; null where it is none of its errors. */
export function fileErrorCode(error: unknown): string | null {
  const parsed = fileError.safeParse(error);
  return parsed.success ? parsed.data.code : null;
}
