import type { Sight, Trace } from "../job/trace.ts";
import { BUCKETS, type BucketId, situationOf, spansOf } from "./situation.ts";

/** How many tasks ended in each bucket, and how many seconds all of them spent there. */
export interface Hazards {
  readonly ends: Float64Array;
  readonly exposedS: Float64Array;
}

/** One task from its beginning to its end, as it was seen. Milliseconds since it began. */
export interface TaskLife {
  readonly trace: Trace;
  /** The last look that found it running. */
  readonly lastRunningMs: number;
  /** The look that found it ended. */
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

/** What `base` knows and what these lives tell; null: nothing is known yet. `guess` tells when between two looks a task may have ended. */
export function learnFrom(base: Hazards | null, lives: readonly TaskLife[], guess: Hazards | null = base): Hazards {
  const ends = base ? base.ends.slice() : new Float64Array(BUCKETS);
  const exposedS = base ? base.exposedS.slice() : new Float64Array(BUCKETS);
  const add = (bucket: BucketId, share: number, seconds: number) => {
    ends[bucket] = (ends[bucket] ?? 0) + share;
    exposedS[bucket] = (exposedS[bucket] ?? 0) + seconds;
  };
  for (const life of lives) {
    for (const { situation, fromMs, toMs } of stretchesOf(life))
      for (const span of spansOf(situation, fromMs, toMs)) add(span.bucket, 0, secondsOf(span));
    let running = 1;
    for (const { bucket, seconds, share } of endOf(life, guess)) {
      add(bucket, share, seconds * (running - share / 2));
      running -= share;
    }
  }
  return { ends, exposedS };
}

/** Between two looks nobody saw when it ended: its end is shared out among the buckets that it may have ended in. */
function endOf({ trace, lastRunningMs, endedMs }: TaskLife, guess: Hazards | null) {
  const spans = [...spansOf(situationOf(trace), lastRunningMs, Math.max(endedMs, lastRunningMs + 1))];
  const weights = spans.map((span) => secondsOf(span) * (guess ? hazardOf(guess, span.bucket) : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return spans.map((span, index) => ({
    bucket: span.bucket,
    seconds: secondsOf(span),
    share: (weights[index] ?? 0) / all,
  }));
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

function secondsOf({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): number {
  return (toMs - fromMs) / 1_000;
}
