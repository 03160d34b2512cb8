import type { EpochMs } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { Entry } from "./sim-service.ts";

export interface AccountsWorld {
  /** Returns whether that key belongs to the job's payer. */
  isPayersKey(job: Job, key: string): boolean;
  /** Returns whether the bot has noted that the service refuses this key of the team. */
  isOutOfUse(key: string): boolean;
}

/** A call asks an account to pay that price, or polls that task. */
type Asked = { readonly price: number } | { readonly task: Entry | undefined };

export type Accounts = ReturnType<typeof simAccounts>;

/** A call that was under way when the key was refused does not hear of it. */
const JUST_NOW_MS = 15_000;

/** The accounts of the video service, one per key. */
export function simAccounts({ isPayersKey, isOutOfUse }: AccountsWorld) {
  const credits = new Map<string, number>();
  const suspended = new Set<string>();
  const refusedAt = new Map<string, EpochMs>();

  return {
    /** Sets the credits in that key's account. */
    fill: (key: string, amount: number) => void credits.set(key, amount),
    book: (key: string, amount: number) => void credits.set(key, (credits.get(key) ?? 0) + amount),
    /** The service refuses that key, or takes it again. */
    suspend(key: string, isSuspended: boolean): void {
      if (isSuspended) suspended.add(key);
      else suspended.delete(key);
    },
    isSuspended: (key: string) => suspended.has(key),
    noteRefused: (key: string, now: EpochMs) => void refusedAt.set(key, now),
    /** Returns whether it has refused a paid call or a poll with that key since that time. */
    hasRefused: (key: string, since: EpochMs) => (refusedAt.get(key) ?? 0) >= since,
    isPayersKey,
    isLongRefused: (key: string, now: EpochMs) => now - (refusedAt.get(key) ?? now) > JUST_NOW_MS && isOutOfUse(key),
    /** Returns the status with which the account of that key answers; null: it has nothing against it. */
    says(key: string, asked: Asked): number | null {
      if (suspended.has(key)) return 401;
      if ("task" in asked) return asked.task?.key === key ? null : 404;
      return (credits.get(key) ?? 0) < asked.price ? 402 : null;
    },
  };
}
