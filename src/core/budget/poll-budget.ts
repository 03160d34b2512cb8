import type { EpochMs } from "../clock.ts";
import { type JobId, type Owner, ownerName } from "../job/ids.ts";

/** A job that wants to poll. */
export interface Asking {
  readonly id: JobId;
  /** How many of its usual gaps have passed since its last poll: the most goes first. */
  urgency(): number;
}

/**
 * Rations the polls of a service that says they are too many: its rate falls by half, and climbs again by steps. Polls that
 * are overdue when a process begins are rationed too, until each has had its turn.
 */
export interface PollBudget {
  /** Milliseconds until that job may poll; 0: now, and it is counted. A job that must wait asks again then. */
  waitMs(asking: Asking, now: EpochMs): number;
  /** A poll was answered 429. One person's alone are that person's own limit; those of two within a while are the service's. */
  refused(owner: Owner, now: EpochMs): void;
}

/** The service's interface names no limit: these are our own. */
const SAME_WHILE_MS = 30_000;
/** A poll that was on its way when the rate fell says nothing of the new rate. */
const HALVE_EVERY_MS = 1_000;
const RATE_MIN = 0.5;
/** The rate climbs by this share of what it was before the fall, each second: after a minute and a half it is back there. */
const CLIMB_SHARE = 0.01;
/** After this long without a refusal nothing is rationed any more. */
const LIFTED_AFTER_MS = 300_000;
/** A process begins with `burst` polls at once, then `rate` a second, and the rate doubles each second. */
const START = { burst: 20, rate: 200 };
/** The rate that was too much is counted over this. */
const COUNTED_MS = 10_000;
/** A job that has not come back for its turn for this long loses its place. */
const NO_SHOW_MS = 10_000;
/** At most this many jobs wait by urgency; others come back in the order in which they ask. */
const WAITING_MOST = 5_000;

interface Ration {
  /** Polls a second. */
  rate: number;
  readonly climb: number;
  /** A poll each; never more than a second's. */
  tokens: number;
  filledAt: EpochMs;
  readonly since: EpochMs;
  /** Nobody was refused: it ends once there is enough for all. */
  readonly isStart?: boolean;
}

export function pollBudget(): PollBudget {
  const waiting = new Map<JobId, { readonly urgency: number; readonly until: EpochMs }>();
  let ration: Ration | null = null;
  let isBegun = false;
  let lastRefused: { readonly owner: string; readonly at: EpochMs } | null = null;
  let counted = { since: 0, polls: 0, before: 0 };

  /** Polls a second, of late. */
  function count(now: EpochMs): void {
    const passedMs = now - counted.since;
    if (passedMs >= 2 * COUNTED_MS || passedMs < 0) counted = { since: now, polls: 0, before: 0 };
    else if (passedMs >= COUNTED_MS) counted = { since: counted.since + COUNTED_MS, polls: 0, before: counted.polls };
    counted.polls += 1;
  }

  function fill(state: Ration, now: EpochMs): void {
    const passedS = Math.max(0, now - state.filledAt) / 1_000;
    state.rate = state.isStart ? state.rate * 2 ** passedS : state.rate + state.climb * passedS;
    state.tokens = Math.min(Math.max(1, state.rate), state.tokens + state.rate * passedS);
    state.filledAt = now;
  }

  /** How many of those that wait go first. */
  function rankOf(id: JobId, urgency: number, now: EpochMs): number {
    if (waiting.size >= WAITING_MOST && !waiting.has(id)) return waiting.size;
    let rank = 0;
    for (const [other, place] of waiting) {
      if (now - place.until > NO_SHOW_MS) waiting.delete(other);
      else if (other !== id && place.urgency > urgency) rank += 1;
    }
    return rank;
  }

  function isOver({ isStart, tokens, rate }: Ration, now: EpochMs): boolean {
    if (isStart) return tokens >= rate;
    if (lastRefused === null) return false;
    // A clock that was set back does not tell how long ago it was.
    return now - lastRefused.at > LIFTED_AFTER_MS || now < lastRefused.at;
  }

  return {
    waitMs(asking, now) {
      if (!isBegun) {
        isBegun = true;
        ration = { rate: START.rate, climb: 0, tokens: START.burst, filledAt: now, since: now, isStart: true };
      }
      if (ration) fill(ration, now);
      if (ration && isOver(ration, now)) {
        ration = null;
        waiting.clear();
      }
      if (ration) {
        const urgency = asking.urgency();
        const missing = rankOf(asking.id, urgency, now) + 1 - ration.tokens;
        if (missing > 0) {
          const waitMs = Math.ceil((1_000 * missing) / ration.rate);
          if (waiting.size < WAITING_MOST || waiting.has(asking.id))
            waiting.set(asking.id, { urgency, until: now + waitMs });
          return waitMs;
        }
        ration.tokens -= 1;
        waiting.delete(asking.id);
      }
      count(now);
      return 0;
    },
    refused(owner, now) {
      const name = ownerName(owner);
      const isService = lastRefused !== null && lastRefused.owner !== name && now - lastRefused.at < SAME_WHILE_MS;
      lastRefused = { owner: name, at: now };
      if ((!ration || ration.isStart) && isService) {
        const seconds = Math.max(1, (now - counted.since + (counted.before > 0 ? COUNTED_MS : 0)) / 1_000);
        const rate = Math.max(RATE_MIN, (counted.polls + counted.before) / seconds / 2);
        ration = { rate, climb: CLIMB_SHARE * rate, tokens: 0, filledAt: now, since: now };
      } else if (ration && now - ration.since >= HALVE_EVERY_MS) {
        fill(ration, now);
        const rate = Math.max(RATE_MIN, ration.rate / 2);
        ration = { rate, climb: CLIMB_SHARE * rate, tokens: 0, filledAt: now, since: now };
      }
    },
  };
}
