import type Keyv from "keyv";
import type { Bucket } from "./budget/edit-budget.ts";
import type { Clock, EpochMs } from "./clock.ts";
import type { JobId, Owner } from "./job/ids.ts";
import type { PersonalJobs } from "./personal-data.ts";
import type { JobStore, Log } from "./ports.ts";
import type { NoticeStore } from "./team/notice.ts";
import type { DeletedNames } from "./team/spending.ts";
import type { TeamStore } from "./team/team-storage.ts";

/** A swap replaces an entry of a keyv if it still holds the old value. */
export interface Swap {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An engine is opened with these. */
export interface EngineParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly names: DeletedNames;
}

/** An engine holds everything durable, and the alarms with it. */
export interface Engine {
  readonly jobs: JobStore;
  readonly personal: PersonalJobs;
  readonly teams: TeamStore;
  readonly notices: NoticeStore;
  readonly scheduler: Scheduler;
  readonly shared: Shared;
  /** No other process has these jobs, so a step under way was begun by this process or by a dead one. */
  readonly isAlone: boolean;
  /** Returns a keyv for keys, settings and the like, one per namespace; it rejects if it cannot write or read. */
  keyv(namespace: string): Keyv;
  /** Compares and sets an entry of that keyv; undefined: there is none. Returns false if the entry is no longer `before`. */
  swap(namespace: string, entry: Swap): Promise<boolean>;
  /** Returns how many rows could not be read since the start: the log names each. */
  unreadable(): number;
  /** Deletes expired entries in every keyv, and wipes deleted data off the disk; false: try again later. */
  erase(): Promise<boolean>;
  /** Waits for the steps in flight, saves what is queued, and releases everything. */
  close(): Promise<void>;
}

/** A step holds its job through this. If several processes share the jobs, another one may take it over. */
export interface Hold {
  /** The process that held it before lost it in the middle of a step: it died, or hung, and the effects of that step may still come. */
  readonly isTakenOver: boolean;
  /** Returns false once another process may have taken it: then nothing may be done that is not fenced by the job's version. */
  isHeld(): boolean;
}

/**
 * A job's lock in Redis lives for this long, and is renewed at each quarter of it: a job whose process was
 * killed goes on in another one within 8 s.
 */
export const LOCK_MS = 5_000;

/** A process whose event loop was stalled for this long may have lost its hold: it may have missed renewing the lock. */
export const HOLD_DOUBTED_AFTER_MS = 2_000;

/** Takes one job as far as it can go now; returns when it is due again, null for never. */
export type Step = (id: JobId, hold: Hold) => Promise<EpochMs | null>;

/** Wakes jobs when they are due. A job never has two steps at once, unless a process lost its hold on it. */
export interface Scheduler {
  /** Sets a job's alarm; a later call replaces an earlier one. While the job's step is running, the alarm is remembered and takes effect after it. */
  schedule(id: JobId, at: EpochMs): void;
  /** Sets an alarm for each of these that has none; returns how many had none. */
  ensure(jobs: readonly { readonly id: JobId; readonly at: EpochMs }[]): Promise<number>;
  /** Begins to wake jobs. A step that rejects is tried again after some seconds. */
  start(step: Step): void;
  /** Stops waking jobs; resolves when the steps in flight have ended. */
  stop(): Promise<void>;
  /** Returns how many jobs wait, for the metrics. Rejects if the count is not known. */
  size(): number | Promise<number>;
}

/** Returns whether one more of that name is within `most` in the last `windowMs`; one that is not does not count. */
export type Rate = (name: string, most: number, windowMs: number) => Promise<boolean>;

/** Remembers events that a platform may deliver twice, and to two processes. */
export interface KnownEvents {
  /** Returns whether no process has received the event before, and remembers it. */
  isNew(eventId: string): Promise<boolean>;
  forget(eventId: string): void;
}

/** Tells other processes that something on a person's own page has changed. */
export interface PageChanges {
  tell(owner: Owner): void;
  /** Calls `hear` for each change that any process reports from now on, this one too. */
  hear(changed: (owner: Owner) => void): void;
}

/** Processes exchange short texts about the video service here; they contain nothing of a person's that could be read. */
export interface ServiceSigns {
  tell(sign: string): void;
  /** Calls `hear` for what the other processes report from now on. */
  hear(heard: (sign: string) => void): void;
}

/** Counts a platform's limits as all processes together use them up. */
export interface SharedLimits {
  /**
   * Returns the milliseconds until one more may go and leave `reserved` for what matters more. 0: now, and it is counted. A
   * process that must wait asks again, and holds no place. 0 if the limits are not known.
   */
  take(bucket: Bucket, reserved: number): Promise<number>;
  /** Gives back the token just taken from a bucket with a window: it was not used. */
  giveBack(bucket: Bucket): void;
  /** Notes that the platform asked for a pause. */
  pause(bucket: Bucket, forMs: number): void;
}

/** All processes that serve the same people share this state. A process that is alone shares it with nobody. */
export interface Shared {
  readonly rate: Rate;
  readonly events: KnownEvents;
  readonly pages: PageChanges;
  readonly signs: ServiceSigns;
  readonly limits: SharedLimits;
  /** Returns true in one of all processes, once in `everyMs`; false if it is not known. */
  isMyTurn(what: string, everyMs: number): Promise<boolean>;
}
