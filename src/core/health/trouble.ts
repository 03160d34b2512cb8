import type { Condition } from "./health.ts";

/** Why a person is asked before they pay: the video service does not answer, or many of its last videos failed. */
export type Trouble =
  | { readonly kind: "down" }
  | { readonly kind: "failing"; readonly failed: number; readonly ends: number };

/** null: the service does that kind of video well, or nothing is known of it, which is taken for the same. */
export function troubleOf({ grade, failed, ends }: Pick<Condition, "grade" | "failed" | "ends">): Trouble | null {
  if (grade === "down") return { kind: "down" };
  return grade === "failing" ? { kind: "failing", failed, ends } : null;
}
