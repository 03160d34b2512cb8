import { type Trace, traced } from "../../src/core/job/trace.ts";
import type { Hazards, TaskLife } from "../../src/core/pace/hazards.ts";
import { pollGapMs } from "../../src/core/pace/poll-gap.ts";
import { situationOf } from "../../src/core/pace/situation.ts";
import type { MixedTask } from "./standard-mix.ts";

/** Milliseconds until the next look at a task of that age, of which so much was seen. */
export type Policy = (trace: Trace, elapsedMs: number) => number;

export function byHazards(hazards: Hazards, pollMinMs: number): Policy {
  return (trace, lookedMs) => pollGapMs({ situation: situationOf(trace), lookedMs, hazards }, pollMinMs);
}

/** One task's life under a policy: what was seen of it, how often it was looked at, and how late its end was seen. */
export function live(task: MixedTask, gapOf: Policy): TaskLife & { readonly looks: number; readonly lagMs: number } {
  let trace: Trace = [];
  let atMs = 0;
  for (let looks = 1; ; looks += 1) {
    const lastRunningMs = atMs;
    atMs += gapOf(trace, atMs);
    if (atMs >= task.endsMs) return { trace, lastRunningMs, endedMs: atMs, looks, lagMs: atMs - task.endsMs };
    trace = traced(trace, atMs, task.percentAt(atMs));
  }
}

export interface Figures {
  readonly looks: number;
  readonly lagS: number;
  readonly p99S: number;
  /** Looks × mean lag. */
  readonly product: number;
}

export function figuresOf(tasks: readonly MixedTask[], gapOf: Policy): Figures {
  const lives = tasks.map((task) => live(task, gapOf));
  const lags = lives.map(({ lagMs }) => lagMs / 1_000).sort((a, b) => a - b);
  const looks = lives.reduce((sum, life) => sum + life.looks, 0) / lives.length;
  const lagS = lags.reduce((sum, lag) => sum + lag, 0) / lags.length;
  return { looks, lagS, p99S: lags[Math.floor(0.99 * lags.length)] ?? 0, product: looks * lagS };
}
