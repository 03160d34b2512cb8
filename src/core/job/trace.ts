/** One poll of a task: milliseconds since it began, and its percentage, 0 to 99. */
export type Sight = readonly [elapsedMs: number, percent: number];

/** How a task's progress was seen to go: the first sight of each percentage, in order; thinned where they are many. */
export type Trace = readonly Sight[];

/** Sights that are kept of one task: a poll every 8 s brings no more in most lives. */
export const TRACE_MAX = 64;

/** The trace with what was just seen; the same one where that is no news. */
export function traced(trace: Trace, elapsedMs: number, percent: number): Trace {
  const last = trace.at(-1);
  if (last && percent <= last[1]) return trace;
  return [...(trace.length < TRACE_MAX ? trace : thinned(trace)), [Math.max(0, Math.round(elapsedMs)), percent]];
}

/** The first sight that shows the task moving: before it, it may have waited in a queue. */
export function firstMove(trace: Trace): Sight | undefined {
  return trace.find(([, percent]) => percent > 0);
}

/** Every other one goes; where the movement began must stay. */
function thinned(trace: Trace): Trace {
  const start = firstMove(trace);
  return trace.filter((sight, index) => index % 2 === 0 || sight === start);
}
