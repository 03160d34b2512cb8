import type Keyv from "keyv";
import type { Bucket } from "./budget/edit-budget.ts";
import type { Clock, EpochMs } from "./clock.ts";
import type { JobId, Owner } from "./job/ids.ts";
import type { JobStore } from "./job/job-storage.ts";
import type { PersonalJobs } from "./personal-data.ts";
import type { NoticeStore } from "./team/notice.ts";
import type { DeletedNames } from "./team/spending.ts";
import type { TeamStore } from "./team/team-storage.ts";
import type { Log } from "./text/log-fields.ts";

/** Replaces an entry of a keyv if it still has the old value. */
export interface Swap {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What an engine is opened with. */
export interface EngineParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly names: DeletedNames;
}

/** Stores everything durable, and the alarms. */
export interface Engine {
  readonly jobs: JobStore;
  readonly personal: PersonalJobs;
  readonly teams: TeamStore;
  readonly notices: NoticeStore;
  readonly scheduler: Scheduler;
  readonly shared: Shared;
  /** No other process has these jobs, so a step in progress was begun by this process or a dead one. */
  readonly isAlone: boolean;
  /** Returns a keyv for keys, settings and similar data, one per namespace. It rejects if it cannot read or write. */
  keyv(namespace: string): Keyv;
  /** Compares and sets a keyv entry; undefined: no entry. Returns false if the entry is no longer `before`. */
  swap(namespace: string, entry: Swap): Promise<boolean>;
  /** Returns how many rows could not be read since the start. Each is logged. */
  unreadable(): number;
  /**
   * Deletes expired keyv entries and erases deleted data from the disk. Returns false if it has to be repeated later.
   */
  erase(): Promise<boolean>;
  /** Waits for running steps, saves what is queued, and releases everything. */
  close(): Promise<void>;
}

/** A step's hold on its job. If several processes share the jobs, another one may take it over. */
export interface Hold {
  /** The previous process lost the job in the middle of a step. Effects of that step may still arrive. */
  readonly isTakenOver: boolean;
  /**
   * Returns false once another process may have the job. Then only actions protected by the job's version are allowed.
   */
  isHeld(): boolean;
}

/**
 * A job's lock in Redis lives this long and is renewed four times as often. The jobs of a killed process continue in another
 * one within 8 s.
 */
export const LOCK_MS = 5_000;

/** A process stalled for this long may have lost its hold, because it may have missed renewing the lock. */
export const HOLD_DOUBTED_AFTER_MS = 2_000;

/** Advances one job as far as possible. Returns when it is due again; null: never. */
export type Step = (id: JobId, hold: Hold) => Promise<EpochMs | null>;

/** Wakes jobs when they are due. A job never has two steps at once, unless a process lost its hold. */
export interface Scheduler {
  /** Sets a job's alarm, replacing an earlier one. An alarm set while the job's step runs takes effect after it. */
  schedule(id: JobId, at: EpochMs): void;
  /** Sets the alarms of jobs that have none. Returns how many had none. */
  ensure(jobs: readonly { readonly id: JobId; readonly at: EpochMs }[]): Promise<number>;
  /** Starts to wake jobs. A step that rejects is repeated after some seconds. */
  start(step: Step): void;
  /** Stops waking jobs. Resolves when the running steps have ended. */
  stop(): Promise<void>;
  /** Returns how many jobs wait, for the metrics. Rejects if unknown. */
  size(): number | Promise<number>;
}

/** Returns whether one more use of `name` is within `most` per `windowMs`. Refused uses do not count. */
export type Rate = (name: string, most: number, windowMs: number) => Promise<boolean>;

/** Remembers events, which a platform may deliver twice and to two processes. */
export interface KnownEvents {
  /** Returns whether no process has received the event before, and remembers it. */
  isNew(eventId: string): Promise<boolean>;
  forget(eventId: string): void;
}

/** Tells other processes that a person's own page has changed. */
export interface PageChanges {
  tell(owner: Owner): void;
  /** Calls `changed` for each change that any process reports, including this one. */
  hear(changed: (owner: Owner) => void): void;
}

/** Exchanges short texts about the video service between processes. They contain no personal data. */
export interface ServiceSigns {
  tell(sign: string): void;
  /** Calls `heard` for what other processes report. */
  hear(heard: (sign: string) => void): void;
}

/** Counts the platforms' limits across all processes. */
export interface SharedLimits {
  /**
   * Returns the milliseconds until one more may be sent, leaving `reserved` for more important ones. 0: now, and it is
   * counted; also if the limits are unknown. A process that has to wait asks again, without a place.
   */
  take(bucket: Bucket, reserved: number): Promise<number>;
  /** Returns the token just taken from a bucket with a window, because it was not used. */
  giveBack(bucket: Bucket): void;
  /** Reports that the platform asked for a pause. */
  pause(bucket: Bucket, forMs: number): void;
}

/** State shared by all processes that serve the same people. */
export interface Shared {
  readonly rate: Rate;
  readonly events: KnownEvents;
  readonly pages: PageChanges;
  readonly signs: ServiceSigns;
  readonly limits: SharedLimits;
  /** Returns true in one of all processes, once per `everyMs`; false if unknown. */
  isMyTurn(what: string, everyMs: number): Promise<boolean>;
}
