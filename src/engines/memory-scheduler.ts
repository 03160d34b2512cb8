import type { Clock, EpochMs } from "../core/clock.ts";
import type { Hold, Scheduler, Step } from "../core/engine.ts";
import type { JobId } from "../core/job/ids.ts";
import type { Log } from "../core/text/log-fields.ts";

/** No other process can take this one's jobs. */
const HOLD: Hold = { isTakenOver: false, isHeld: () => true };
const RETRY_AFTER_MS = 5_000;
/** A change of the clock is noticed within this time. */
const CLOCK_CHECK_MS = 30_000;
/** If the clock is set back by more than this, every job is woken, because its due time came from the old clock. */
const SET_BACK_MS = 5_000;
/** A busy process fires a timer late, but by less than this. */
const MISSED_MS = 1_000;
const SPREAD_MS = 1;

/** The heap is lost with the process, and refilled from the store's open jobs. */
export function memoryScheduler(
  clock: Clock,
  log: Log,
  { concurrency = 64 }: { readonly concurrency?: number } = {},
): Scheduler {
  const waiting = dueQueue();
  const running = new Map<JobId, EpochMs | null>();
  const inFlight = new Set<Promise<void>>();
  let step: Step | null = null;
  let isStopped = false;
  let seen = clock.now();
  let setBacks = 0;
  let alarm: { readonly at: EpochMs; readonly cancel: () => void } | null = null;

  function now(): EpochMs {
    const time = clock.now();
    const isSetBack = seen - time > SET_BACK_MS;
    seen = time;
    if (isSetBack) {
      setBacks += 1;
      waiting.wakeAll(time, SPREAD_MS);
    }
    return time;
  }

  /** Every step starts from this timer. Jobs that are always due must not starve the event loop. */
  function setAlarm(): void {
    const time = now();
    const next = waiting.nextAt();
    if (!step || isStopped || next === null || running.size >= concurrency) return;
    // The clock was set forward without the timer noticing.
    const isMissed = alarm !== null && alarm.at < time - MISSED_MS;
    if (alarm && alarm.at <= next && !isMissed) return;
    alarm?.cancel();
    const at = Math.min(Math.max(next, time), time + CLOCK_CHECK_MS);
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
    // A time that was computed before the clock was set back would be too late.
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

interface Entry {
  readonly id: JobId;
  at: EpochMs;
  order: number;
  index: number;
}

/** A binary heap whose entries know their position, so a job's time can be replaced. */
export function dueQueue() {
  const heap: Entry[] = [];
  const byId = new Map<JobId, Entry>();
  let order = 0;

  function place(entry: Entry, index: number): void {
    heap[index] = entry;
    entry.index = index;
  }

  function rise(entry: Entry): void {
    while (entry.index > 0) {
      const parent = heap[(entry.index - 1) >> 1];
      if (!parent || isBefore(parent, entry)) return;
      const { index } = parent;
      place(parent, entry.index);
      place(entry, index);
    }
  }

  function sink(entry: Entry): void {
    for (;;) {
      const left = heap[2 * entry.index + 1];
      const right = heap[2 * entry.index + 2];
      const child = left && right && isBefore(right, left) ? right : left;
      if (!child || isBefore(entry, child)) return;
      const { index } = child;
      place(child, entry.index);
      place(entry, index);
    }
  }

  return {
    put(id: JobId, at: EpochMs): void {
      if (!Number.isFinite(at)) throw new Error(`job ${id} cannot be due at ${at}`);
      order += 1;
      let entry = byId.get(id);
      if (entry) {
        entry.at = at;
        entry.order = order;
      } else {
        entry = { id, at, order, index: heap.length };
        byId.set(id, entry);
        heap.push(entry);
      }
      rise(entry);
      sink(entry);
    },
    has: (id: JobId) => byId.has(id),
    takeDue(now: EpochMs): JobId | null {
      const [first] = heap;
      if (!first || first.at > now) return null;
      byId.delete(first.id);
      const last = heap.pop();
      if (last && last !== first) {
        place(last, 0);
        sink(last);
      }
      return first.id;
    },
    nextAt: () => heap[0]?.at ?? null,
    wakeAll(now: EpochMs, spreadMs: number): void {
      // A sorted heap stays a heap.
      heap.sort((a, b) => a.at - b.at || a.order - b.order);
      for (const [index, entry] of heap.entries()) {
        entry.index = index;
        entry.at = Math.min(entry.at, now + index * spreadMs);
      }
    },
    size: () => heap.length,
  };
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
