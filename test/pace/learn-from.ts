import { type Hazards, hazardOf } from "../../src/core/pace/hazards.ts";
import { BUCKETS, type BucketId, type Situation, situationOf, spansOf } from "../../src/core/pace/situation.ts";
import type { WatchedLife } from "./live.ts";

/** What is known counts for less with each task that was seen, and for half after this many. */
const HALF_LIFE = 40;

/** What a bot would make of the tasks that it has seen, beside what it knows. */
export function taughtBy(lives: readonly WatchedLife[], { ends, exposedS }: Hazards): Hazards {
  const share = HALF_LIFE / (HALF_LIFE + lives.length);
  const base = { ends: ends.map((count) => count * share), exposedS: exposedS.map((seconds) => seconds * share) };
  return learnFrom(base, lives);
}

/** What `base` knows and what these lives tell; null: nothing is known yet. `guess` tells when between two polls a task may have ended. */
export function learnFrom(base: Hazards | null, lives: readonly WatchedLife[], guess: Hazards | null = base): Hazards {
  const ends = base ? base.ends.slice() : new Float64Array(BUCKETS);
  const exposedS = base ? base.exposedS.slice() : new Float64Array(BUCKETS);
  const add = (bucket: BucketId, share: number, seconds: number) => {
    ends[bucket] = (ends[bucket] ?? 0) + share;
    exposedS[bucket] = (exposedS[bucket] ?? 0) + seconds;
  };
  for (const life of lives) {
    for (const { situation, fromMs, toMs } of stretchesOf(life))
      for (const each of alsoUnsteady(situation))
        for (const span of spansOf(each, fromMs, toMs)) add(span.bucket, 0, secondsOf(span));
    const { trace, polledMs } = life;
    for (const each of alsoUnsteady(situationOf(trace, polledMs.at(-1) ?? 0))) {
      let running = 1;
      for (const { bucket, seconds, share } of endOf(life, each, guess)) {
        add(bucket, share, seconds * (running - share / 2));
        running -= share;
      }
    }
  }
  return { ends, exposedS };
}

/** A steady task teaches of unsteady ones, too: of a service whose progress wavers they would be the only ones. */
function alsoUnsteady(situation: Situation): readonly Situation[] {
  return situation.steadyEnd ? [situation, { ...situation, steadyEnd: null }] : [situation];
}

/** What was known of a task from one poll that found it running to the next. */
function* stretchesOf({ trace, polledMs, lastRunningMs }: WatchedLife) {
  const polls = [0, ...polledMs];
  for (const [nth, fromMs] of polls.entries()) {
    const seen = trace.filter(([atMs]) => atMs <= fromMs);
    yield { situation: situationOf(seen, fromMs), fromMs, toMs: polls[nth + 1] ?? lastRunningMs };
  }
}

/** Between two polls nobody saw when it ended: its end is shared out among the buckets that it may have ended in. */
function endOf({ lastRunningMs, endedMs }: WatchedLife, situation: Situation, guess: Hazards | null) {
  const spans = [...spansOf(situation, lastRunningMs, Math.max(endedMs, lastRunningMs + 1))];
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
