import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

export interface QueuedJob {
  readonly id: JobId;
  /** An `ownerName`. */
  readonly owner: string;
  readonly joinedAt: EpochMs;
  /** Its card is not visible yet. Until it is, neither this job nor its owner's later jobs can begin. */
  readonly isUnseen?: boolean;
}

export interface Places {
  readonly freeAt: readonly (EpochMs | null)[];
  readonly lastBeganAt: EpochMs;
}

export interface QueueNow {
  readonly waiting: readonly QueuedJob[];
  readonly places: ReadonlyMap<string, Places>;
  /** Running places of one owner. */
  readonly ofOwner: number;
  /** For all owners together. */
  readonly free: number;
}

/** Next is the oldest job of the person whose last job began longest ago. */
export function turnsOf(queue: QueueNow): readonly JobId[] {
  const people = peopleOf(queue);
  const most = Math.min(queue.free, queue.waiting.length);
  const turns = Array.from({ length: most }, (_, turn) => beginNext(people, queue.ofOwner, turn));
  return turns.filter((id) => id !== null);
}

export interface Waiter {
  readonly owner: string;
  readonly waiting: number;
  readonly running: number;
}

/**
 * Whether a new job would jump the queue, because waiting jobs could use every free place. `free`: for all owners together,
 * infinite in direct messages.
 */
export function wouldPass(
  owner: string,
  { queue, ofOwner, free }: { readonly queue: readonly Waiter[]; readonly ofOwner: number; readonly free: number },
): boolean {
  const own = queue.find((one) => one.owner === owner);
  if (own && own.waiting >= ofOwner - own.running) return true;
  const able = queue.map(({ waiting, running }) => Math.min(waiting, Math.max(0, ofOwner - running)));
  const claimed = able.reduce((sum, count) => sum + count, 0);
  return claimed > 0 && claimed >= free;
}

export function placeInQueue(
  queue: QueueNow,
  id: JobId,
  now: EpochMs,
): { readonly nth: number; readonly startsAt: EpochMs | null } | null {
  const nth = peopleOf(queue).flatMap(({ waiting }) => waiting.findIndex((job) => job.id === id) + 1);
  const own = nth.find((place) => place > 0);
  return own === undefined ? null : { nth: own, startsAt: startOf(queue, id, now) };
}

/** Simulates the queue, assuming that nobody joins or leaves. */
function startOf(queue: QueueNow, id: JobId, now: EpochMs): EpochMs | null {
  const people = peopleOf(queue);
  const ends = people
    .flatMap((person) => person.freeAt.flatMap((at) => (at === null ? [] : [{ at: Math.max(at, now), person }])))
    .sort((one, other) => one.at - other.at);
  let [free, time] = [Math.min(queue.free, queue.waiting.length), now];
  for (let turn = 0; ; turn += 1) {
    const begun = free > 0 ? beginNext(people, queue.ofOwner, turn) : null;
    if (begun === id) return Math.round(time);
    if (begun !== null) {
      free -= 1;
      continue;
    }
    const end = ends.shift();
    if (!end) return null;
    time = end.at;
    free += 1;
    end.person.running -= 1;
  }
}

/** Later than any `lastBeganAt`. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER / 2;

interface Person {
  readonly name: string;
  readonly waiting: QueuedJob[];
  readonly freeAt: Places["freeAt"];
  running: number;
  lastTurn: number;
}

function peopleOf({ waiting, places }: QueueNow): readonly Person[] {
  return [...queuesOf(waiting)].map(([name, jobs]) => {
    const { freeAt, lastBeganAt } = places.get(name) ?? { freeAt: [], lastBeganAt: 0 };
    return { name, waiting: jobs, freeAt, running: freeAt.length, lastTurn: lastBeganAt };
  });
}

function beginNext(people: readonly Person[], ofOwner: number, turn: number): JobId | null {
  const [next] = people
    .filter(({ waiting: [oldest], running }) => oldest && !oldest.isUnseen && running < ofOwner)
    .sort((one, other) => one.lastTurn - other.lastTurn);
  const job = next?.waiting.shift();
  if (!next || !job) return null;
  next.running += 1;
  next.lastTurn = AFTER_ALL + turn;
  return job.id;
}

function queuesOf(waiting: readonly QueuedJob[]): Map<string, QueuedJob[]> {
  const queues = new Map<string, QueuedJob[]>();
  for (const job of waiting.toSorted((a, b) => a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1)))
    queues.set(job.owner, [...(queues.get(job.owner) ?? []), job]);
  return queues;
}
