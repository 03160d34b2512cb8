import type { Team } from "./job/ids.ts";

export type PolicyRefusal =
  | { readonly kind: "rule"; readonly name: string }
  /** `word`: as written in the prompt, if the person typed it and nobody else would see it. */
  | { readonly kind: "team_words"; readonly word: string | null }
  | { readonly kind: "service"; readonly reason: string | null }
  | { readonly kind: "unanswered" }
  | { readonly kind: "blocked" | "paused" }
  /** Videos are only allowed in age-restricted channels. "age_unknown": the platform did not report it. */
  | { readonly kind: "not_age_restricted" | "age_unknown" }
  /** Every video there must have the style of that name. */
  | { readonly kind: "other_style"; readonly name: string };

/** A policy never learns who wrote the prompts. */
export interface Prompted {
  readonly prompts: readonly string[];
  readonly platform: Team["platform"];
  readonly team: string | null;
  /** Forbidden by the team's admins. Empty in a direct message. */
  readonly teamWords: readonly string[];
}

/** Called before any confirmation or payment. Takes at most 0.8 s, and never rejects. */
export type JudgePrompts = (prompted: Prompted) => Promise<PolicyRefusal | null>;
