import type { SandboxClock } from "../src/clock.ts";

export interface ManualSandboxClock extends SandboxClock {
  /** Advances the time and runs each timer at its time, in order. */
  advance(ms: number): void;
}

/** A clock that moves only when the test advances it. `start` is in milliseconds since the epoch. */
export function manualSandboxClock(start = Date.UTC(2026, 10, 21, 12)): ManualSandboxClock {
  let now = start;
  let added = 0;
  const alarms = new Map<number, { readonly at: number; readonly act: () => void }>();

  const nextDue = (until: number) => {
    let first: { readonly id: number; readonly at: number; readonly act: () => void } | undefined;
    for (const [id, alarm] of alarms)
      if (alarm.at <= until && (first === undefined || alarm.at < first.at)) first = { id, ...alarm };
    return first;
  };

  return {
    now: () => now,
    after(delayMs, act) {
      added += 1;
      const id = added;
      alarms.set(id, { at: now + delayMs, act });
      return () => alarms.delete(id);
    },
    advance(ms) {
      const until = now + ms;
      for (let due = nextDue(until); due; due = nextDue(until)) {
        alarms.delete(due.id);
        now = Math.max(now, due.at);
        due.act();
      }
      now = until;
    },
  };
}
