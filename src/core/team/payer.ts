/** Who pays for a video: the person's own key, or their team's. */
export const PAYERS = ["mine", "team"] as const;
export type Payer = (typeof PAYERS)[number];

/** What a person can set: one of them, or their own key where they have one and else the team's. */
export const PAY_SETTINGS = ["auto", ...PAYERS] as const;
