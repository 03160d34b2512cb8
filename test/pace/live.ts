import { type Trace, traced } from "../../src/core/job/job.ts";
import { pollGapMs } from "../../src/core/pace/task-pace.ts";
import type { MixedTask } from "./standard-mix.ts";

/** Milliseconds until the next poll of a task of that age, of which so much was seen. */
export type Policy = (trace: Trace, elapsedMs: number) => number;

export function byOurRule(pollMinMs: number): Policy {
  return (trace, polledMs) => pollGapMs(trace, polledMs, pollMinMs);
}

/** One task's life under a policy: how often it is polled, and how late its end is seen. */
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
