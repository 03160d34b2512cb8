import type { EpochMs } from "../clock.ts";
import type { Job, JobState } from "../job/job.ts";
import { type Ledger, ledgerOf, nothingSpent } from "../job/ledger.ts";
import { boundsOf, monthOf, PERIODS, type Period } from "../period.ts";
import type { Credits } from "../request/price.ts";
import { CAPS, type CapRefusal, type TeamRefusal, type TeamRules } from "./rules.ts";

export interface TeamUsage extends Ledger {
  /** Reserved for videos whose paid call has no response yet. */
  readonly held: Credits;
  readonly videos: number;
}

export const noUsage: TeamUsage = { ...nothingSpent, held: 0, videos: 0 };

/** A paid call whose response was lost counts until the period ends. */
export function usageOf(job: Job): TeamUsage {
  if (!job.team) return noUsage;
  const held = isHeld(job.state) ? job.price : 0;
  const ledger = ledgerOf(job);
  const isVideo = held > 0 || ledger.charged > 0 || ledger.unknown > 0;
  return { ...ledger, held, videos: isVideo ? 1 : 0 };
}

/** Nothing is reserved while a manager decides. */
function isHeld(state: JobState): boolean {
  if (state.status === "waiting") return state.for !== "approval";
  return state.status === "accepted" || state.status === "submitting";
}

export function usedOf({ held, charged, refunded, unknown }: TeamUsage): Credits {
  return held + charged - refunded + unknown;
}

/** At least 0. */
export function leftOf(cap: Credits | null, usage: TeamUsage): Credits | null {
  return cap === null ? null : Math.max(0, cap - usedOf(usage));
}

export type TakenIn = Readonly<Record<Period, { readonly team: TeamUsage; readonly person: TeamUsage }>>;

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

/** The team's caps come first, because no approval lifts them. Once an approval is requested, only they count. */
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

export function endOf(period: string): EpochMs {
  return boundsOf(period)[1];
}

export function monthBefore(month: string): string {
  return monthOf(boundsOf(month)[0] - 1);
}
