import type { TaskKind } from "../pace/experience.ts";

/** Stands for a person, a payer or a prompt, and cannot be turned back into one. */
export type Digest = string;

/** What one answer of the service tells of its health. It has no time of its own: it counts from when it is heard. */
export type Sign =
  /** A paid call got a task. */
  | { readonly kind: "taken"; readonly payer: Digest }
  /** A paid call got an HTTP 5xx, no answer or no connection. */
  | { readonly kind: "unavailable"; readonly payer: Digest; readonly prompt: Digest }
  /** Polls have failed often enough for the breaker to stop them. */
  | { readonly kind: "away" }
  /** A video ended, `isLate`: after more time than nine of ten of its kind take. */
  | {
      readonly kind: "ended";
      readonly of: TaskKind;
      readonly isGood: boolean;
      readonly isLate: boolean;
      readonly tookMs: number;
      readonly person: Digest;
      readonly prompt: Digest;
    }
  /** Of the videos that run, most are older than nine of ten become; `ageMs`: their median age. */
  | { readonly kind: "late"; readonly of: TaskKind; readonly ageMs: number };

export type Ended = Extract<Sign, { kind: "ended" }>;
