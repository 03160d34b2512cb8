import { type JobId, type Owner, ownerFromName, ownerName } from "../core/job/ids.ts";
import type { OwnSettlement } from "../core/personal-data.ts";
import { emptyAccount } from "../core/team/account.ts";
import { PERHAPS_LISTED, type Perhaps, type Settled, type Settlement } from "../core/team/perhaps.ts";
import type { TeamRow } from "./team-row.ts";

/** In the place of a manager who has deleted what is kept about them. */
export const GONE = "#";

const CORRECTION = "settled-";
/** A person's own file tells at most this many, the newest. */
export const SETTLEMENTS_TOLD = 1_000;

/** The id of the row that corrects that job's: there is one at most. */
export function correctionId(id: JobId): string {
  return `${CORRECTION}${id}`;
}

/** A damaged correction cannot be made anew: it counts for nothing, and its job is to be settled once more. */
export function isCorrection(id: string): boolean {
  return id.startsWith(CORRECTION);
}

/** The row that settles that one. */
export function correctionOf(row: TeamRow, settler: Owner, { isCharged, at }: Omit<Settlement, "by">): TeamRow {
  const { unknown } = row.account;
  return {
    ...row,
    id: correctionId(row.id),
    account: { ...emptyAccount, charged: isCharged ? unknown : 0, unknown: -unknown },
    settled: { by: ownerName(settler), at },
  };
}

/** What a correction says: to the manager who made it, and to one who comes later. */
export function settledBy({ account, settled }: TeamRow, isFirst: boolean): Settled {
  const by = ownerFromName(settled?.by ?? GONE)?.userId ?? null;
  const said = { credits: -account.unknown, isCharged: account.charged > 0, at: settled?.at ?? 0 };
  return isFirst && by !== null ? { kind: "settled", by, ...said } : { kind: "already", by, ...said };
}

/** What that person settled, newest first. */
export function settlementsIn(rows: readonly TeamRow[], person: string): readonly OwnSettlement[] {
  return rows
    .flatMap(({ id, account, settled }) => {
      if (settled?.by !== person) return [];
      const jobId = id.slice(CORRECTION.length);
      return [{ jobId, at: settled.at, isCharged: account.charged > 0, credits: -account.unknown }];
    })
    .sort((one, other) => other.at - one.at)
    .slice(0, SETTLEMENTS_TOLD);
}

/** What is in doubt in these rows of a month. */
export function perhapsIn(rows: readonly TeamRow[]): readonly Perhaps[] {
  const corrected = new Set(rows.map(({ id }) => id).filter(isCorrection));
  return rows
    .filter(({ id, account }) => account.unknown > 0 && !corrected.has(correctionId(id)))
    .sort((one, other) => other.acceptedAt - one.acceptedAt || (one.id < other.id ? -1 : 1))
    .slice(0, PERHAPS_LISTED)
    .map(({ id: jobId, person, account, acceptedAt }) => {
      const userId = ownerFromName(person)?.userId ?? null;
      return { jobId, userId, credits: account.unknown, acceptedAt };
    });
}

/** A row without somebody who has gone; `mark` takes their place as its person. */
export function withoutPerson(row: TeamRow, person: string, mark: () => string): TeamRow {
  const marked = row.person === person ? { ...row, channel: "", person: mark() } : row;
  return row.settled?.by === person ? { ...marked, settled: { ...row.settled, by: GONE } } : marked;
}
