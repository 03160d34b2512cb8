import type { Sight, Trace } from "../job/trace.ts";
import { type BucketId, situationOf } from "./situation.ts";

/** How many tasks ended in each bucket, and how many seconds all of them spent there. */
export interface Hazards {
  readonly ends: Float64Array;
  readonly exposedS: Float64Array;
}

/** One task from its beginning to its end, as it was seen. Milliseconds since it began. */
export interface TaskLife {
  readonly trace: Trace;
  /** The last poll that found it running. */
  readonly lastRunningMs: number;
  /** The poll that found it ended. */
  readonly endedMs: number;
  readonly isFailed?: boolean;
}

/** A bucket of which nothing is known is taken for one that was watched for a minute and saw half an end. */
const PRIOR_ENDS = 0.5;
const PRIOR_S = 60;

/** The chance, for each second, that a task in that bucket ends. */
export function hazardOf({ ends, exposedS }: Hazards, bucket: BucketId): number {
  return ((ends[bucket] ?? 0) + PRIOR_ENDS) / ((exposedS[bucket] ?? 0) + PRIOR_S);
}

/** What was known of a task that was seen running, piece by piece. */
export function* stretchesOf({ trace, lastRunningMs }: TaskLife) {
  const seen: Sight[] = [];
  let fromMs = 0;
  for (const sight of trace) {
    yield { situation: situationOf(seen), fromMs, toMs: sight[0] };
    seen.push(sight);
    [fromMs] = sight;
  }
  yield { situation: situationOf(seen), fromMs, toMs: lastRunningMs };
}
