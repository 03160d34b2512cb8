import type { EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";

/** Jobs by the time they are due; those of the same time in the order they came. */
export interface DueQueue {
  /** Replaces an earlier time of that job. */
  put(id: JobId, at: EpochMs): void;
  has(id: JobId): boolean;
  /** Takes out the first job that is due by `now`; null where none is. */
  takeDue(now: EpochMs): JobId | null;
  /** When the first one is due. */
  nextAt(): EpochMs | null;
  /** Every job is due this many milliseconds earlier. */
  shift(byMs: number): void;
  /** Every job is due by now, in their order, `spreadMs` apart. */
  wakeAll(now: EpochMs, spreadMs: number): void;
  size(): number;
}

interface Entry {
  readonly id: JobId;
  at: EpochMs;
  order: number;
  index: number;
}

/** A binary heap whose entries know their own place, so that a job's time can be replaced. */
export function dueQueue(): DueQueue {
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
    put(id, at) {
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
    has: (id) => byId.has(id),
    takeDue(now) {
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
    shift(byMs) {
      // All alike: the heap keeps its order.
      for (const entry of heap) entry.at -= byMs;
    },
    wakeAll(now, spreadMs) {
      // A heap that is sorted stays one.
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
