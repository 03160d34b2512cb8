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
