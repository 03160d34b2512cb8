import type { EpochMs } from "./clock.ts";
import type { JobId } from "./job.ts";

/** One of a platform's limits, with what it lets through. */
export interface Bucket {
  readonly name: string;
  /** So many at once after a rest. */
  readonly burst: number;
  /** One more each so many milliseconds. */
  readonly everyMs: number;
}

/** A job's final word, and when it was settled. */
export interface FinalWord {
  readonly id: JobId;
  readonly since: EpochMs;
}

/** Shares a platform's limits out: final words first, in the order in which they were settled; progress from what is left. */
export interface EditBudget {
  /** Milliseconds until this job's final word may go. 0: now, and it is counted; else it keeps its place in the line. */
  finalWord(bucket: Bucket, word: FinalWord, now: EpochMs): number;
  /** Gives the final word its place in the line; it comes back in `forMs`. */
  queue(bucket: Bucket, word: FinalWord, back: { readonly forMs: number; readonly now: EpochMs }): void;
  /** Milliseconds until an edit with progress may go. 0: now, and it is counted. Half the burst is kept for final words. */
  progress(bucket: Bucket, now: EpochMs): number;
  /** The platform asked for a pause. */
  pause(bucket: Bucket, forMs: number, now: EpochMs): void;
  /** The platform answered with a no (401, 403, 404 or 429): too many of them are a reason to be blocked. */
  refused(bucket: Bucket, now: EpochMs): void;
}

/** Discord blocks an address after 10,000 such answers in 10 minutes; one bucket has a hundredth. Source: Discord's documentation, rate limits (read 2026-11-21). */
const REFUSALS_MAX = 100;
const REFUSALS_WITHIN_MS = 600_000;
/** Who does not come back for a place in the line loses it after so long. */
const NO_SHOW_MS = 60_000;
/** With more buckets than this, those that are full again and wait for nobody are forgotten. */
const BUCKETS_MAX = 2_000;

interface Place extends FinalWord {
  /** Among those settled in the same millisecond, first come first served. */
  readonly order: number;
  expectedAt: EpochMs;
}

interface State {
  readonly limit: Bucket;
  tokens: number;
  filledAt: EpochMs;
  pausedUntil: EpochMs;
  /** Final words that wait, the first one first. */
  readonly line: Place[];
  readonly places: Map<JobId, Place>;
  /** Places given so far. */
  given: number;
  refusals: EpochMs[];
}

export function editBudget(): EditBudget {
  const states = new Map<string, State>();

  function stateOf(limit: Bucket, now: EpochMs): State {
    let state = states.get(limit.name);
    if (!state) {
      if (states.size >= BUCKETS_MAX) forgetIdle(now);
      state = {
        limit,
        tokens: limit.burst,
        filledAt: now,
        pausedUntil: 0,
        line: [],
        places: new Map(),
        given: 0,
        refusals: [],
      };
      states.set(limit.name, state);
    }
    fill(state, now);
    return state;
  }

  function forgetIdle(now: EpochMs): void {
    for (const [name, state] of states) {
      fill(state, now);
      const isIdle = state.line.length === 0 && state.refusals.length === 0 && state.pausedUntil <= now;
      if (isIdle && state.tokens >= state.limit.burst) states.delete(name);
    }
  }

  return {
    finalWord(bucket, word, now) {
      const state = stateOf(bucket, now);
      const place = takePlace(state, word, now);
      const rank = rankOf(state.line, place);
      const restMs = restOf(state, now);
      if (restMs === 0 && rank + 1 <= state.tokens) {
        state.tokens -= 1;
        leave(state, place);
        return 0;
      }
      const waitMs = Math.ceil(restMs + Math.max(0, rank + 1 - state.tokens) * bucket.everyMs);
      place.expectedAt = now + waitMs;
      return Math.max(1, waitMs);
    },
    queue(bucket, word, { forMs, now }) {
      takePlace(stateOf(bucket, now), word, now).expectedAt = now + forMs;
    },
    progress(bucket, now) {
      const state = stateOf(bucket, now);
      const restMs = restOf(state, now);
      const wanted = 1 + Math.floor(bucket.burst / 2) + state.line.length;
      if (restMs === 0 && state.tokens >= Math.min(wanted, bucket.burst) && state.line.length === 0) {
        state.tokens -= 1;
        return 0;
      }
      return Math.max(1, Math.ceil(restMs + Math.max(1, wanted - state.tokens) * bucket.everyMs));
    },
    pause(bucket, forMs, now) {
      const state = stateOf(bucket, now);
      state.pausedUntil = Math.max(state.pausedUntil, now + forMs);
    },
    refused(bucket, now) {
      const state = stateOf(bucket, now);
      state.refusals = [...state.refusals, now].slice(-REFUSALS_MAX);
    },
  };
}

function fill(state: State, now: EpochMs): void {
  const { burst, everyMs } = state.limit;
  // A clock that was set back brings no tokens, and takes none.
  const passedMs = Math.max(0, now - state.filledAt);
  state.tokens = Math.min(burst, state.tokens + passedMs / everyMs);
  state.filledAt = now;
  state.refusals = state.refusals.filter((at) => now - at < REFUSALS_WITHIN_MS);
}

/** How long nothing may go at all. */
function restOf({ pausedUntil, refusals }: State, now: EpochMs): number {
  const [oldest] = refusals;
  const isBarred = oldest !== undefined && refusals.length >= REFUSALS_MAX;
  return Math.max(0, pausedUntil - now, isBarred ? oldest + REFUSALS_WITHIN_MS - now : 0);
}

/** The job's place in the line, a new one where it has none. Who stands first and does not come back loses theirs. */
function takePlace(state: State, { id, since }: FinalWord, now: EpochMs): Place {
  for (let [first] = state.line; first && now - first.expectedAt >= NO_SHOW_MS; [first] = state.line) {
    if (first.id === id) break;
    leave(state, first);
  }
  const known = state.places.get(id);
  if (known) return known;
  state.given += 1;
  const place: Place = { id, since, order: state.given, expectedAt: now };
  state.line.splice(rankOf(state.line, place), 0, place);
  state.places.set(id, place);
  return place;
}

function leave(state: State, place: Place): void {
  state.line.splice(rankOf(state.line, place), 1);
  state.places.delete(place.id);
}

/** How many stand before that place, or would. */
function rankOf(line: readonly Place[], place: Place): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = line[middle];
    if (other && isBefore(other, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(one: Place, other: Place): boolean {
  return one.since < other.since || (one.since === other.since && one.order < other.order);
}
