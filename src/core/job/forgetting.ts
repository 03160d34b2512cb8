import type { EpochMs } from "../clock.ts";
import type { Cost } from "../personal-data.ts";
import type { ForgetBefore } from "../ports.ts";
import { accountOf, emptyAccount } from "../team/account.ts";
import { type PartOfSum, personSum } from "../team/spending.ts";
import type { Owner, Team } from "./ids.ts";
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
  /** The person is forgotten, and so is what their job cost. */
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
  return { endedAt, keepsId: endedAt >= ids, cost };
}

/** Returns a job's part of its person's sum; none where it takes nothing of a team's credits. */
export function partOfJob(job: Job): readonly PartOfSum[] {
  const account = accountOf(job);
  const sum = personSum(job);
  return sum && account.videos > 0 ? [{ sum, account }] : [];
}

/** Returns the part of a person's sum that a job forgotten before takes; none where its owner paid. */
export function partOfCost(owner: Owner, { team, acceptedAt, ...cost }: StoredCost): readonly PartOfSum[] {
  const sum = team ? personSum({ team, owner, acceptedAt }) : null;
  const { charged, refunded, unknown } = cost;
  return sum ? [{ sum, account: { ...emptyAccount, charged, refunded, unknown, videos: 1 } }] : [];
}

/** No month written with four digits begins later. */
const LATEST = Date.UTC(9999, 11);

/** Returns the month before which a team's sums are forgotten: a month is forgotten once its last day is. */
export function firstMonthKept(lastKept: EpochMs): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(lastKept, LATEST)));
  return begin;
}
