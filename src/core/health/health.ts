import type { EpochMs } from "../clock.ts";
import { KINDS, type TaskKind } from "../pace/experience.ts";

/** How the video service does, as far as its answers of late tell; the later, the worse. */
export const GRADES = ["unknown", "clear", "slow", "failing", "down"] as const;
export type Grade = (typeof GRADES)[number];

/** How the service does with one kind of video. */
export interface Condition {
  readonly grade: Grade;
  /** Since when it is slow, failing or down; of the others, since when it is none of these. */
  readonly since: EpochMs;
  /** How many of the newest ends failed. */
  readonly failed: number;
  /** The newest ends: 20 at most, of the last 30 minutes. */
  readonly ends: number;
  /** Of "slow": what such a video takes now, in milliseconds; null where it is not slow. */
  readonly takesMs: number | null;
}

/** The video service's health. It is learned from what is asked of the service anyway. */
export interface ServiceHealth {
  of(kind: TaskKind): Condition;
  /** Calls `hear` when a grade has changed, or a video has ended well. The function that comes back ends that. */
  onChange(hear: () => void): () => void;
}

/** The kinds that have each grade. */
export type Grades = ReadonlyMap<Grade, readonly TaskKind[]>;

export function gradesOf({ of }: Pick<ServiceHealth, "of">): Grades {
  const kindsOf = (grade: Grade) => KINDS.filter((kind) => of(kind).grade === grade);
  return new Map(GRADES.map((grade) => [grade, kindsOf(grade)] as const).filter(([, kinds]) => kinds.length > 0));
}

/** The worst grade that some kind has. */
export function worstOf(grades: Grades): Grade {
  return GRADES.findLast((grade) => grades.has(grade)) ?? "unknown";
}
