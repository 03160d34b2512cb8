import { createHmac, randomBytes } from "node:crypto";
import type { EpochMs } from "../core/clock.ts";
import { memberOf, ownerFromName, ownerName, type Team, teamName, type UserId } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import { monthOf } from "../core/job/ledger.ts";
import { accountOf, addAccounts, emptyAccount, type TeamAccount } from "../core/team/account.ts";
import type { TeamMonth } from "../core/team/team-store.ts";

/** A team's row of the ledger: what one job takes of its credits. It outlives the job. */
export interface TeamRow {
  /** The job's. */
  readonly id: string;
  /** By its `teamName`. */
  readonly team: string;
  /** That of acceptance, in UTC: `2026-11`. */
  readonly month: string;
  readonly acceptedAt: EpochMs;
  /** Its owner's `ownerName`; a mark in the place of somebody who has deleted what is kept about them. */
  readonly person: string;
  /** Where it was asked for; empty beside a mark. */
  readonly channel: string;
  readonly account: TeamAccount;
}

/** Whether there is nothing left in a sum. */
export function isNothing({ held, charged, refunded, unknown, videos }: TeamAccount): boolean {
  return [held, charged, refunded, unknown, videos].every((part) => part === 0);
}

/** What a job's row says; null where it takes nothing of a team's, or no team pays for it. */
export function teamRowOf(job: Job): TeamRow | null {
  if (!job.team) return null;
  const row = rowOf(job, job.team);
  return row.account.videos === 0 ? null : row;
}

/** The same also where the job takes nothing. */
export function rowOf(job: Job, team: Team): TeamRow {
  return {
    id: job.id,
    team: teamName(team),
    month: monthOf(job.acceptedAt),
    acceptedAt: job.acceptedAt,
    person: ownerName(job.owner),
    channel: job.reply.channelId,
    account: accountOf(job),
  };
}

/** Sums of fractions drift: they are kept to a millionth of a credit. */
function rounded(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

/** The sum with one more row, or with one less. */
export function withRow(sum: TeamAccount, row: TeamAccount, sign: 1 | -1): TeamAccount {
  return {
    held: rounded(sum.held + sign * row.held),
    charged: rounded(sum.charged + sign * row.charged),
    refunded: rounded(sum.refunded + sign * row.refunded),
    unknown: rounded(sum.unknown + sign * row.unknown),
    videos: sum.videos + sign * row.videos,
  };
}

export function areSameAccounts(one: TeamAccount, other: TeamAccount): boolean {
  return (["held", "charged", "refunded", "unknown", "videos"] as const).every((part) => one[part] === other[part]);
}

/** Stands for a manager who has deleted what is kept about them. */
export const GONE = "#";

/** In the place of a person: all of a team's people. */
export const EVERYBODY = "all";

/** The sums of these rows, by person and of everybody. */
export function sumsOf(rows: Iterable<TeamRow>): ReadonlyMap<string, TeamAccount> {
  const sums = new Map<string, TeamAccount>();
  for (const { person, account } of rows)
    for (const name of [EVERYBODY, person]) sums.set(name, withRow(sums.get(name) ?? emptyAccount, account, 1));
  return sums;
}

/** The sums of a month as people are told of them; of those who have gone only the whole tells. */
export function monthIn(sums: ReadonlyMap<string, TeamAccount>): TeamMonth {
  const people = new Map<UserId, TeamAccount>();
  for (const [name, account] of sums) {
    const person = ownerFromName(name);
    if (person) people.set(person.userId, account);
  }
  return { all: sums.get(EVERYBODY) ?? emptyAccount, people };
}

/** One person's part of a month: what stands under their name, and what stands under their mark. */
export function partIn(sums: ReadonlyMap<string, TeamAccount>, names: readonly string[]) {
  const parts = names.map((name) => sums.get(name) ?? emptyAccount);
  return { all: sums.get(EVERYBODY) ?? emptyAccount, person: parts.reduce(addAccounts, emptyAccount) };
}

/** The names under which a person's part of a month may stand; `secret`: that month's, null where nobody has gone in it. */
export function namesOf(team: Team, userId: UserId, secret: string | null): readonly string[] {
  const name = ownerName(memberOf(team, userId));
  return secret === null ? [name] : [name, markOf(secret, teamName(team), name)];
}

/**
 * What stands in the place of a person who has gone: by it the caps still find their part of the month. When the month's
 * secret is forgotten, nobody can tell whose it was.
 */
export function markOf(secret: string, team: string, person: string): string {
  return `#${createHmac("sha256", secret).update(`${team} ${person}`).digest("hex").slice(0, 32)}`;
}

export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** A row without its person, for whom the mark stands from now on. */
export function withoutPerson(row: TeamRow, mark: string): TeamRow {
  return { ...row, channel: "", person: mark };
}
