import { type Trace, traced } from "../../src/core/job/trace.ts";
import type { Hazards, TaskLife } from "../../src/core/pace/hazards.ts";
import { pollGapMs } from "../../src/core/pace/poll-gap.ts";
import { situationOf } from "../../src/core/pace/situation.ts";
import type { MixedTask } from "./standard-mix.ts";

/** Milliseconds until the next poll of a task of that age, of which so much was seen. */
export type Policy = (trace: Trace, elapsedMs: number) => number;

/** A life, and the ages at which polls found the task running. */
export interface WatchedLife extends TaskLife {
  readonly polledMs: readonly number[];
}

export function byHazards(hazards: Hazards, pollMinMs: number): Policy {
  return (trace, polledMs) => pollGapMs({ situation: situationOf(trace, polledMs), polledMs, hazards }, pollMinMs);
}

/** One task's life under a policy: what was seen of it, how often it was polled, and how late its end was seen. */
export function live(task: MixedTask, gapOf: Policy): WatchedLife & { readonly polls: number; readonly lagMs: number } {
  const polledMs: number[] = [];
  let trace: Trace = [];
  let atMs = 0;
  for (let polls = 1; ; polls += 1) {
    const lastRunningMs = atMs;
    atMs += gapOf(trace, atMs);
    if (atMs >= task.endsMs) return { trace, polledMs, lastRunningMs, endedMs: atMs, polls, lagMs: atMs - task.endsMs };
    polledMs.push(atMs);
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
