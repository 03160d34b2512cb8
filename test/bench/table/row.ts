import type { Estimate } from "./statistics.ts";

/** What a figure is measured in; "×" is a ratio of two that were measured in the same run. */
export type Unit = "×" | "ms" | "s" | "B" | "MB" | "polls" | "polls × s" | "a second" | "%" | "starts" | "in 1,000";

export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly figure: Estimate;
  /** null: reported beside the others, and held to nothing. */
  readonly target: Target | null;
  /** What the figure comes from, or stands beside. */
  readonly beside: string;
  /** Why it is not met, where it is not. */
  readonly whyNot?: string;
  /** A ratio that is known to miss its target by more than that is red only beyond this. */
  readonly redBeyond?: number;
}

/** A line that could not be measured here. */
export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Line = Row | Skipped;

export function isMet({ figure, target }: Pick<Row, "figure" | "target">): boolean | null {
  if (target === null) return null;
  return "atMost" in target ? figure.value <= target.atMost : figure.value >= target.atLeast;
}

/** Ours. */
const FAR = 1.5;

/** A ratio whose whole interval lies beyond 1.5 times its target: no noise of the machine does that. So is one that came to nothing. */
export function isFarOff({
  unit,
  figure,
  target,
  redBeyond,
}: Pick<Row, "unit" | "figure" | "target" | "redBeyond">): boolean {
  if (target === null || unit !== "×") return false;
  if (!Number.isFinite(figure.value)) return true;
  if ("atMost" in target) return figure.low > (redBeyond ?? FAR * target.atMost);
  return figure.high < (redBeyond ?? target.atLeast / FAR);
}
