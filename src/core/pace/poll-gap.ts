import { type Hazards, hazardOf } from "./hazards.ts";
import { type Situation, spansOf } from "./situation.ts";
import type { SteadyEnd } from "./steady-end.ts";

/**
 * A poll is worth its while when this many seconds of an end that nobody has seen are to be expected, for a poll costs as
 * much: some 31 polls a task of the standard mix, and 1.4 s until its end is seen.
 */
export const POLL_COST_S = 0.045;
/** No gap is longer, by the task's age. Below a least gap of half a second they shrink alike. */
const LONGEST_MS = 8_000;
const LONGEST_AFTER_10_MIN_MS = 15_000;
const LONGEST_AFTER_30_MIN_MS = 60_000;
/** Of older tasks too little is known to expect their end: their gaps are half the longest at least. */
const KNOWN_UNTIL_MS = 600_000;
const SHRINKS_BELOW_MS = 500;

/** One poll that found the task running, and what is known of tasks like it. */
export interface Polled {
  readonly situation: Situation;
  /** The task's age at that poll. */
  readonly polledMs: number;
  readonly hazards: Hazards;
}

/** An end that is known that well is waited for; where it is not, polls are timed to tell more of it, from so long before it. */
const SHARP_MS = 150;
const SHARPEN_BEFORE_MS = 45_000;

/** Milliseconds from a poll to the next one, whole, from `pollMinMs` to the longest gap. */
export function pollGapMs(polled: Polled, pollMinMs: number): number {
  const { situation, polledMs } = polled;
  // The first one comes as soon as it may, so that a card soon says how far its video is.
  if (polledMs === 0) return pollMinMs;
  const most = longestGapMs(polledMs, pollMinMs);
  const least = Math.max(pollMinMs, polledMs > KNOWN_UNTIL_MS ? Math.ceil(most / 2) : 0);
  const gapMs = Math.max(least, gapByIndex(polled, most));
  const end = situation.steadyEnd;
  return end && least <= most ? steadyGapMs(end, polledMs, { gapMs, least, most }) : gapMs;
}

/** Until the index reaches the cost of a poll, `most` milliseconds at most. */
function gapByIndex(polled: Polled, most: number): number {
  for (const step of stepsOf(polled, polled.polledMs + most)) {
    if (step.indexAt(step.toMs) < POLL_COST_S) continue;
    return Math.min(most, step.reachMs(POLL_COST_S) - polled.polledMs);
  }
  return most;
}

/** A poll just before an end that is known would only put off the one that sees it. */
function steadyGapMs(
  end: SteadyEnd,
  polledMs: number,
  { gapMs, least, most }: { readonly gapMs: number; readonly least: number; readonly most: number },
): number {
  const endInMs = Math.ceil(end.latestMs) + 1 - polledMs;
  const isSharp = end.latestMs - end.earliestMs <= SHARP_MS;
  const beforeMs = Math.min(gapMs, endInMs - least);
  if (beforeMs < least || (isSharp && endInMs <= most)) return Math.max(least, Math.min(most, endInMs));
  return isSharp || endInMs > SHARPEN_BEFORE_MS ? beforeMs : tellingGapMs(end, polledMs, { least, most: beforeMs });
}

/** The longest of these gaps after which the percentage tells in which half of what is possible the end lies. */
function tellingGapMs(
  end: SteadyEnd,
  polledMs: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  for (let percent = 99; percent > 0; percent -= 1) {
    const inMs = Math.ceil(end.reachesMs(percent)) - polledMs;
    if (inMs < least) break;
    if (inMs <= most) return inMs;
  }
  return most;
}

/** The seconds of an unseen end to be expected at that age of the task: where polls are rationed, the largest goes first. */
export function indexAt(polled: Polled, atMs: number): number {
  let index = 0;
  for (const step of stepsOf(polled, atMs)) index = step.indexAt(step.toMs);
  return index;
}

export function longestGapMs(elapsedMs: number, pollMinMs: number): number {
  const most =
    elapsedMs > 1_800_000 ? LONGEST_AFTER_30_MIN_MS : elapsedMs > KNOWN_UNTIL_MS ? LONGEST_AFTER_10_MIN_MS : LONGEST_MS;
  return Math.ceil(most * Math.min(1, pollMinMs / SHRINKS_BELOW_MS));
}

interface Step {
  readonly toMs: number;
  indexAt(ms: number): number;
  /** When the index is that large, a whole millisecond. */
  reachMs(index: number): number;
}

/**
 * The index is the integral of hazard × the time since: half the hazard times the square of the time since the poll, where
 * the hazard stays the same. It grows by a parabola in each bucket.
 */
function* stepsOf({ situation, polledMs, hazards }: Polled, untilMs: number): Generator<Step, void> {
  /** Ends to be expected since the poll, and the seconds that they are unseen. */
  let ends = 0;
  let unseenS = 0;
  for (const { bucket, fromMs, toMs } of spansOf(situation, polledMs, untilMs)) {
    const hazard = hazardOf(hazards, bucket);
    const [endsBefore, unseenBefore] = [ends, unseenS];
    const indexAfter = (seconds: number) => unseenBefore + endsBefore * seconds + (hazard / 2) * seconds ** 2;
    yield {
      toMs,
      indexAt: (ms) => indexAfter((ms - fromMs) / 1_000),
      reachMs(index) {
        const missing = Math.max(0, index - unseenBefore);
        const seconds = (Math.sqrt(endsBefore ** 2 + 2 * hazard * missing) - endsBefore) / hazard;
        return Math.ceil(fromMs + 1_000 * seconds);
      },
    };
    const seconds = (toMs - fromMs) / 1_000;
    unseenS = indexAfter(seconds);
    ends += hazard * seconds;
  }
}
