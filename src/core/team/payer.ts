import type { Team } from "../job/ids.ts";

/** A video is paid for with the person's own key, or with their team's. */
export const PAYERS = ["mine", "team"] as const;
export type Payer = (typeof PAYERS)[number];

/** Says who pays for a video made from a card: "team" is the team of the place; a named team is the one that paid for the card, and no other. */
export type PaidBy = Payer | Team;

/** Returns who paid for a card. */
export function paidBy({ team }: { readonly team?: Team }): PaidBy {
  return team ?? "mine";
}

/** A person can set one of these; "auto" is their own key if they have one, else the team's. */
export const PAY_SETTINGS = ["auto", ...PAYERS] as const;
