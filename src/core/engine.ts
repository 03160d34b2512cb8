import type Keyv from "keyv";
import type { PersonalJobs } from "./personal-data.ts";
import type { JobStore } from "./ports.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Shared } from "./shared.ts";
import type { NoticeStore } from "./team/notice.ts";
import type { TeamStore } from "./team/team-storage.ts";

/** A swap replaces an entry of a keyv if it still holds the old value. */
export interface Swap {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Everything durable, and the alarms beside it, wherever they are kept. */
export interface Engine {
  readonly jobs: JobStore;
  readonly personal: PersonalJobs;
  readonly teams: TeamStore;
  readonly notices: NoticeStore;
  readonly scheduler: Scheduler;
  readonly shared: Shared;
  /** No other process has these jobs, so each step that one of them is in the middle of was begun by this process or by a dead one. */
  readonly isAlone: boolean;
  /** Keys, settings and the like, one namespace each; it rejects where it cannot write or read. */
  keyv(namespace: string): Keyv;
  /** Compare-and-set of an entry of that keyv; undefined: there is none. False where it is not `before` any more. */
  swap(namespace: string, entry: Swap): Promise<boolean>;
  /** How many rows could not be read since the start: the log names each. */
  unreadable(): number;
  /** Deletes what has outlived its time in any keyv, and wipes what was deleted off the disk; false: it is to be tried again. */
  erase(): Promise<boolean>;
  /** Waits for the steps in flight, saves what is queued, gives everything free. */
  close(): Promise<void>;
}
