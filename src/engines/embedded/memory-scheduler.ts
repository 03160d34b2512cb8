import type { Clock, EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Log } from "../../core/ports.ts";
import type { Hold, Scheduler, Step } from "../../core/scheduler.ts";
import { dueQueue } from "./due-queue.ts";

/** Nobody else has the jobs of this process. */
const HOLD: Hold = { isTakenOver: false, isHeld: () => true };
/** A step that rejects is tried again after this many milliseconds. */
const RETRY_AFTER_MS = 5_000;
/** The clock is looked at this often while jobs wait, so that a change of it is noticed. */
const LOOK_EVERY_MS = 30_000;
/** A clock that is set back further than this wakes every job: what they wait for was worked out by the old time. */
const SET_BACK_MS = 5_000;
/** A timer is late by less than this, however busy the process is. */
const MISSED_MS = 1_000;
/** They begin this far apart. */
const SPREAD_MS = 1;

/** Wakes jobs from a heap in memory: it forgets them with the process, and the store's open jobs fill it again. */
export function memoryScheduler(
  clock: Clock,
  log: Log,
  { concurrency = 64 }: { readonly concurrency?: number } = {},
): Scheduler {
  const waiting = dueQueue();
  /** Jobs whose step is running, and the time that was asked for meanwhile. */
  const running = new Map<JobId, EpochMs | null>();
  const inFlight = new Set<Promise<void>>();
  let step: Step | null = null;
  let isStopped = false;
  let seen = clock.now();
  /** How often the clock was set back. */
  let setBacks = 0;
  let alarm: { readonly at: EpochMs; readonly cancel: () => void } | null = null;

  /** The time. Where the clock was set back, the waiting jobs are woken; by a little, they move with it. */
  function now(): EpochMs {
    const time = clock.now();
    const backMs = seen - time;
    seen = time;
    if (backMs > 0) waiting.shift(backMs);
    if (backMs > SET_BACK_MS) {
      setBacks += 1;
      waiting.wakeAll(time, SPREAD_MS);
    }
    return time;
  }

  /** Every step begins from the timer, so that jobs which are always due cannot starve the event loop. */
  function setAlarm(): void {
    const time = now();
    const next = waiting.nextAt();
    if (!step || isStopped || next === null || running.size >= concurrency) return;
    // One that should have rung before: the clock was set forward, and its timer knows nothing of that.
    const isMissed = alarm !== null && alarm.at < time - MISSED_MS;
    if (alarm && alarm.at <= next && !isMissed) return;
    alarm?.cancel();
    const at = Math.min(Math.max(next, time), time + LOOK_EVERY_MS);
    alarm = { at, cancel: clock.after(at - time, wakeDue) };
  }

  function wakeDue(): void {
    alarm = null;
    const time = now();
    while (step && !isStopped && running.size < concurrency) {
      const id = waiting.takeDue(time);
      if (id === null) break;
      running.set(id, null);
      const work = run(id, step);
      inFlight.add(work);
      void work.then(() => inFlight.delete(work));
    }
    setAlarm();
  }

  async function run(id: JobId, act: Step): Promise<void> {
    let next: EpochMs | null;
    const before = setBacks;
    try {
      next = await act(id, HOLD);
    } catch (error) {
      log.error("step failed", { job: id, error: error instanceof Error ? error.message : String(error) });
      next = now() + RETRY_AFTER_MS;
    }
    const asked = running.get(id) ?? next;
    running.delete(id);
    // A time that was worked out before the clock was set back is far ahead.
    const time = now();
    const at = asked !== null && setBacks !== before ? Math.min(asked, time) : asked;
    if (at !== null) waiting.put(id, at);
    setAlarm();
  }

  return {
    schedule(id, at) {
      now();
      if (running.has(id)) running.set(id, at);
      else waiting.put(id, at);
      setAlarm();
    },
    async ensure(jobs) {
      const missing = jobs.filter(({ id }) => !running.has(id) && !waiting.has(id));
      for (const { id, at } of missing) waiting.put(id, at);
      setAlarm();
      return missing.length;
    },
    start(act) {
      if (step) throw new Error("the scheduler was started before");
      step = act;
      setAlarm();
    },
    async stop() {
      isStopped = true;
      alarm?.cancel();
      alarm = null;
      await Promise.all(inFlight);
    },
    size: () => waiting.size(),
  };
}
