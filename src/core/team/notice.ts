import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { JobId, NoticeId, Team } from "../job/ids.ts";
import type { Credits } from "../request/price.ts";

/** A notice is one message to a team's managers that belongs to no card, from when it is due until it is in the chat. Plain JSON. */
export interface Notice {
  readonly v: 1;
  readonly id: NoticeId;
  readonly team: Team;
  readonly about: NoticeAbout;
  readonly createdAt: EpochMs;
  /** It goes to its reply's person alone; absent: into the channel, or to that person if the channel is closed. */
  readonly isDirect?: true;
  /** It goes there; from "shown" on the handle knows where the message is. */
  readonly reply: ReplyHandle;
  /**
   * "due": surely not sent. "begun": it may have arrived, and nothing new is sent before that is known. "shown": it is in the
   * chat. "over": nothing more will be done for it.
   */
  readonly status: "due" | "begun" | "shown" | "over";
  readonly begunAt?: EpochMs;
  readonly attempts: number;
  /** Its next step is due then; null once it is over. */
  readonly dueAt: EpochMs | null;
}

/** A notice is about one of these. An approval's message is changed when it has ended. */
export type NoticeAbout = { readonly kind: "approval"; readonly job: JobId } | TeamNews;

/** A team's managers are notified of these once, and nobody has to decide anything. */
export type TeamNews =
  /** Four fifths of the month's credits are used up, or too few are left for another video. */
  | {
      readonly kind: "cap";
      readonly month: string;
      readonly level: "most" | "all";
      readonly used: Credits;
      readonly cap: Credits;
    }
  /** The team's account at the video service is empty; once an hour. */
  | { readonly kind: "no_credits" }
  /** The video service refuses the team's key; once for each key. */
  | { readonly kind: "key_refused" }
  /** The service charged more than the price that was held. */
  | { readonly kind: "cost_more"; readonly job: JobId; readonly price: Credits; readonly credits: Credits };

export interface StoredNotice {
  readonly notice: Notice;
  readonly version: number;
}

/** A notice that is not over, and when its next step is due. */
export interface DueNotice {
  readonly id: NoticeId;
  readonly dueAt: EpochMs;
}

/** Stores notices durably. It rejects if it cannot write or read. */
export interface NoticeStore {
  /** Stores a new notice; returns false, and leaves the stored one as it is, if there is one. */
  insert(notice: Notice): Promise<boolean>;
  /** Returns the notice; null: there is none, or it cannot be read. */
  load(id: NoticeId): Promise<StoredNotice | null>;
  /** Compares and sets a notice; returns false if another save came first. */
  save(notice: Notice, version: number): Promise<boolean>;
  /** Deletes all of it; one that is not there is no failure. */
  remove(id: NoticeId): Promise<void>;
  /** Returns a page of those that are not over, in a stable order: those after `after`, the last of the page before. */
  open(after: DueNotice | null, limit: number): Promise<readonly DueNotice[]>;
  /** Forgets those that are over and were made before that time; returns how many. */
  forget(before: EpochMs): Promise<number>;
}
