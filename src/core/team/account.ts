import type { EpochMs } from "../clock.ts";
import type { Job, JobState } from "../job/job.ts";
import { type Ledger, ledgerOf, nothingSpent } from "../job/ledger.ts";
import { boundsOf, monthOf, PERIODS, type Period } from "../period.ts";
import type { Credits } from "../request/price.ts";
import { CAPS, type CapRefusal, type TeamRefusal, type TeamRules } from "./rules.ts";

/** An account is the part of a team's credits that videos take. */
export interface TeamAccount extends Ledger {
  /** This much is held for videos whose paid call has no answer yet. */
  readonly held: Credits;
  readonly videos: number;
}

export const emptyAccount: TeamAccount = { ...nothingSpent, held: 0, videos: 0 };

/** Returns what one job takes now; a job that its person pays for takes nothing. A paid call whose answer is lost counts until the day and the month are over. */
export function accountOf(job: Job): TeamAccount {
  if (!job.team) return emptyAccount;
  const held = isHeld(job.state) ? job.price : 0;
  const ledger = ledgerOf(job);
  const isVideo = held > 0 || ledger.charged > 0 || ledger.unknown > 0;
  return { ...ledger, held, videos: isVideo ? 1 : 0 };
}

/** Nothing is held while a manager is asked. */
function isHeld(state: JobState): boolean {
  if (state.status === "waiting") return state.for !== "approval";
  return state.status === "accepted" || state.status === "submitting";
}

/** Returns what counts against a cap. */
export function usedOf({ held, charged, refunded, unknown }: TeamAccount): Credits {
  return held + charged - refunded + unknown;
}

/** Returns what is left under a cap, never less than nothing; null where there is no cap. */
export function leftOf(cap: Credits | null, account: TeamAccount): Credits | null {
  return cap === null ? null : Math.max(0, cap - usedOf(account));
}

/** What a team, and one person of it, take of its credits in one day and in one month. */
export type TakenIn = Readonly<Record<Period, { readonly team: TeamAccount; readonly person: TeamAccount }>>;

/** What is left under the caps of a day and of a month; null where there is no cap. */
export type LeftUnderCaps = Readonly<
  Record<Period, { readonly team: Credits | null; readonly person: Credits | null }>
>;

type Caps = Pick<TeamRules, "teamDay" | "teamMonth" | "personDay" | "personMonth">;

export function leftUnder(rules: Caps, taken: TakenIn): LeftUnderCaps {
  const leftIn = (period: Period) => ({
    team: leftOf(rules[CAPS.team[period]], taken[period].team),
    person: leftOf(rules[CAPS.person[period]], taken[period].person),
  });
  return { day: leftIn("day"), month: leftIn("month") };
}

/**
 * Returns the cap that one more video at that price would pass; null: none. The team's caps are judged first, and no
 * approval lifts them: once a manager is asked, they alone count. A month is judged before a day, because it lasts longer.
 */
export function capPassed(
  rules: Caps & Pick<TeamRules, "askAbove">,
  taken: TakenIn,
  { price, approval }: Pick<Job, "price" | "approval">,
): Exclude<TeamRefusal, "no_rules"> | null {
  const passedOf = (whose: keyof typeof CAPS): CapRefusal | null => {
    const period = PERIODS.toReversed().find((each) => {
      const cap = rules[CAPS[whose][each]];
      return cap !== null && usedOf(taken[each][whose]) + price > cap;
    });
    return period ? `${whose}_${period}` : null;
  };
  const passed = passedOf("team") ?? (approval ? null : passedOf("person"));
  if (passed || approval) return passed;
  return rules.askAbove !== null && price > rules.askAbove ? "ask_above" : null;
}

/** Returns when the period after that day or month begins, in UTC. */
export function endOf(period: string): EpochMs {
  return boundsOf(period)[1];
}

/** Returns the month before that one (`2026-11`). */
export function monthBefore(month: string): string {
  return monthOf(boundsOf(month)[0] - 1);
}
