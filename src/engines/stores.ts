import type { Log } from "../core/ports.ts";
import type { Rows } from "../core/rows.ts";
import { jobStore } from "./job-store.ts";
import { noticeStore } from "./notice-store.ts";
import { personalJobs } from "./personal-store.ts";
import { rowsKeyv } from "./rows-keyv.ts";
import { teamStore } from "./team-store.ts";

/** All stores over these rows. They log an error for a row that cannot be read, and for nothing else: here once for each, whichever of them meets it first. */
export function storesOver(rows: Rows, log: Pick<Log, "error">) {
  const unreadable = new Set<string>();
  const once: Pick<Log, "error"> = {
    error(event, fields) {
      const row = JSON.stringify([event, fields]);
      if (!unreadable.has(row)) log.error(event, fields);
      unreadable.add(row);
    },
  };
  return {
    jobs: jobStore(rows, once),
    personal: personalJobs(rows, once),
    teams: teamStore(rows, once),
    notices: noticeStore(rows, once),
    ...rowsKeyv(rows),
    /** How many rows could not be read so far. */
    unreadable: () => unreadable.size,
  };
}
