import type { EpochMs } from "../../../src/core/clock.ts";
import { HOLD_DOUBTED_AFTER_MS, type Hold, LOCK_MS, type Scheduler, type Step } from "../../../src/core/engine.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Log } from "../../../src/core/text/log-fields.ts";
import type { Stall } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "./sim-clock.ts";
import type { SimProcess } from "./sim-process.ts";

/**
 * Alarms that several processes share, like those of src/engines/distributed: one process starts a job, and another can take
 * it over.
 */
export interface SimAlarms {
  of(process: SimProcess, log: Log): Scheduler;
  stalled(process: SimProcess, stall: Stall): void;
  /** The process has ended in any way. */
  gone(process: SimProcess): void;
}

/** A worker checks for expired locks this often. */
const NOTICED_MS = LOCK_MS / 2;
const RETRY_AFTER_MS = 5_000;

interface Worker {
  readonly process: SimProcess;
  readonly log: Log;
  step: Step | null;
  isStopping: boolean;
  readonly inFlight: Set<Promise<void>>;
}

interface Held {
  readonly worker: Worker;
  isLost: boolean;
}

interface Alarm {
  at: EpochMs;
  held: Held | null;
  /** The time that was scheduled while the step was running. */
  asked: EpochMs | null;
  /** The lock was lost during a step, and no later step has finished yet. */
  isCut: boolean;
  cancel(): void;
}

/** Equal to the value in the Redis scheduler. */
const LOST_MS = 1_000;

interface AlarmsWorld {
  readonly random: Random;
  readonly clock: SimClock;
  trace(line: string): void;
}

export function simAlarms({ random, clock, trace }: AlarmsWorld): SimAlarms {
  const alarms = new Map<JobId, Alarm>();
  const workers: Worker[] = [];

  const isReady = ({ process, step, isStopping }: Worker) =>
    process.isAlive() && !process.isFrozen() && step !== null && !isStopping;

  function wake(id: JobId): void {
    const alarm = alarms.get(id);
    if (!alarm || alarm.held) return;
    alarm.cancel();
    if (alarm.at > clock.now()) {
      alarm.cancel = clock.after(alarm.at - clock.now(), () => wake(id));
      return;
    }
    const [first, ...others] = workers.filter(isReady);
    if (first) take(id, alarm, random.pick([first, ...others]));
  }

  function wakeAll(): void {
    for (const id of [...alarms.keys()]) wake(id);
  }

  function take(id: JobId, alarm: Alarm, worker: Worker): void {
    const held: Held = { worker, isLost: false };
    alarm.held = held;
    const work = run(id, alarm, held);
    worker.inFlight.add(work);
    void work.then(() => worker.inFlight.delete(work));
  }

  async function run(id: JobId, alarm: Alarm, held: Held): Promise<void> {
    const { process, step, log } = held.worker;
    const hold: Hold = { isTakenOver: alarm.isCut, isHeld: () => !held.isLost };
    let next: EpochMs | null = null;
    try {
      next = (await step?.(id, hold)) ?? null;
      if (hold.isTakenOver && alarm.held === held) alarm.isCut = false;
    } catch (error) {
      log.error("step failed", { job: id, error: error instanceof Error ? error.message : String(error) });
      next = clock.now() + RETRY_AFTER_MS;
    }
    if (!process.isAlive()) return;
    if (alarm.held !== held) {
      // Another process has taken the job over, so the next time from this step may be outdated.
      if (next !== null) schedule(id, Math.min(next, clock.now() + LOST_MS));
      return;
    }
    alarm.held = null;
    const at = alarm.asked ?? next;
    alarm.asked = null;
    if (at === null) alarms.delete(id);
    else alarm.at = at;
    wake(id);
  }

  function schedule(id: JobId, at: EpochMs): void {
    const alarm = alarms.get(id);
    if (!alarm) alarms.set(id, { at, held: null, asked: null, isCut: false, cancel: () => {} });
    else if (alarm.held) alarm.asked = at;
    else alarm.at = at;
    wake(id);
  }

  /** Takes the jobs over from a process that has not renewed its locks, after `inMs`. */
  function cut(process: SimProcess, inMs: number): void {
    for (const [id, alarm] of alarms) {
      const { held } = alarm;
      if (held?.worker.process !== process) continue;
      clock.after(inMs, () => {
        if (alarm.held !== held) return;
        trace("the job of another is taken over");
        Object.assign(alarm, { held: null, isCut: true, at: clock.now() });
        wake(id);
      });
    }
  }

  function lose(process: SimProcess): void {
    for (const { held } of alarms.values()) if (held?.worker.process === process) held.isLost = true;
  }

  return {
    of(process, log) {
      const worker: Worker = { process, log, step: null, isStopping: false, inFlight: new Set() };
      workers.push(worker);
      return {
        schedule(id, at) {
          if (process.isAlive()) schedule(id, at);
        },
        async ensure(jobs) {
          const missing = jobs.filter(({ id }) => !alarms.has(id));
          for (const { id, at } of missing) schedule(id, at);
          return missing.length;
        },
        start(step) {
          worker.step = step;
          wakeAll();
        },
        async stop() {
          worker.isStopping = true;
          await Promise.all(worker.inFlight);
        },
        size: () => alarms.size,
      };
    },
    stalled(process, stall) {
      if (stall.kind === "locks lost") {
        lose(process);
        cut(process, random.between(1, LOCK_MS));
        return;
      }
      clock.after(stall.ms, wakeAll);
      if (stall.ms > HOLD_DOUBTED_AFTER_MS) lose(process);
      if (stall.ms > LOCK_MS) cut(process, LOCK_MS + random.between(1, NOTICED_MS));
    },
    gone(process) {
      cut(process, random.between(NOTICED_MS, LOCK_MS + NOTICED_MS));
    },
  };
}
