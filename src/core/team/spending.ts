import { ownerName, type Team, teamName } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import { monthOf } from "../job/ledger.ts";
import { accountOf, capPassed, emptyAccount, type TeamAccount } from "./account.ts";
import type { TeamRefusal, TeamRules } from "./rules.ts";

/** A team's rules, and what it and one person have spent of its credits in a month. */
export interface TeamSpending {
  /** null: nobody has set any rules. */
  readonly rules: TeamRules | null;
  readonly team: TeamAccount;
  readonly person: TeamAccount;
}

/** Returns why the team does not pay for the job; null: it does. */
export function teamRefusal({ rules, team, person }: TeamSpending, job: Job): TeamRefusal | null {
  return rules === null ? "no_rules" : capPassed(rules, { team, person }, job);
}

/** This name instead of a person's means all of a team's people. */
export const EVERYBODY = "all";
/** This name instead of a person's means somebody who has deleted what is stored about them. */
const DELETED_PERSON = "deleted person";

/** Names the spending of a team's jobs of one month: that of one person (an `ownerName`), `EVERYBODY`'s, or a `DELETED_PERSON`'s. */
export interface SpendingOf {
  readonly team: string;
  /** The month of acceptance, in UTC: `2026-11`. */
  readonly month: string;
  readonly person: string;
}

/** A booking takes `before` from one sum and adds `after`. */
export interface Booking extends SpendingOf {
  readonly before: TeamAccount;
  readonly after: TeamAccount;
}

/** Returns the sums that a job counts in; none if its owner pays. */
export function countsIn({ team, owner, acceptedAt }: Pick<Job, "team" | "owner" | "acceptedAt">): SpendingOf[] {
  if (!team) return [];
  const shared = { team: teamName(team), month: monthOf(acceptedAt) };
  return [EVERYBODY, ownerName(owner)].map((person) => ({ ...shared, person }));
}

/** Returns the bookings when a job that took `before` becomes `job`. */
export function bookingsOf(before: TeamAccount, job: Job): readonly Booking[] {
  const after = accountOf(job);
  return areSame(before, after) ? [] : countsIn(job).map((sum) => ({ ...sum, before, after }));
}

/** Returns the bookings that move a person's part of a team's month to a deleted person. */
export function bookingsWithout(person: string, team: Team, month: string, account: TeamAccount): readonly Booking[] {
  const shared = { team: teamName(team), month };
  return [
    { ...shared, person, before: account, after: emptyAccount },
    { ...shared, person: DELETED_PERSON, before: emptyAccount, after: account },
  ];
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
    const name = JSON.stringify([booking.team, booking.month, booking.person]);
    const earlier = sums.get(name);
    const account = earlier ? earlier.account : accountOfSum(booking);
    sums.set(name, { sum: booking, account: booked(account, booking) });
  }
  return [...sums.values()];
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
