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
  /** Sent only to the reply's person. Default: to the channel, or to that person if the channel is closed. */
  readonly isDirect?: true;
  /** From "shown" on, this has the message's place. */
  readonly reply: ReplyHandle;
  /** "due": certainly not sent. "begun": it may have arrived, so nothing new is sent until that is known. */
  readonly status: "due" | "begun" | "shown" | "over";
  readonly begunAt?: EpochMs;
  readonly attempts: number;
  readonly dueAt: EpochMs | null;
}

/** The message of an approval is edited when the approval has ended. */
export type NoticeAbout = { readonly kind: "approval"; readonly job: JobId } | TeamNews;

export type TeamNews =
  /** 80 % of the month's credits are used, or too few are left for another video. */
  | {
      readonly kind: "cap";
      readonly month: string;
      readonly level: "most" | "all";
      readonly used: Credits;
      readonly cap: Credits;
    }
  /** Sent at most once an hour. */
  | { readonly kind: "no_credits" }
  /** Sent once per key. */
  | { readonly kind: "key_refused" }
  | { readonly kind: "cost_more"; readonly job: JobId; readonly price: Credits; readonly credits: Credits };

export interface StoredNotice {
  readonly notice: Notice;
  readonly version: number;
}

export interface DueNotice {
  readonly id: NoticeId;
  readonly dueAt: EpochMs;
}

export interface NoticeStore {
  insert(notice: Notice): Promise<boolean>;
  load(id: NoticeId): Promise<StoredNotice | null>;
  /** Compare-and-set. False: another save came first. */
  save(notice: Notice, version: number): Promise<boolean>;
  remove(id: NoticeId): Promise<void>;
  /** A page of the notices that are not over, in a stable order. */
  open(after: DueNotice | null, limit: number): Promise<readonly DueNotice[]>;
  forget(before: EpochMs): Promise<number>;
}
