import type { EpochMs } from "../clock.ts";
import { type Owner, ownerName, type Team, teamName } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import { type Period, periodOf } from "../period.ts";
import type { TeamRefusal, TeamRules } from "./rules.ts";
import { capPassed, noUsage, type TakenIn, type TeamUsage, usageOf } from "./usage.ts";

export interface TeamSpending {
  readonly rules: TeamRules | null;
  readonly taken: TakenIn;
}

export function teamRefusal({ rules, taken }: TeamSpending, job: Job): TeamRefusal | null {
  return rules === null ? "no_rules" : capPassed(rules, taken, job);
}

/** Stands for the whole team in place of a person's name. */
export const EVERYBODY = "all";

/** `person`: an `ownerName`, `EVERYBODY`, or a name from `DeletedNames`. */
export interface SpendingOf {
  readonly team: string;
  /** The UTC day (`2026-11-28`) or month (`2026-11`), see `countedAt`. */
  readonly period: string;
  readonly person: string;
}

/**
 * Deleted people's spending still counts against their own cap, under a hash keyed with a random key for that month. Once
 * that key is deleted, nobody can find out whose spending it was.
 */
export interface DeletedNames {
  /** Random and encrypted. */
  newKey(month: string): string;
  opens(month: string, sealed: string): boolean;
  /** Throws if the month's key cannot be decrypted. */
  nameOf(sum: SpendingOf, sealed: string): string;
}

const DELETED = "deleted:";

/** Never equals an `ownerName`. */
export function deletedName(hash: string): string {
  return `${DELETED}${hash}`;
}

export function isDeletedName(person: string): boolean {
  return person.startsWith(DELETED);
}

/** Subtracts `before` from a sum and adds `after`. */
export interface Booking extends SpendingOf {
  readonly before: TeamUsage;
  readonly after: TeamUsage;
}

type Counted = Pick<Job, "team" | "owner" | "acceptedAt" | "countsAt">;

/** A job that needed approval counts when it was approved. */
export function countedAt({ acceptedAt, countsAt }: Pick<Job, "acceptedAt" | "countsAt">): EpochMs {
  return countsAt ?? acceptedAt;
}

export function sumsAt(owner: Owner, team: Team, at: EpochMs): Readonly<Record<Period, SpendingOf>> {
  const whose = { team: teamName(team), person: ownerName(owner) };
  return { day: { ...whose, period: periodOf("day", at) }, month: { ...whose, period: periodOf("month", at) } };
}

export function personSums(job: Counted): readonly SpendingOf[] {
  return job.team ? Object.values(sumsAt(job.owner, job.team, countedAt(job))) : [];
}

export function countsIn(job: Counted): readonly SpendingOf[] {
  return personSums(job).flatMap((person) => [{ ...person, person: EVERYBODY }, person]);
}

export function bookingsOf(before: TeamUsage, job: Job): readonly Booking[] {
  const after = usageOf(job);
  return areSame(before, after) ? [] : countsIn(job).map((sum) => ({ ...sum, before, after }));
}

export interface PartOfSum {
  readonly sum: SpendingOf;
  readonly usage: TeamUsage;
}

export function bookingsTo(
  deletedSum: (sum: SpendingOf) => SpendingOf,
  parts: readonly PartOfSum[],
): readonly Booking[] {
  return parts.flatMap(({ sum, usage }) => [
    { ...sum, before: usage, after: noUsage },
    { ...deletedSum(sum), before: noUsage, after: usage },
  ]);
}

/** Null: nothing is left. A missing sum was deleted with its month, so `before` is not subtracted. */
export function booked(sum: TeamUsage | null, { before, after }: Pick<Booking, "before" | "after">) {
  const next = sum === null ? after : combined(combined(sum, before, -1), after, 1);
  return areSame(next, noUsage) ? null : next;
}

/** Returns each changed sum once. Null: nothing is left in it. */
export function bookAll(bookings: readonly Booking[], storedUsage: (sum: SpendingOf) => TeamUsage | null) {
  const sums = new Map<string, { readonly sum: SpendingOf; readonly usage: TeamUsage | null }>();
  for (const booking of bookings) {
    const name = JSON.stringify([booking.team, booking.period, booking.person]);
    const earlier = sums.get(name);
    const usage = earlier ? earlier.usage : storedUsage(booking);
    sums.set(name, { sum: booking, usage: booked(usage, booking) });
  }
  return [...sums.values()];
}

export function usageOfBoth(one: TeamUsage, other: TeamUsage): TeamUsage {
  return combined(one, other, 1);
}

/** Rounds to a millionth of a credit, because floating-point errors add up. */
function combined(sum: TeamUsage, other: TeamUsage, sign: 1 | -1): TeamUsage {
  const add = (one: number, more: number) => Math.round((one + sign * more) * 1e6) / 1e6;
  return {
    held: add(sum.held, other.held),
    charged: add(sum.charged, other.charged),
    refunded: add(sum.refunded, other.refunded),
    unknown: add(sum.unknown, other.unknown),
    videos: sum.videos + sign * other.videos,
  };
}

function areSame(one: TeamUsage, other: TeamUsage): boolean {
  return (["held", "charged", "refunded", "unknown", "videos"] as const).every((part) => one[part] === other[part]);
}
