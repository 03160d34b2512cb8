import type { EpochMs } from "../clock.ts";
import { boundsOf, monthOf } from "../period.ts";
import type { Cost } from "../personal-data.ts";
import type { ForgetBefore } from "../ports.ts";
import { accountOf, emptyAccount } from "../team/account.ts";
import { type PartOfSum, personSums } from "../team/spending.ts";
import type { Owner, Team } from "./ids.ts";
import { isOpen, type Job } from "./job.ts";
import { ledgerOf } from "./ledger.ts";

/** The cost of a job, and the team that paid (not set: the owner paid). */
export interface StoredCost extends Cost, Pick<Job, "countsAt"> {
  readonly team?: Team;
}

export function costOf(job: Job): StoredCost {
  const { id: jobId, acceptedAt, team, countsAt } = job;
  const { charged, refunded, unknown } = ledgerOf(job);
  return {
    jobId,
    acceptedAt,
    payer: team ? "team" : "mine",
    charged,
    refunded,
    unknown,
    ...(team && { team }),
    ...(countsAt && { countsAt }),
  };
}

export function hasCost(job: Job): boolean {
  const { charged, refunded, unknown } = ledgerOf(job);
  return charged !== 0 || refunded !== 0 || unknown !== 0;
}

export interface Forgettable {
  /** Null: it cannot be read. */
  readonly job: Job | null;
  /** Null: it is not closed. */
  readonly closedAt: EpochMs | null;
  /** The batch that it belongs to. Null: there is none, or it cannot be read. */
  readonly batch: Job | null;
}

/** Ids of jobs closed at `ids` or later are still needed to recognize repeated events. */
export interface ForgetHow extends Pick<ForgetBefore, "ids"> {
  /** Whether all of the person's data is deleted, including the costs of their jobs. */
  readonly isPerson: boolean;
}

/**
 * Returns what to keep of a job that is deleted now. Null: do not delete it, because it is open, or part of an open batch
 * whose card shows it. An unreadable row is deleted along with its person's data.
 */
export function judgeForget({ job, closedAt, batch }: Forgettable, { ids, isPerson }: ForgetHow) {
  const endedAt = closedAt ?? (isPerson && !job ? 0 : null);
  if (endedAt === null || (batch && isOpen(batch))) return null;
  const cost = !isPerson && job && hasCost(job) ? costOf(job) : null;
  return { endedAt, keepsId: endedAt >= ids, cost };
}

/** Returns the job's parts of its person's sums. None if it takes nothing of a team's credits. */
export function partsOfJob(job: Job): readonly PartOfSum[] {
  const account = accountOf(job);
  return account.videos > 0 ? personSums(job).map((sum) => ({ sum, account })) : [];
}

/** Returns the parts of a person's sums that an already deleted job takes. None if its owner paid. */
export function partsOfCost(owner: Owner, cost: StoredCost): readonly PartOfSum[] {
  const { charged, refunded, unknown } = cost;
  const account = { ...emptyAccount, charged, refunded, unknown, videos: 1 };
  return personSums({ ...cost, owner }).map((sum) => ({ sum, account }));
}

/** The last month that can be written with a four-digit year. */
const LATEST = Date.UTC(9999, 11);

/** Returns the first month whose sums are kept. A month's sums are deleted once its last day is past the limit. */
export function firstMonthKept(lastKept: EpochMs): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(lastKept, LATEST)));
  return begin;
}
