import type { Bucket } from "./budget/edit-budget.ts";
import type { Owner } from "./job/ids.ts";

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
