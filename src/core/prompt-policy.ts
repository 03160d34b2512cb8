import type { Team } from "./job/ids.ts";

export type PolicyRefusal =
  | { readonly kind: "rule"; readonly name: string }
  /** `word`: the forbidden word as written in the prompt. Null: the person did not type it, or others would see it. */
  | { readonly kind: "team_words"; readonly word: string | null }
  /** The operator's own service refused the prompt; null: without a reason. */
  | { readonly kind: "service"; readonly reason: string | null }
  /** The policy service did not respond in time, and nothing is made without its response. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "blocked" | "paused" }
  /** The team's admins allow videos only in age-restricted channels. This is not one, or the platform did not say. */
  | { readonly kind: "not_age_restricted" | "age_unknown" }
  /** Every video there must have the team's style of that name. */
  | { readonly kind: "other_style"; readonly name: string };

/** What a policy checks: prompts and where they were written, but never who wrote them. */
export interface Prompted {
  readonly prompts: readonly string[];
  readonly platform: Team["platform"];
  readonly team: string | null;
  /** Words that the team's admins forbid. Empty in a direct message. */
  readonly teamWords: readonly string[];
}

/** Checks prompts before any confirmation or payment. Null: all are allowed. Takes at most 0.8 s, and never rejects. */
export type JudgePrompts = (prompted: Prompted) => Promise<PolicyRefusal | null>;
