import { type Trace, traced } from "../../../src/core/job/job.ts";
import { pollGapMs } from "../../../src/core/pace/next-poll.ts";
import { type Random, random } from "../../simulation/random.ts";

/** A simulated task of the service. Only its percentage is visible. */
export interface MixedTask {
  readonly kind: Kind;
  readonly endsMs: number;
  /** A whole number from 0 to 99. */
  percentAt(elapsedMs: number): number;
}

type Kind = "linear" | "queued" | "jumpy" | "easing" | "stuck at 0" | "stuck at 99";

/** A mix of tasks. It is an assumption, because there are no traces of real tasks. */
export interface Mix {
  readonly medianS: number;
  readonly sigma: number;
  readonly leastS: number;
  readonly mostS: number;
  readonly failing: number;
  readonly kinds: Readonly<Record<Kind, number>>;
}

/** The mix for the published figures, with a mean of 184 s. */
export const STANDARD_MIX: Mix = {
  medianS: 170,
  sigma: 0.47,
  leastS: 60,
  mostS: 600,
  failing: 0.08,
  kinds: { linear: 35, queued: 20, jumpy: 15, easing: 10, "stuck at 0": 10, "stuck at 99": 10 },
};

/** Other durations and shares, to detect tuning that fits only the standard mix. */
export const HELD_OUT_MIX: Mix = {
  medianS: 210,
  sigma: 0.6,
  leastS: 45,
  mostS: 600,
  failing: 0.12,
  kinds: { linear: 30, queued: 25, jumpy: 15, easing: 15, "stuck at 0": 5, "stuck at 99": 10 },
};

export function mixedTasks(mix: Mix, count: number, seed: number): readonly MixedTask[] {
  const chance = random(seed);
  return Array.from({ length: count }, () => mixedTask(mix, chance));
}

function mixedTask(mix: Mix, chance: Random): MixedTask {
  const fullMs = 1_000 * fullSeconds(mix, chance);
  const kind = chance.weighted(mix.kinds);
  const shape = shapeOf(kind, chance);
  const endsMs = Math.max(1, Math.round(fullMs * (chance.chance(mix.failing) ? chance.fraction() : 1)));
  return { kind, endsMs, percentAt: (elapsedMs) => Math.min(99, Math.floor(100 * shape(elapsedMs / fullMs))) };
}

/** Lognormal, drawn again if out of bounds. */
function fullSeconds({ medianS, sigma, leastS, mostS }: Mix, chance: Random): number {
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - chance.fraction())) * Math.cos(2 * Math.PI * chance.fraction());
    const seconds = medianS * Math.exp(sigma * normal);
    if (seconds >= leastS && seconds <= mostS) return seconds;
  }
}

/** The progress shown after a share of the task's time has passed. */
function shapeOf(kind: Kind, chance: Random): (passed: number) => number {
  switch (kind) {
    case "linear":
      return (passed) => passed;
    case "queued": {
      const queue = 0.1 + 0.5 * chance.fraction();
      return (passed) => Math.max(0, (passed - queue) / (1 - queue));
    }
    case "jumpy": {
      const jumps = Array.from({ length: chance.between(3, 6) }, () => chance.fraction());
      return (passed) => jumps.filter((jump) => jump <= passed).length / (jumps.length + 1);
    }
    case "easing":
      return (passed) => 1 - (1 - passed) ** 2;
    case "stuck at 0":
      return () => 0;
    case "stuck at 99": {
      const full = 0.5 + 0.4 * chance.fraction();
      return (passed) => Math.min(0.99, passed / full);
    }
  }
}

/** Returns the milliseconds until the next poll of a task with that trace and age. */
export type Policy = (trace: Trace, elapsedMs: number) => number;

export function byOurRule(pollMinMs: number): Policy {
  return (trace, polledMs) => pollGapMs(trace, polledMs, pollMinMs);
}

/** Simulates one task under a policy. Returns the number of polls, and the delay until its end is seen. */
function live(task: MixedTask, gapOf: Policy): { readonly polls: number; readonly lagMs: number } {
  let trace: Trace = [];
  let atMs = 0;
  for (let polls = 1; ; polls += 1) {
    atMs += gapOf(trace, atMs);
    if (atMs >= task.endsMs) return { polls, lagMs: atMs - task.endsMs };
    trace = traced(trace, atMs, task.percentAt(atMs));
  }
}

export interface Figures {
  readonly polls: number;
  readonly lagS: number;
  readonly p99S: number;
  /** Polls × mean lag. */
  readonly product: number;
}

export function figuresOf(tasks: readonly MixedTask[], gapOf: Policy): Figures {
  const lives = tasks.map((task) => live(task, gapOf));
  const lags = lives.map(({ lagMs }) => lagMs / 1_000).sort((a, b) => a - b);
  const polls = lives.reduce((sum, life) => sum + life.polls, 0) / lives.length;
  const lagS = lags.reduce((sum, lag) => sum + lag, 0) / lags.length;
  return { polls, lagS, p99S: lags[Math.floor(0.99 * lags.length)] ?? 0, product: polls * lagS };
}
