import type { EpochMs } from "../clock.ts";
import { type Owner, ownerName, type Team, teamName } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import { type Period, periodOf } from "../period.ts";
import { accountOf, capPassed, emptyAccount, type TakenIn, type TeamAccount } from "./account.ts";
import type { TeamRefusal, TeamRules } from "./rules.ts";

/** A team's rules, and what it and one person have spent of its credits in a day and in a month. */
export interface TeamSpending {
  /** null: nobody has set any rules. */
  readonly rules: TeamRules | null;
  readonly taken: TakenIn;
}

/** Returns why the team does not pay for the job; null: it does. */
export function teamRefusal({ rules, taken }: TeamSpending, job: Job): TeamRefusal | null {
  return rules === null ? "no_rules" : capPassed(rules, taken, job);
}

/** This name instead of a person's means all of a team's people. */
export const EVERYBODY = "all";

/**
 * Names the spending of a team's jobs of one day or month: that of one person (an `ownerName`), `EVERYBODY`'s, or that of a person who
 * has deleted their data, whose name `DeletedNames` makes.
 */
export interface SpendingOf {
  readonly team: string;
  /** The day (`2026-11-28`) or the month (`2026-11`), in UTC, in which its jobs count: see `countedAt`. */
  readonly period: string;
  readonly person: string;
}

/**
 * Makes names for people who have deleted their data, so that what they spent still counts against their own cap. A name is a
 * hash under a key of the month, which is stored sealed. Once that key is deleted, nobody can tell whose a sum was.
 */
export interface DeletedNames {
  /** Returns a new random key for the names of that month, sealed. */
  newKey(month: string): string;
  /** Returns whether that month's sealed key can be opened. */
  opens(month: string, sealed: string): boolean;
  /** Returns the name that replaces the person of that sum. Throws where the sealed key of its month cannot be opened. */
  nameOf(sum: SpendingOf, sealed: string): string;
}

const DELETED = "deleted:";

/** Returns the name of a deleted person with that hash: it is no `ownerName`. */
export function deletedName(hash: string): string {
  return `${DELETED}${hash}`;
}

export function isDeletedName(person: string): boolean {
  return person.startsWith(DELETED);
}

/** A booking takes `before` from one sum and adds `after`. */
export interface Booking extends SpendingOf {
  readonly before: TeamAccount;
  readonly after: TeamAccount;
}

type Counted = Pick<Job, "team" | "owner" | "acceptedAt" | "countsAt">;

/** Returns the time whose day and month a job counts in: that of its approval, else that of its acceptance. */
export function countedAt({ acceptedAt, countsAt }: Pick<Job, "acceptedAt" | "countsAt">): EpochMs {
  return countsAt ?? acceptedAt;
}

/** Names the sums of one person in a team, of the day and the month of that time. */
export function sumsAt(owner: Owner, team: Team, at: EpochMs): Readonly<Record<Period, SpendingOf>> {
  const whose = { team: teamName(team), person: ownerName(owner) };
  return { day: { ...whose, period: periodOf("day", at) }, month: { ...whose, period: periodOf("month", at) } };
}

/** Returns the sums of the job's person, of its day and of its month; none if its owner pays. */
export function personSums(job: Counted): readonly SpendingOf[] {
  return job.team ? Object.values(sumsAt(job.owner, job.team, countedAt(job))) : [];
}

/** Returns the sums that a job counts in; none if its owner pays. */
export function countsIn(job: Counted): readonly SpendingOf[] {
  return personSums(job).flatMap((person) => [{ ...person, person: EVERYBODY }, person]);
}

/** Returns the bookings when a job that took `before` becomes `job`. */
export function bookingsOf(before: TeamAccount, job: Job): readonly Booking[] {
  const after = accountOf(job);
  return areSame(before, after) ? [] : countsIn(job).map((sum) => ({ ...sum, before, after }));
}

/** A part of a sum of one person, such as what one of their jobs takes. */
export interface PartOfSum {
  readonly sum: SpendingOf;
  readonly account: TeamAccount;
}

/** Returns the bookings that move these parts of people's sums to the sums that replace them. */
export function bookingsTo(
  deletedSum: (sum: SpendingOf) => SpendingOf,
  parts: readonly PartOfSum[],
): readonly Booking[] {
  return parts.flatMap(({ sum, account }) => [
    { ...sum, before: account, after: emptyAccount },
    { ...deletedSum(sum), before: emptyAccount, after: account },
  ]);
}

/** Returns the sum after a booking; null: nothing is left in it. If there is no sum, what is taken away was forgotten with its month. */
export function booked(sum: TeamAccount | null, { before, after }: Pick<Booking, "before" | "after">) {
  const next = sum === null ? after : combined(combined(sum, before, -1), after, 1);
  return areSame(next, emptyAccount) ? null : next;
}

/** Makes all these bookings, and returns each sum that they change as it is then; an account of null: nothing is left in it. */
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

/** Adds two accounts up. */
export function bothAccounts(one: TeamAccount, other: TeamAccount): TeamAccount {
  return combined(one, other, 1);
}

/** Rounds to a millionth of a credit, because sums of fractions drift. */
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
