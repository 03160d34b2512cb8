/** What an operator counts. Labels are words of ours, never a person's. */
export interface Meter {
  /** A first answer reached the platform after this many milliseconds. */
  answered(platform: string, afterMs: number): void;
  accepted(platform: string): void;
  submitted(result: string): void;
  /** `lateMs`: how long after its time the poll was made. */
  polled(result: string, lateMs: number): void;
  delivered(
    platform: string,
    what: "progress" | "final" | "notification" | "whisper" | "note" | "video",
    result: string,
  ): void;
  /** A message or an edit arrived by this way. */
  arrived(platform: string, way: string): void;
  /** A card never showed some progress: newer progress took its place, or only milestones are shown because too many cards wait. */
  dropped(platform: string, why: "newer" | "too_many"): void;
  settled(outcome: string): void;
  /** A prompt was refused by that rule: an operator's name of it, or a word of ours. */
  denied(rule: string): void;
  /** Asked for whenever somebody looks at the figures. */
  watch(figures: Figures): void;
}

/** Figures of this moment. */
export interface Figures {
  /** Places that may be down, by their names: whether calls are kept away from them. */
  readonly breakers?: () => Readonly<Record<string, boolean>>;
  readonly limits?: () => LimitsInUse;
  /** Whether /readyz is 200. */
  readonly isReady?: () => boolean;
  /** How the video service does. */
  readonly hasTrouble?: () => boolean;
}

/** Of a platform's limits, as many as have room, are used up until they fill again, or rest because the platform asked for that. */
export interface LimitsInUse {
  readonly free: number;
  readonly spent: number;
  readonly paused: number;
  /** Final words that wait for their turn. */
  readonly wordsWaiting: number;
}
