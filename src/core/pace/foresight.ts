import type { EpochMs } from "../clock.ts";
import type { Foreseen, Running } from "../job/running.ts";
import type { Experience } from "./experience.ts";
import { idleLog, leftLog, situationOf } from "./situation.ts";
import { PREDICTED_MIN_MS } from "./times-left.ts";

/** An expectation that differs by less than this, or by less than a quarter of the time left, is left as it is: the card must not flicker. */
const STEADY_MS = 20_000;
const STEADY_SHARE = 0.25;
/** From fewer percent no pace is taken, unless tasks of this kind are known. */
const TELLING_PERCENT = 5;

/** The task's end to be expected now; the very same object as before where that still holds, for such a poll brought no news. */
export function foresee(state: Running, now: EpochMs, experience: Experience): Foreseen {
  const before = state.foreseen ?? { endsAt: null, isSlow: false };
  const elapsedMs = Math.max(0, now - state.since);
  const isSlow = experience.slowAfterMs !== null && elapsedMs > experience.slowAfterMs;
  const endsAt = steady(before.endsAt, now, likelyLeftMs(state, elapsedMs, experience));
  const isSame = state.foreseen !== undefined && endsAt === before.endsAt && isSlow === before.isSlow;
  return isSame ? before : { endsAt, isSlow };
}

function steady(before: EpochMs | null, now: EpochMs, leftMs: number | null): EpochMs | null {
  if (leftMs === null) return null;
  const endsAt = Math.round(now + leftMs);
  const isAboutRight = before !== null && Math.abs(before - endsAt) < Math.max(STEADY_MS, STEADY_SHARE * leftMs);
  return isAboutRight ? before : endsAt;
}

/** Of a steady task halfway between the ends that its sights allow; of any other the median of those in its situation. */
function likelyLeftMs(state: Running, elapsedMs: number, experience: Experience): number | null {
  const { trace = [], percent, since, lastRunningAt } = state;
  const { timesLeft, isLearned } = experience;
  const situation = situationOf(trace, Math.max(0, Math.round(lastRunningAt - since)));
  const { phase, endMs, steadyEnd } = situation;
  const isTelling = (percent ?? 0) >= TELLING_PERCENT || isLearned;
  if (steadyEnd && isTelling)
    return Math.max(PREDICTED_MIN_MS, (steadyEnd.earliestMs + steadyEnd.latestMs) / 2 - elapsedMs);
  if (phase === "moving" && endMs !== null) {
    if (!isTelling) return null;
    return Math.max(PREDICTED_MIN_MS, endMs - elapsedMs) * (timesLeft.moving[leftLog(situation, elapsedMs)] ?? 1);
  }
  const seconds = timesLeft[phase === "last" ? "last" : "waiting"][idleLog(situation, elapsedMs)];
  return seconds === null || seconds === undefined ? null : seconds * 1_000;
}

/** Milliseconds that a running job may still take, as its last poll let expect; null where it is not known. */
export function expectedLeftMs(state: Running, now: EpochMs): number | null {
  const { foreseen, percent, since } = state;
  if (!foreseen) return extrapolatedMs(percent, now - since);
  return foreseen.endsAt === null ? null : Math.max(0, foreseen.endsAt - now);
}

/** For a job of an earlier version: from the service's own percentage, 0 to 99, alone. */
function extrapolatedMs(percent: number | null, elapsedMs: number): number | null {
  if (percent === null || percent < TELLING_PERCENT || elapsedMs < 1_000) return null;
  return (elapsedMs * (100 - percent)) / percent;
}
