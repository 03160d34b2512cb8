import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

/** A job's final word, and when it was settled. */
export interface FinalWord {
  readonly id: JobId;
  readonly since: EpochMs;
}

/** Final words that wait for one bucket, those that were settled first in front. */
export interface FinalWordQueue {
  /** How many wait, without those in front that did not come back. */
  count(now: EpochMs): number;
  /** How many stand before that word, which has a place from now on. */
  rankOf(word: FinalWord, now: EpochMs): number;
  /** Its turn is not before then. */
  expect(word: FinalWord, at: EpochMs, now: EpochMs): void;
  leave(word: FinalWord): void;
  /** Every word that still waits has stopped coming back. */
  isDeserted(now: EpochMs): boolean;
}

/** A word that has not come back for its turn for this long loses its place. */
const NO_SHOW_MS = 60_000;

interface Place extends FinalWord {
  /** Among those settled in the same millisecond, first come first served. */
  readonly order: number;
  expectedAt: EpochMs;
}

export function finalWordQueue(): FinalWordQueue {
  /** The first one first. */
  const queue: Place[] = [];
  const places = new Map<JobId, Place>();
  let given = 0;

  function leave(place: Place): void {
    queue.splice(rankIn(queue, place), 1);
    places.delete(place.id);
  }

  /** The first word loses its place where it does not come back. */
  function dropLost(now: EpochMs, here?: JobId): void {
    for (let [first] = queue; first && first.id !== here && isLost(first, now); [first] = queue) leave(first);
  }

  /** The word's place, a new one where it has none. */
  function take({ id, since }: FinalWord, now: EpochMs): Place {
    dropLost(now, id);
    const known = places.get(id);
    if (known) return known;
    given += 1;
    const place: Place = { id, since, order: given, expectedAt: now };
    queue.splice(rankIn(queue, place), 0, place);
    places.set(id, place);
    return place;
  }

  return {
    count(now) {
      dropLost(now);
      return queue.length;
    },
    rankOf: (word, now) => rankIn(queue, take(word, now)),
    expect(word, at, now) {
      take(word, now).expectedAt = at;
    },
    leave({ id }) {
      const place = places.get(id);
      if (place) leave(place);
    },
    isDeserted: (now) => queue.every((place) => isLost(place, now)),
  };
}

function isLost({ expectedAt }: Place, now: EpochMs): boolean {
  return now - expectedAt >= NO_SHOW_MS;
}

/** How many stand before that place, or would. */
function rankIn(queue: readonly Place[], place: Place): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = queue[middle];
    if (other && isBefore(other, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(one: Place, other: Place): boolean {
  return one.since < other.since || (one.since === other.since && one.order < other.order);
}
