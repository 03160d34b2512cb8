import type { EpochMs } from "../clock.ts";
import { type Owner, ownerName, type Team, teamName } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import { type Period, periodOf } from "../period.ts";
import { accountOf, capPassed, emptyAccount, type TakenIn, type TeamAccount } from "./account.ts";
import type { TeamRefusal, TeamRules } from "./rules.ts";

/** A team's rules, and what the team and one person spent of its credits in a day and in a month. */
export interface TeamSpending {
  /** Null: nobody has set rules. */
  readonly rules: TeamRules | null;
  readonly taken: TakenIn;
}

/** Returns why the team does not pay for the job; null: it pays. */
export function teamRefusal({ rules, taken }: TeamSpending, job: Job): TeamRefusal | null {
  return rules === null ? "no_rules" : capPassed(rules, taken, job);
}

/** Used in place of a person's name for the whole team. */
export const EVERYBODY = "all";

/**
 * Identifies a team's spending in a day or a month. `person` is an `ownerName`, `EVERYBODY`, or a name from `DeletedNames`
 * for somebody who deleted their data.
 */
export interface SpendingOf {
  readonly team: string;
  /** The UTC day (`2026-11-28`) or month (`2026-11`) in which the jobs count: see `countedAt`. */
  readonly period: string;
  readonly person: string;
}

/**
 * Makes names for people who deleted their data, so that their past spending still counts against their own cap. A name is a
 * hash under a key of the month, which is stored encrypted. After that key is deleted, nobody can tell whose spending it
 * was.
 */
export interface DeletedNames {
  /** Returns a new random key for the names of that month, encrypted. */
  newKey(month: string): string;
  /** Returns whether that month's encrypted key can be decrypted. */
  opens(month: string, sealed: string): boolean;
  /** Returns the name that replaces the person of that sum. Throws if the month's key cannot be decrypted. */
  nameOf(sum: SpendingOf, sealed: string): string;
}

const DELETED = "deleted:";

/** Returns the name of a deleted person with that hash. It never equals an `ownerName`. */
export function deletedName(hash: string): string {
  return `${DELETED}${hash}`;
}

export function isDeletedName(person: string): boolean {
  return person.startsWith(DELETED);
}

/** Subtracts `before` from a sum and adds `after`. */
export interface Booking extends SpendingOf {
  readonly before: TeamAccount;
  readonly after: TeamAccount;
}

type Counted = Pick<Job, "team" | "owner" | "acceptedAt" | "countsAt">;

/** Returns when a job counts: at its approval, else at its acceptance. */
export function countedAt({ acceptedAt, countsAt }: Pick<Job, "acceptedAt" | "countsAt">): EpochMs {
  return countsAt ?? acceptedAt;
}

/** Identifies one person's sums in a team, for the day and the month of that time. */
export function sumsAt(owner: Owner, team: Team, at: EpochMs): Readonly<Record<Period, SpendingOf>> {
  const whose = { team: teamName(team), person: ownerName(owner) };
  return { day: { ...whose, period: periodOf("day", at) }, month: { ...whose, period: periodOf("month", at) } };
}

/** Returns the person's sums that include the job, by day and month. None if the owner pays. */
export function personSums(job: Counted): readonly SpendingOf[] {
  return job.team ? Object.values(sumsAt(job.owner, job.team, countedAt(job))) : [];
}

/** Returns all sums that include the job. None if the owner pays. */
export function countsIn(job: Counted): readonly SpendingOf[] {
  return personSums(job).flatMap((person) => [{ ...person, person: EVERYBODY }, person]);
}

/** Returns the bookings needed when a job that took `before` becomes `job`. */
export function bookingsOf(before: TeamAccount, job: Job): readonly Booking[] {
  const after = accountOf(job);
  return areSame(before, after) ? [] : countsIn(job).map((sum) => ({ ...sum, before, after }));
}

/** A part of one person's sum, such as the cost of a job. */
export interface PartOfSum {
  readonly sum: SpendingOf;
  readonly account: TeamAccount;
}

/** Returns the bookings that move these parts from people's sums to the replacement sums. */
export function bookingsTo(
  deletedSum: (sum: SpendingOf) => SpendingOf,
  parts: readonly PartOfSum[],
): readonly Booking[] {
  return parts.flatMap(({ sum, account }) => [
    { ...sum, before: account, after: emptyAccount },
    { ...deletedSum(sum), before: emptyAccount, after: account },
  ]);
}

/**
 * Returns the sum after a booking; null: nothing is left. If there was no sum, it was deleted with its month, so `before` is
 * not subtracted.
 */
export function booked(sum: TeamAccount | null, { before, after }: Pick<Booking, "before" | "after">) {
  const next = sum === null ? after : combined(combined(sum, before, -1), after, 1);
  return areSame(next, emptyAccount) ? null : next;
}

/** Applies all bookings, and returns each changed sum once. A null account: nothing is left in it. */
export function bookAll(bookings: readonly Booking[], accountOfSum: (sum: SpendingOf) => TeamAccount | null) {
  const sums = new Map<string, { readonly sum: SpendingOf; readonly account: TeamAccount | null }>();
  for (const booking of bookings) {
    const name = JSON.stringify([booking.team, booking.period, booking.person]);
    const earlier = sums.get(name);
    const account = earlier ? earlier.account : accountOfSum(booking);
    sums.set(name, { sum: booking, account: booked(account, booking) });
  }
  return [...sums.values()];
}

export function bothAccounts(one: TeamAccount, other: TeamAccount): TeamAccount {
  return combined(one, other, 1);
}

/** Rounds to a millionth of a credit, because floating-point errors add up. */
function combined(sum: TeamAccount, other: TeamAccount, sign: 1 | -1): TeamAccount {
  const add = (one: number, more: number) => Math.round((one + sign * more) * 1e6) / 1e6;
  return {
    held: add(sum.held, other.held),
    charged: add(sum.charged, other.charged),
    refunded: add(sum.refunded, other.refunded),
    unknown: add(sum.unknown, other.unknown),
    videos: sum.videos + sign * other.videos,
  };
}

function areSame(one: TeamAccount, other: TeamAccount): boolean {
  return (["held", "charged", "refunded", "unknown", "videos"] as const).every((part) => one[part] === other[part]);
}
