import type { Job } from "../job/job.ts";
import { type Ledger, ledgerOf, nothingSpent } from "../job/ledger.ts";
import type { Credits } from "../request/price.ts";
import type { TeamRules } from "./rules.ts";

/** What videos take of a team's credits. */
export interface TeamAccount extends Ledger {
  /** Kept back for videos whose paid call has no answer yet. */
  readonly held: Credits;
  readonly videos: number;
}

export const emptyAccount: TeamAccount = { ...nothingSpent, held: 0, videos: 0 };

/** What one job takes now; a job that its person pays for takes nothing. A paid call whose answer is lost counts until the month is over. */
export function accountOf(job: Job): TeamAccount {
  if (!job.team) return emptyAccount;
  const { status } = job.state;
  const held = status === "accepted" || status === "submitting" ? job.price : 0;
  const ledger = ledgerOf(job);
  const isVideo = held > 0 || ledger.charged > 0 || ledger.unknown > 0;
  return { ...ledger, held, videos: isVideo ? 1 : 0 };
}

/** What counts against a cap. */
export function usedOf({ held, charged, refunded, unknown }: TeamAccount): Credits {
  return held + charged - refunded + unknown;
}

/** What is left under a cap, never less than nothing; null where there is no cap. */
export function leftOf(cap: Credits | null, account: TeamAccount): Credits | null {
  return cap === null ? null : Math.max(0, cap - usedOf(account));
}

/** What one more video at that price would pass; null: neither cap. The team's is judged first. */
export function capPassed(
  { teamMonth, personMonth }: Pick<TeamRules, "teamMonth" | "personMonth">,
  { team, person }: { readonly team: TeamAccount; readonly person: TeamAccount },
  price: Credits,
): "team" | "person" | null {
  if (teamMonth !== null && usedOf(team) + price > teamMonth) return "team";
  if (personMonth !== null && usedOf(person) + price > personMonth) return "person";
  return null;
}

export function addAccounts(one: TeamAccount, other: TeamAccount): TeamAccount {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
    videos: one.videos + other.videos,
  };
}
