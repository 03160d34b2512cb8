import type { EpochMs } from "../clock.ts";
import { type JobId, type Owner, ownerName } from "../job/ids.ts";

/** A job that wants to poll. */
export interface Asking {
  readonly id: JobId;
  /** Returns how many of its usual gaps have passed since its last poll: the highest goes first. */
  urgency(): number;
}

/**
 * Rations the polls of a service that says they are too many: the rate falls by half, and climbs again in steps. Polls that
 * are overdue when a process begins are rationed too, until each has had its turn.
 */
export interface PollBudget {
  /** Returns the milliseconds until that job may poll; 0: now, and it is counted. A job that must wait asks again then. */
  waitMs(asking: Asking, now: EpochMs): number;
  /**
   * Notes that a poll was answered 429. If only one person's polls are refused, it is that person's own limit; if two
   * people's are within a while, it is the service's.
   */
  refused(owner: Owner, now: EpochMs): void;
}

/** The service's interface names no limit, so these numbers are ours. */
const SAME_WHILE_MS = 30_000;
/** A poll that was under way when the rate fell says nothing about the new rate. */
const HALVE_EVERY_MS = 1_000;
const RATE_MIN = 0.5;
/** The rate climbs by this share of what it was before the fall, each second: after a minute and a half it is back there. */
const CLIMB_SHARE = 0.01;
/** After this long without a refusal nothing is rationed any more. */
const LIFTED_AFTER_MS = 300_000;
/** A process begins with `burst` polls at once, then `rate` a second, and the rate doubles each second. */
const START = { burst: 20, rate: 200 };
/** The rate that was too high is counted over this long. */
const COUNTED_MS = 10_000;
/** A job that has not come back for its turn for this long loses its place. */
const NO_SHOW_MS = 10_000;
/** At most this many jobs wait by urgency; others come back in the order in which they ask. */
const WAITING_MOST = 5_000;

interface Ration {
  /** Polls per second. */
  rate: number;
  readonly climb: number;
  /** Each token is one poll; there is never more than a second's worth. */
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

  /** Counts one poll towards the recent polls per second. */
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

  /** Returns how many waiting jobs go first. */
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
    // If the clock was set back, the age is unknown.
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

/** Keeps calls away from a place that is down, as a circuit breaker. */
export interface Breaker {
  /** Returns the milliseconds until a call is worth making; 0: now. While the place is down, only one probe at a time is. */
  waitMs(now: EpochMs): number;
  /** Notes that a call begins which `waitMs` let through. */
  began(now: EpochMs): void;
  /** Notes that the call was not sent after all: another may probe instead. */
  withdrew(now: EpochMs): void;
  /** Notes how a call went; `isBad`: the place itself failed. */
  note(isBad: boolean, now: EpochMs): void;
  isOpen(): boolean;
}

const SAMPLES = 20;
const WINDOW_MS = 30_000;
/** The first probe comes a second after the last call, the next after 5 s, then 25 s and so on. */
const PROBE_FIRST_MS = 1_000;
const PROBE_GROWTH = 5;
/** A probe that was never heard of again does not keep others away for ever. */
const PROBE_LOST_MS = 30_000;

/** Opens when half of the last 20 calls within 30 s were bad; the first good one closes it. Probes are `probeMaxMs` apart at most. */
export function breaker(probeMaxMs: number): Breaker {
  let samples: { readonly isBad: boolean; readonly at: EpochMs }[] = [];
  let open: { gapMs: number; probeAt: EpochMs; isProbing: boolean } | null = null;

  function isFailing(now: EpochMs): boolean {
    const recent = samples.filter(({ at }) => now - at <= WINDOW_MS);
    return recent.length >= SAMPLES && 2 * recent.filter(({ isBad }) => isBad).length >= SAMPLES;
  }

  return {
    isOpen: () => open !== null,
    waitMs(now) {
      if (!open) return 0;
      // The clock was set back: nobody waits for it to catch up.
      if (open.probeAt - now > probeMaxMs) open = { ...open, probeAt: now };
      return Math.max(0, open.probeAt - now);
    },
    began(now) {
      if (open) open = { ...open, probeAt: now + Math.min(PROBE_LOST_MS, probeMaxMs), isProbing: true };
    },
    withdrew(now) {
      if (open?.isProbing) open = { ...open, probeAt: now, isProbing: false };
    },
    note(isBad, now) {
      if (open && !isBad) {
        open = null;
        samples = [];
      } else if (open) {
        // A call that was under way when it opened says nothing new: only a probe changes when the next one comes.
        if (!open.isProbing) return;
        const gapMs = Math.min(probeMaxMs, open.gapMs * PROBE_GROWTH);
        open = { gapMs, probeAt: now + gapMs, isProbing: false };
      } else {
        samples = [...samples, { isBad, at: now }].slice(-SAMPLES);
        if (isFailing(now)) open = { gapMs: PROBE_FIRST_MS, probeAt: now + PROBE_FIRST_MS, isProbing: false };
      }
    },
  };
}

/** Lets a tenth of all calls be retried early, so that retries never become a load of their own. */
export interface RetryBudget {
  /** Notes a call that is no early retry. */
  earn(): void;
  /** Returns whether one poll may be retried early, and counts it. */
  spend(): boolean;
}

const SHARE = 0.1;
/** A process starts with `AT_FIRST` retries and can save up `MOST` in quiet times. */
const AT_FIRST = 10;
const MOST = 100;

export function retryBudget(): RetryBudget {
  let left = AT_FIRST;
  return {
    earn() {
      left = Math.min(MOST, left + SHARE);
    },
    spend() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
