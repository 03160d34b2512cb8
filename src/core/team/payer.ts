import type { Team } from "../job/ids.ts";

export const PAYERS = ["mine", "team"] as const;
export type Payer = (typeof PAYERS)[number];

/**
 * A `Team`: it paid for the card, and no other team may pay for a repetition. "team": the team of the server or workspace
 * where the video is made.
 */
export type PaidBy = Payer | Team;

export function paidBy({ team }: { readonly team?: Team }): PaidBy {
  return team ?? "mine";
}

/** "auto": their own key if they have one, otherwise the team's. */
export const PAY_SETTINGS = ["auto", ...PAYERS] as const;
