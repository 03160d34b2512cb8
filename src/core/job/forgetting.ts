import type { EpochMs } from "../clock.ts";
import { boundsOf, monthOf } from "../period.ts";
import type { Cost } from "../personal-data.ts";
import { type PartOfSum, personSums } from "../team/spending.ts";
import { noUsage, usageOf } from "../team/usage.ts";
import type { Owner, Team } from "./ids.ts";
import { isOpen, type Job } from "./job.ts";
import type { ForgetBefore } from "./job-storage.ts";
import { ledgerOf } from "./ledger.ts";

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
  readonly job: Job | null;
  readonly closedAt: EpochMs | null;
  /** The batch that the job is part of, if that can be read. */
  readonly batch: Job | null;
}

export interface ForgetHow extends Pick<ForgetBefore, "ids"> {
  readonly isPerson: boolean;
}

/** Null: keep the job, because it or its batch is open. Deleting a person's data also deletes unreadable rows. */
export function judgeForget({ job, closedAt, batch }: Forgettable, { ids, isPerson }: ForgetHow) {
  const endedAt = closedAt ?? (isPerson && !job ? 0 : null);
  if (endedAt === null || (batch && isOpen(batch))) return null;
  const cost = !isPerson && job && hasCost(job) ? costOf(job) : null;
  return { endedAt, keepsId: endedAt >= ids, cost };
}

export function partsOfJob(job: Job): readonly PartOfSum[] {
  const usage = usageOf(job);
  return usage.videos > 0 ? personSums(job).map((sum) => ({ sum, usage })) : [];
}

export function partsOfCost(owner: Owner, cost: StoredCost): readonly PartOfSum[] {
  const { charged, refunded, unknown } = cost;
  const usage = { ...noUsage, charged, refunded, unknown, videos: 1 };
  return personSums({ ...cost, owner }).map((sum) => ({ sum, usage }));
}

/** The last month with a four-digit year. */
const LATEST = Date.UTC(9999, 11);

/** A month's sums are deleted once its last day is past the limit. */
export function firstMonthKept(lastKept: EpochMs): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(lastKept, LATEST)));
  return begin;
}
