import type { Team } from "../job/ids.ts";

/** Who pays for a video: the person's own key, or their team's. */
export const PAYERS = ["mine", "team"] as const;
export type Payer = (typeof PAYERS)[number];

/** The same of a video that is made from a card: "team" is the team of the place, a team is the one that paid for the card, and no other. */
export type PaidBy = Payer | Team;

/** Who paid for a card. */
export function paidBy({ team }: { readonly team?: Team }): PaidBy {
  return team ?? "mine";
}

/** What a person can set: one of them, or their own key where they have one and else the team's. */
export const PAY_SETTINGS = ["auto", ...PAYERS] as const;
