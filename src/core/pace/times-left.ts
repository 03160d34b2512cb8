import { stretchesOf, type TaskLife } from "./hazards.ts";
import { idleLog, leftLog, type Situation, spansOf } from "./situation.ts";

/** The median of the time left, by situation; null where too few tasks were in it. */
export interface TimesLeft {
  /** Of tasks that move, as a multiple of the time left that their pace predicts: by `leftLog`. */
  readonly moving: readonly (number | null)[];
  /** Seconds, of tasks that stand at nothing or at 99: by `idleLog`. */
  readonly waiting: readonly (number | null)[];
  readonly last: readonly (number | null)[];
}

/** At least this many tasks must have been in a situation. */
const TASKS_MIN = 5;
const CELLS = 12;
/** A prediction of less counts as this much: a multiple of nothing says nothing. */
export const PREDICTED_MIN_MS = 1_000;

interface Sample {
  readonly value: number;
  readonly weight: number;
  readonly life: TaskLife;
}

export function timesLeftOf(lives: readonly TaskLife[]): TimesLeft {
  const samples = { moving: emptyCells(), waiting: emptyCells(), last: emptyCells() };
  for (const life of lives) {
    // Nobody saw when between two polls it ended.
    const endedMs = (life.lastRunningMs + life.endedMs) / 2;
    for (const { situation, fromMs, toMs } of stretchesOf(life))
      for (const span of spansOf(situation, fromMs, toMs)) {
        const atMs = (span.fromMs + span.toMs) / 2;
        const { phase } = situation;
        const cell = phase === "moving" ? leftLog(situation, span.fromMs) : idleLog(situation, span.fromMs);
        const value = (endedMs - atMs) / 1_000 / (phase === "moving" ? predictedS(situation, atMs) : 1);
        samples[phase][cell]?.push({ value, weight: span.toMs - span.fromMs, life });
      }
  }
  return {
    moving: samples.moving.map(median),
    waiting: samples.waiting.map(median),
    last: samples.last.map(median),
  };
}

/** The known values, and those of `other` in the place of unknown ones. */
export function filledFrom(known: TimesLeft, other: TimesLeft): TimesLeft {
  const fill = (cells: readonly (number | null)[], others: readonly (number | null)[]) =>
    cells.map((cell, index) => cell ?? others[index] ?? null);
  return {
    moving: fill(known.moving, other.moving),
    waiting: fill(known.waiting, other.waiting),
    last: fill(known.last, other.last),
  };
}

function emptyCells(): Sample[][] {
  return Array.from({ length: CELLS }, () => []);
}

function predictedS({ endMs }: Situation, atMs: number): number {
  return Math.max(PREDICTED_MIN_MS, (endMs ?? atMs) - atMs) / 1_000;
}

/** Each sample counts for as long as it was so. */
function median(samples: readonly Sample[]): number | null {
  if (new Set(samples.map(({ life }) => life)).size < TASKS_MIN) return null;
  const half = samples.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { value, weight } of samples.toSorted((a, b) => a.value - b.value)) {
    passed += weight;
    if (passed >= half) return Math.round(100 * value) / 100;
  }
  return null;
}
