import type { EpochMs } from "../clock.ts";
import { boundsOf, monthOf } from "../period.ts";
import type { Cost } from "../personal-data.ts";
import type { ForgetBefore } from "../ports.ts";
import { accountOf, emptyAccount } from "../team/account.ts";
import { type PartOfSum, personSums } from "../team/spending.ts";
import type { Owner, Team } from "./ids.ts";
import { isOpen, type Job } from "./job.ts";
import { ledgerOf } from "./ledger.ts";

/** The cost of a job, with the team that paid for it (absent: its owner paid), and `countsAt` as the job has it. */
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

/** Returns a job's parts of its person's sums; none where it takes nothing of a team's credits. */
export function partsOfJob(job: Job): readonly PartOfSum[] {
  const account = accountOf(job);
  return account.videos > 0 ? personSums(job).map((sum) => ({ sum, account })) : [];
}

/** Returns the parts of a person's sums that a job forgotten before takes; none where its owner paid. */
export function partsOfCost(owner: Owner, cost: StoredCost): readonly PartOfSum[] {
  const { charged, refunded, unknown } = cost;
  const account = { ...emptyAccount, charged, refunded, unknown, videos: 1 };
  return personSums({ ...cost, owner }).map((sum) => ({ sum, account }));
}

/** No month written with four digits begins later. */
const LATEST = Date.UTC(9999, 11);

/** Returns the month before which a team's sums are forgotten: a month is forgotten once its last day is. */
export function firstMonthKept(lastKept: EpochMs): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(lastKept, LATEST)));
  return begin;
}
