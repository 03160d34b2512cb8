import { type Hazards, hazardOf, stretchesOf, type TaskLife } from "../../src/core/pace/hazards.ts";
import { BUCKETS, type BucketId, situationOf, spansOf } from "../../src/core/pace/situation.ts";

/** What is known counts for less with each task that was seen, and for half after this many. */
const HALF_LIFE = 40;

/** What a bot would make of the tasks that it has seen, beside what it knows. */
export function taughtBy(lives: readonly TaskLife[], { ends, exposedS }: Hazards): Hazards {
  const share = HALF_LIFE / (HALF_LIFE + lives.length);
  const base = { ends: ends.map((count) => count * share), exposedS: exposedS.map((seconds) => seconds * share) };
  return learnFrom(base, lives);
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

function secondsOf({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): number {
  return (toMs - fromMs) / 1_000;
}
