import { type Asking, type Breaker, breaker, pollBudget, retryBudget } from "../../core/budget/poll-budget.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import type { PollRefusal, Task } from "../../core/ports.ts";
import type { Result } from "../../core/result.ts";
import type { Secret } from "../../core/text/secret.ts";

/** Keeps polls away from a service that is down, and from a key that is refused. */
export interface PollGuard {
  readonly service: Pick<Breaker, "waitMs" | "isOpen">;
  /**
   * Returns the milliseconds until that key is worth another try; 0 means now. Refusals from before `since` do not count.
   */
  keyWaitMs(owner: Owner, key: Secret, since?: EpochMs): number;
  /**
   * Returns the milliseconds until that job may poll, where the service says that there are too many polls. 0 means now,
   * and the poll is counted.
   */
  turnMs(asking: Asking): number;
  /** Makes one poll and notes how it went. */
  watch(owner: Owner, key: Secret, poll: () => Promise<Answer>): Promise<Answer>;
  /** Returns true where a poll without an answer may be repeated early; that one is counted. */
  mayHurry(): boolean;
}

type Answer = Result<Task, PollRefusal>;

/** One poll a minute is made with a refused key, for all its jobs together. */
const REFUSED_KEY_MS = 60_000;

/** At most this many people's refused keys are remembered; forgetting one costs a poll. */
const PEOPLE_MOST = 10_000;

/** A service that is down for long is asked once a minute. */
const PROBE_MAX_MS = 60_000;

interface RefusedKey {
  readonly key: Secret;
  readonly refusedAt: EpochMs;
  retryAt: EpochMs;
}

/**
 * Returns true for a refusal of the key, which says nothing about the task: another key of the same person may be tried.
 */
export function isKeyRefused({ kind }: PollRefusal): boolean {
  return kind === "bad_key" || kind === "no_key" || kind === "no_credits";
}

export function pollGuard(clock: Clock): PollGuard {
  const service = breaker(PROBE_MAX_MS);
  const retries = retryBudget();
  const budget = pollBudget();
  const refused = new Map<string, RefusedKey[]>();

  const find = (owner: Owner, key: Secret) => refused.get(ownerName(owner))?.find((one) => one.key.equals(key));

  function noteKey(owner: Owner, key: Secret, isRefused: boolean): void {
    const name = ownerName(owner);
    const others = (refused.get(name) ?? []).filter((one) => !one.key.equals(key) && one.retryAt > clock.now());
    const all = isRefused
      ? [...others, { key, refusedAt: clock.now(), retryAt: clock.now() + REFUSED_KEY_MS }]
      : others;
    // Inserted anew, so that the latest person is last.
    refused.delete(name);
    if (all.length > 0) refused.set(name, all);
    dropOld();
  }

  function dropOld(): void {
    for (const [name, keys] of refused) {
      const isOld = keys.every(({ retryAt }) => retryAt <= clock.now());
      if (!isOld && refused.size <= PEOPLE_MOST) return;
      refused.delete(name);
    }
  }

  return {
    service,
    turnMs: (asking) => budget.waitMs(asking, clock.now()),
    keyWaitMs(owner, key, since = 0) {
      const refusedKey = find(owner, key);
      if (!refusedKey || refusedKey.refusedAt < since) return 0;
      const waitMs = refusedKey.retryAt - clock.now();
      // Further ahead than any wait: the clock was set back.
      return waitMs > REFUSED_KEY_MS ? 0 : Math.max(0, waitMs);
    },
    async watch(owner, key, poll) {
      // Other jobs with the same key wait for the result of this poll.
      const refusedKey = find(owner, key);
      if (refusedKey) refusedKey.retryAt = clock.now() + REFUSED_KEY_MS;
      service.began(clock.now());
      const answer = await poll();
      const kind = answer.ok ? null : answer.refusal.kind;
      service.note(kind === "unavailable", clock.now());
      if (kind === "rate_limited") budget.refused(owner, clock.now());
      noteKey(owner, key, !answer.ok && isKeyRefused(answer.refusal));
      if (answer.ok) retries.earn();
      return answer;
    },
    mayHurry: () => retries.spend(),
  };
}
