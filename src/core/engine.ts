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

/** Changes a keyv entry only if its value is still `before`. Undefined means no entry: `after: undefined` deletes it. */
export interface Swap {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface EngineParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly names: DeletedNames;
}

export interface Engine {
  readonly jobs: JobStore;
  readonly personal: PersonalJobs;
  readonly teams: TeamStore;
  readonly notices: NoticeStore;
  readonly scheduler: Scheduler;
  readonly shared: Shared;
  /** Only this process runs these jobs, so any other step in progress belongs to a dead process. */
  readonly isAlone: boolean;
  /** Rejects if it cannot read or write. */
  keyv(namespace: string): Keyv;
  /** False: the stored value was not `before`, and is unchanged. */
  swap(namespace: string, entry: Swap): Promise<boolean>;
  unreadable(): number;
  /** Deletes expired keyv entries and erases deleted data from the disk. False: repeat it later. */
  erase(): Promise<boolean>;
  close(): Promise<void>;
}

/** A step's hold on its job. If several processes share the jobs, another one may take the job over. */
export interface Hold {
  /** Effects of the previous process's step may still arrive. */
  readonly isTakenOver: boolean;
  /** If false, only actions protected by the job's version are allowed. */
  isHeld(): boolean;
}

/** Time until a lock in Redis expires. The jobs of a killed process continue in another one within 8 s. */
export const LOCK_MS = 5_000;

/** After stalling this long, a process may have missed renewing its lock. */
export const HOLD_DOUBTED_AFTER_MS = 2_000;

/** Advances one job as far as possible. Returns when it is due again; null: never. */
export type Step = (id: JobId, hold: Hold) => Promise<EpochMs | null>;

/** A job never has two steps at once, unless a process lost its hold. */
export interface Scheduler {
  /** Replaces an earlier alarm. If set during the job's step, the alarm takes effect after it. */
  schedule(id: JobId, at: EpochMs): void;
  /** Sets missing alarms only. Returns how many were missing. */
  ensure(jobs: readonly { readonly id: JobId; readonly at: EpochMs }[]): Promise<number>;
  /** A step that rejects is repeated after a few seconds. */
  start(step: Step): void;
  stop(): Promise<void>;
  size(): number | Promise<number>;
}

/** True if `name` may be used once more within `most` uses per `windowMs`. Refused uses do not count. */
export type Rate = (name: string, most: number, windowMs: number) => Promise<boolean>;

/** Platforms may deliver an event twice, and to two processes. */
export interface KnownEvents {
  /** True in only one of all processes. */
  isNew(eventId: string): Promise<boolean>;
  forget(eventId: string): void;
}

export interface PageChanges {
  publish(owner: Owner): void;
  /** Called for the changes of all processes, including this one. */
  subscribe(changed: (owner: Owner) => void): void;
}

/** Short texts about the video service, without personal data. */
export interface ServiceSigns {
  publish(sign: string): void;
  subscribe(onSign: (sign: string) => void): void;
}

export interface SharedLimits {
  /** Returns the wait. 0: the message is counted, so send it now. Leaves `reserved` for more important messages. */
  take(bucket: Bucket, reserved: number): Promise<number>;
  giveBack(bucket: Bucket): void;
  pause(bucket: Bucket, forMs: number): void;
}

export interface Shared {
  readonly rate: Rate;
  readonly events: KnownEvents;
  readonly pages: PageChanges;
  readonly signs: ServiceSigns;
  readonly limits: SharedLimits;
  /** True in one of all processes, once per `everyMs`; false if unknown. */
  isMyTurn(what: string, everyMs: number): Promise<boolean>;
}
