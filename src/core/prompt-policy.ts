import type { Team } from "./job/ids.ts";

export type PolicyRefusal =
  | { readonly kind: "rule"; readonly name: string }
  /** `word`: the forbidden word as it stands in the prompt; null: its person did not type it, or others would read it. */
  | { readonly kind: "team_words"; readonly word: string | null }
  /** The operator's own service refused it; null: it gave no reason. */
  | { readonly kind: "service"; readonly reason: string | null }
  /** The policy's service did not answer in time, and without its answer nothing is made. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "blocked" | "paused" }
  /** Its team's admins let videos be made in age-restricted channels alone, and this is none, or its platform did not say. */
  | { readonly kind: "not_age_restricted" | "age_unknown" }
  /** Every video there has the team's style of that name, and this one does not. */
  | { readonly kind: "other_style"; readonly name: string };

/** A policy judges prompts, and where they were written; never who wrote them. */
export interface Prompted {
  readonly prompts: readonly string[];
  readonly platform: Team["platform"];
  readonly team: string | null;
  /** The words that its admins do not want; none in a direct message. */
  readonly teamWords: readonly string[];
}

/** Judges prompts before anything is asked or paid; null: all of them may become videos. Takes 0.8 s at most, and never rejects. */
export type JudgePrompts = (prompted: Prompted) => Promise<PolicyRefusal | null>;
