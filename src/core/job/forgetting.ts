import type { EpochMs } from "../clock.ts";
import type { Cost } from "../personal-data.ts";
import type { ForgetBefore } from "../ports.ts";
import { accountOf, emptyAccount } from "../team/account.ts";
import { type Booking, bookingsWithout } from "../team/spending.ts";
import { ownerName, type Team } from "./ids.ts";
import { isOpen, type Job } from "./job.ts";
import { boundsOf, ledgerOf, monthOf } from "./ledger.ts";

/** The cost of a job, with the team that paid for it; absent: its owner paid. */
export interface StoredCost extends Cost {
  readonly team?: Team;
}

export function costOf(job: Job): StoredCost {
  const { id: jobId, acceptedAt, team } = job;
  const { charged, refunded, unknown } = ledgerOf(job);
  return { jobId, acceptedAt, payer: team ? "team" : "mine", charged, refunded, unknown, ...(team && { team }) };
}

export function hasCost(job: Job): boolean {
  const { charged, refunded, unknown } = ledgerOf(job);
  return charged !== 0 || refunded !== 0 || unknown !== 0;
}

/** A stored job that may be forgotten. */
export interface Forgettable {
  /** null: it cannot be read. */
  readonly job: Job | null;
  /** null: it is not closed. */
  readonly closedAt: EpochMs | null;
  /** The batch that it is a part of; null: there is none, or none that can be read. */
  readonly batch: Job | null;
}

/** Ids of jobs closed at `ids` or later are still needed, so that a repeated event is recognised. */
export interface ForgetHow extends Pick<ForgetBefore, "ids"> {
  /** The person is forgotten: no cost remains, and what a team paid for is moved to a deleted person. */
  readonly isPerson: boolean;
}

/**
 * Returns what remains of a job that is forgotten now; null: it stays. An open job stays, and so does a part as long as its
 * batch is open, because that batch's card shows it. A row that cannot be read goes with its person.
 */
export function judgeForget({ job, closedAt, batch }: Forgettable, { ids, isPerson }: ForgetHow) {
  const endedAt = closedAt ?? (isPerson && !job ? 0 : null);
  if (endedAt === null || (batch && isOpen(batch))) return null;
  const cost = !isPerson && job && hasCost(job) ? costOf(job) : null;
  const moved = isPerson && job ? bookingsWithoutOwner(job) : [];
  return { endedAt, keepsId: endedAt >= ids, cost, moved };
}

/** Returns the bookings that move a job's part of its team's month to a deleted person. */
export function bookingsWithoutOwner(job: Job): readonly Booking[] {
  if (!job.team) return [];
  return bookingsWithout(ownerName(job.owner), job.team, monthOf(job.acceptedAt), accountOf(job));
}

/** Returns the bookings that move the cost of a job forgotten before, one of that person's, to a deleted person. */
export function bookingsWithoutCost(person: string, { team, acceptedAt, ...cost }: StoredCost): readonly Booking[] {
  if (!team) return [];
  const { charged, refunded, unknown } = cost;
  return bookingsWithout(person, team, monthOf(acceptedAt), { ...emptyAccount, charged, refunded, unknown, videos: 1 });
}

/** No month written with four digits begins later. */
const LATEST = Date.UTC(9999, 11);

/** Returns the month before which a team's sums are forgotten: a month is forgotten once its last day is. */
export function firstMonthKept({ ledger }: Pick<ForgetBefore, "ledger">): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(ledger, LATEST)));
  return begin;
}
