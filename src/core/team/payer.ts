import type { Team } from "../job/ids.ts";

/** Whose key pays: the person's own, or their team's. */
export const PAYERS = ["mine", "team"] as const;
export type Payer = (typeof PAYERS)[number];

/**
 * Who pays for a video made from a card. "team": the team of the place where it is made. A named team paid for the card, and
 * only it pays.
 */
export type PaidBy = Payer | Team;

export function paidBy({ team }: { readonly team?: Team }): PaidBy {
  return team ?? "mine";
}

/** Choices in a person's settings. "auto": their own key if they have one, else the team's. */
export const PAY_SETTINGS = ["auto", ...PAYERS] as const;
