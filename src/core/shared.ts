import type { Bucket } from "./budget/allowance.ts";
import type { ChatMessage } from "./chat.ts";
import type { Owner } from "./job/ids.ts";

/** Says whether one more of that name is within `most` in the last `windowMs`; one that is not does not count. */
export type Rate = (name: string, most: number, windowMs: number) => Promise<boolean>;

/** Events that a platform may deliver twice, and to two processes. */
export interface KnownEvents {
  /** null: nobody has heard of it, and from now on it is known. Else what it was answered with in private, or null for nothing. */
  begin(eventId: string): Promise<{ readonly said: ChatMessage | null } | null>;
  answered(eventId: string, said: ChatMessage | null): void;
  forget(eventId: string): void;
}

/** Word between processes that something of a person's own page is another now. */
export interface PageChanges {
  tell(owner: Owner): void;
  /** Hears each change that any process tells from now on, this one too. */
  hear(changed: (owner: Owner) => void): void;
}

/** Processes exchange short texts about the video service here; they contain nothing of a person's that could be read. */
export interface ServiceSigns {
  tell(sign: string): void;
  /** Hears what the other processes tell from now on. */
  hear(heard: (sign: string) => void): void;
}

/** A platform's limits, as all processes together use them up. */
export interface SharedLimits {
  /**
   * Milliseconds until one more may go and leave `reserved` for what matters more. 0: now, and it is counted. A
   * process that must wait asks again, and holds no place. 0 where the limits are not known.
   */
  take(bucket: Bucket, reserved: number): Promise<number>;
  /** The token that was just taken of a bucket with a window was not used. */
  giveBack(bucket: Bucket): void;
  /** The platform asked for a pause. */
  pause(bucket: Bucket, forMs: number): void;
}

/** All processes that serve the same people share this state. A process that is alone shares it with nobody. */
export interface Shared {
  readonly rate: Rate;
  readonly events: KnownEvents;
  readonly pages: PageChanges;
  readonly signs: ServiceSigns;
  readonly limits: SharedLimits;
  /** True in one of all processes, once in `everyMs`; false where it is not known. */
  isMyTurn(what: string, everyMs: number): Promise<boolean>;
}
