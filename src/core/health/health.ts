import type { EpochMs } from "../clock.ts";
import type { TaskKind } from "../pace/experience.ts";

/** How the video service does, as far as its answers of late tell; the later, the worse. */
export type Grade = "unknown" | "clear" | "slow" | "failing" | "down";

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
