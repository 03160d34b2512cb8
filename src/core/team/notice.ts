import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { JobId, NoticeId, Team } from "../job/ids.ts";
import type { Credits } from "../request/price.ts";

/** A message to a team's managers that belongs to no card. Plain JSON. */
export interface Notice {
  readonly v: 1;
  readonly id: NoticeId;
  readonly team: Team;
  readonly about: NoticeAbout;
  readonly createdAt: EpochMs;
  /** It is sent only to its reply's person. Not set: to the channel, or to that person if the channel is closed. */
  readonly isDirect?: true;
  /** Where it is sent. From "shown" on, the handle has the message's place. */
  readonly reply: ReplyHandle;
  /**
   * "due": certainly not sent. "begun": it may have arrived, so nothing new is sent until that is known. "shown": it is in
   * the chat. "over": nothing more will be done.
   */
  readonly status: "due" | "begun" | "shown" | "over";
  readonly begunAt?: EpochMs;
  readonly attempts: number;
  /** When its next step is due; null once it is over. */
  readonly dueAt: EpochMs | null;
}

/** What a notice is about. An approval's message is edited when it has ended. */
export type NoticeAbout = { readonly kind: "approval"; readonly job: JobId } | TeamNews;

/** News for a team's managers, sent once. They need not decide anything. */
export type TeamNews =
  /** 80 % of the month's credits are used, or too few are left for another video. */
  | {
      readonly kind: "cap";
      readonly month: string;
      readonly level: "most" | "all";
      readonly used: Credits;
      readonly cap: Credits;
    }
  /** The team's account at the video service is empty. At most once an hour. */
  | { readonly kind: "no_credits" }
  /** The video service refuses the team's key. Once per key. */
  | { readonly kind: "key_refused" }
  /** The service charged more than the reserved price. */
  | { readonly kind: "cost_more"; readonly job: JobId; readonly price: Credits; readonly credits: Credits };

export interface StoredNotice {
  readonly notice: Notice;
  readonly version: number;
}

export interface DueNotice {
  readonly id: NoticeId;
  readonly dueAt: EpochMs;
}

/** Stores notices durably. Rejects if it cannot read or write. */
export interface NoticeStore {
  /** Inserts a new notice. Returns false and changes nothing if it exists. */
  insert(notice: Notice): Promise<boolean>;
  /** Returns the notice; null: there is none, or it cannot be read. */
  load(id: NoticeId): Promise<StoredNotice | null>;
  /** Saves by compare-and-set. Returns false if another save came first. */
  save(notice: Notice, version: number): Promise<boolean>;
  /** Deletes the notice. A missing one is not a failure. */
  remove(id: NoticeId): Promise<void>;
  /** Returns a page of the notices after `after` that are not over, in a stable order. */
  open(after: DueNotice | null, limit: number): Promise<readonly DueNotice[]>;
  /** Forgets finished notices made before that time. Returns how many. */
  forget(before: EpochMs): Promise<number>;
}
