import type { Row, Rows } from "../core/rows.ts";
import type { DeletedNames } from "../core/team/spending.ts";
import type { Log } from "../core/text/log-fields.ts";
import { COSTS, costIn, isForgotten, JOBS, jobIn, MONTH_KEYS, monthKeyIn, SUMS, sumIn } from "./job-rows.ts";
import { jobStore } from "./job-store.ts";
import { NOTICES, noticeIn, noticeStore } from "./notice-store.ts";
import { personalJobs } from "./personal-store.ts";
import { canBeEntry, KEYVS, rowsKeyv } from "./rows-keyv.ts";
import { ACTS_OF_TEAMS, RULES, rulesIn, teamIn, teamStore } from "./team-store.ts";

export function storesOver(rows: Rows, log: Pick<Log, "error">, names: DeletedNames) {
  const unreadable = new Set<string>();
  const once: Pick<Log, "error"> = {
    error(event, fields) {
      const row = JSON.stringify([event, fields]);
      if (!unreadable.has(row)) log.error(event, fields);
      unreadable.add(row);
    },
  };
  return {
    jobs: jobStore(rows, once, names),
    personal: personalJobs(rows, once, names),
    teams: teamStore(rows, once, names),
    notices: noticeStore(rows, once),
    ...rowsKeyv(rows),
    unreadable: () => unreadable.size,
  };
}

const KINDS: readonly (readonly [prefix: string, canRead: (row: Row) => boolean])[] = [
  [JOBS, (row) => isForgotten(row) || jobIn(row) !== null],
  [COSTS, (row) => costIn(row) !== null],
  [SUMS, (row) => sumIn(row) !== null],
  [MONTH_KEYS, (row) => monthKeyIn(row) !== null],
  [RULES, (row) => rulesIn(row) !== null],
  [ACTS_OF_TEAMS, (row) => teamIn(row) !== null],
  [NOTICES, (row) => noticeIn(row) !== null],
  [KEYVS, canBeEntry],
];

/** Rows of unknown kinds are ignored. */
export async function unreadableRows(rows: Pick<Rows, "walk">): Promise<readonly string[]> {
  const keys = new Set<string>();
  for await (const page of rows.walk("")) for (const row of page) if (!canRead(row)) keys.add(row.key);
  return [...keys].toSorted();
}

function canRead(row: Row): boolean {
  const kind = KINDS.find(([prefix]) => row.key.startsWith(prefix));
  try {
    return kind?.[1](row) ?? false;
  } catch {
    return false;
  }
}
