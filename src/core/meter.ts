import type { LimitsInUse } from "./budget/edit-budget.ts";
import type { Ledger } from "./job/ledger.ts";

/** Labels are our own words, never a person's. */
export interface Meter {
  answered(platform: string, afterMs: number): void;
  accepted(platform: string): void;
  submitted(result: string): void;
  mispriced(than: "more" | "less"): void;
  /** `lateMs`: time since the poll was due. */
  polled(result: string, lateMs: number): void;
  delivered(
    platform: string,
    what: "progress" | "final" | "notification" | "private_message" | "note" | "video",
    result: string,
  ): void;
  arrived(platform: string, way: string): void;
  settled(outcome: string): void;
  cost(of: { readonly platform: string; readonly payer: "own" | "team" }, ledger: Ledger): void;
  /** `rule`: the operator's name for it, or a word of ours. */
  denied(rule: string): void;
  watch(figures: Figures): void;
}

export interface Figures {
  /** For each platform and the video service: true if calls are held back because it is down. */
  readonly breakers?: () => Readonly<Record<string, boolean>>;
  readonly limits?: () => LimitsInUse;
  readonly isReady?: () => boolean;
  readonly hasTrouble?: () => boolean;
  readonly keptFilms?: () => { readonly count: number; readonly bytes: number } | null;
}
