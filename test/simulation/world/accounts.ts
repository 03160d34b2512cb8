import type { EpochMs } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { Entry } from "./sim-service.ts";

export interface AccountsWorld {
  /** Returns true if the key belongs to the job's payer. */
  isPayersKey(job: Job, key: string): boolean;
  /** Returns true if the bot has saved that the service refuses this key of the team. */
  isOutOfUse(key: string): boolean;
}

/** A call either costs `price` or polls `task`. */
type Asked = { readonly price: number } | { readonly task: Entry | undefined };

export type Accounts = ReturnType<typeof simAccounts>;

/** A call that was running when the key was refused does not know about it. */
const JUST_NOW_MS = 15_000;

/** The accounts at the video service, one per key. */
export function simAccounts({ isPayersKey, isOutOfUse }: AccountsWorld) {
  const credits = new Map<string, number>();
  const suspended = new Set<string>();
  const refusedAt = new Map<string, EpochMs>();

  return {
    fill: (key: string, amount: number) => void credits.set(key, amount),
    book: (key: string, amount: number) => void credits.set(key, (credits.get(key) ?? 0) + amount),
    /** Makes the service refuse the key, or accept it again. */
    suspend(key: string, isSuspended: boolean): void {
      if (isSuspended) suspended.add(key);
      else suspended.delete(key);
    },
    isSuspended: (key: string) => suspended.has(key),
    noteRefused: (key: string, now: EpochMs) => void refusedAt.set(key, now),
    /** Returns true if the service has refused a call with that key since that time. */
    hasRefused: (key: string, since: EpochMs) => (refusedAt.get(key) ?? 0) >= since,
    isPayersKey,
    isLongRefused: (key: string, now: EpochMs) => now - (refusedAt.get(key) ?? now) > JUST_NOW_MS && isOutOfUse(key),
    /** Returns the error status for a call with that key. Null: the call is allowed. */
    says(key: string, asked: Asked): number | null {
      if (suspended.has(key)) return 401;
      if ("task" in asked) return asked.task?.key === key ? null : 404;
      return (credits.get(key) ?? 0) < asked.price ? 402 : null;
    },
  };
}
