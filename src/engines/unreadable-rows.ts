import type { Row, Rows } from "../core/rows.ts";
import { NOTICES, noticeIn } from "./notice-store.ts";
import { canBeEntry, KEYVS } from "./rows-keyv.ts";
import { COSTS, costIn, JOBS, jobIn, SUMS, sumIn } from "./stored-jobs.ts";
import { ACTS_OF_TEAMS, RULES, rulesIn, teamIn } from "./team-store.ts";

/** Every kind of row, by how its keys begin. Throws, or is false, where one cannot be read. */
const KINDS: readonly (readonly [prefix: string, canRead: (row: Row) => boolean])[] = [
  [JOBS, (row) => jobIn(row) !== "unreadable"],
  [COSTS, (row) => costIn(row) !== null],
  [SUMS, (row) => sumIn(row) !== null],
  [RULES, (row) => rulesIn(row) !== null],
  [ACTS_OF_TEAMS, (row) => teamIn(row) !== null],
  [NOTICES, (row) => noticeIn(row) !== null],
  [KEYVS, canBeEntry],
];

/** The keys of all rows that cannot be read; every row is read for it. One of no known kind is none that Reelay reads. */
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
