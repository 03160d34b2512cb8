import type { EpochMs } from "../clock.ts";
import type { Job, JobState } from "../job/job.ts";
import { boundsOf, type Ledger, ledgerOf, monthOf, nothingSpent } from "../job/ledger.ts";
import type { Credits } from "../request/price.ts";
import type { TeamRefusal, TeamRules } from "./rules.ts";

/** An account is the part of a team's credits that videos take. */
export interface TeamAccount extends Ledger {
  /** This much is held for videos whose paid call has no answer yet. */
  readonly held: Credits;
  readonly videos: number;
}

export const emptyAccount: TeamAccount = { ...nothingSpent, held: 0, videos: 0 };

/** Returns what one job takes now; a job that its person pays for takes nothing. A paid call whose answer is lost counts until the month is over. */
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

/**
 * Returns the cap that one more video at that price would pass; null: none. The team's cap is judged first, and no approval
 * lifts it: once a manager is asked, it alone counts.
 */
export function capPassed(
  { teamMonth, personMonth, askAbove }: Pick<TeamRules, "teamMonth" | "personMonth" | "askAbove">,
  { team, person }: { readonly team: TeamAccount; readonly person: TeamAccount },
  { price, approval }: Pick<Job, "price" | "approval">,
): Exclude<TeamRefusal, "no_rules"> | null {
  if (teamMonth !== null && usedOf(team) + price > teamMonth) return "team_month";
  if (approval) return null;
  if (personMonth !== null && usedOf(person) + price > personMonth) return "person_month";
  return askAbove !== null && price > askAbove ? "ask_above" : null;
}

/** Returns when the month after that one (`2026-11`) begins, in UTC. */
export function monthAfter(month: string): EpochMs {
  return boundsOf(month)[1];
}

/** Returns the month before that one (`2026-11`). */
export function monthBefore(month: string): string {
  return monthOf(boundsOf(month)[0] - 1);
}
