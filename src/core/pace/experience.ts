import type { Duration, Resolution } from "../request/price.ts";
import type { VideoRequest } from "../request/video-request.ts";
import type { Hazards, TaskLife } from "./hazards.ts";
import { SHIPPED_TIMES_LEFT, shippedHazards } from "./shipped-hazards.ts";
import { isPaced } from "./situation.ts";
import { filledFrom, type TimesLeft, timesLeftOf } from "./times-left.ts";

/** What makes tasks alike. */
export type TaskKind = `${Resolution}-${Duration}`;

export const KINDS: readonly TaskKind[] = ["480p-10", "480p-15", "720p-10", "720p-15"];

/** What is known of tasks of one kind. */
export interface Experience {
  readonly hazards: Hazards;
  readonly timesLeft: TimesLeft;
  /** By that age nine of ten had ended; null where too few were seen. */
  readonly slowAfterMs: number | null;
  /** By that age half had ended; null where too few were seen. */
  readonly typicalMs: number | null;
  /** Enough of them were seen to say how long they take. */
  readonly isLearned: boolean;
}

/** With fewer lives nothing is said of how long a kind of task takes. */
const LIVES_MIN = 20;
/** How much longer than the shipped table's a task may stand still: a guess. */
const STRETCH_720P = 1.5;
const STRETCH_BY_SECONDS = 10;

export function kindOf({ resolution, duration }: Pick<VideoRequest, "resolution" | "duration">): TaskKind {
  return `${resolution}-${duration}`;
}

const shipped = new Map<TaskKind, Experience>();
const hazards = new Map<TaskKind, Hazards>();

/** What is known of a kind of task before one was seen. */
export function shippedExperience(kind: TaskKind): Experience {
  const known = shipped.get(kind) ?? experienceOf(kind, []);
  shipped.set(kind, known);
  return known;
}

/** What the lives of tasks of that kind teach of how long they take; when to poll them is shipped. */
export function experienceOf(kind: TaskKind, lives: readonly TaskLife[]): Experience {
  const isLearned = lives.length >= LIVES_MIN;
  return {
    hazards: hazardsOf(kind),
    timesLeft: isLearned ? filledFrom(timesLeftOf(lives), SHIPPED_TIMES_LEFT) : SHIPPED_TIMES_LEFT,
    slowAfterMs: isLearned ? ageAt(0.9, lives) : null,
    typicalMs: isLearned ? ageAt(0.5, lives) : null,
    isLearned,
  };
}

/** Where a task moves, its own pace tells how long it takes; where it stands still, only its kind does. */
function hazardsOf(kind: TaskKind): Hazards {
  const known = hazards.get(kind);
  if (known) return known;
  const { ends, exposedS } = shippedHazards();
  const stretch = stretchOf(kind);
  const made = { ends, exposedS: exposedS.map((seconds, bucket) => seconds * (isPaced(bucket) ? 1 : stretch)) };
  hazards.set(kind, made);
  return made;
}

function stretchOf(kind: TaskKind): number {
  const [resolution, seconds] = kind.split("-");
  return (Number(seconds) / STRETCH_BY_SECONDS) * (resolution === "720p" ? STRETCH_720P : 1);
}

/** By that age that share of them had ended; a failure comes at any time and does not count. */
function ageAt(share: number, lives: readonly TaskLife[]): number | null {
  const durations = lives
    .filter(({ isFailed }) => !isFailed)
    .map(({ endedMs }) => endedMs)
    .sort((a, b) => a - b);
  return durations[Math.floor(share * durations.length)] ?? null;
}
