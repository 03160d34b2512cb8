import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Decision } from "../job/approval.ts";
import type { JobId, Team } from "../job/ids.ts";

/** Ours for one message to a team's managers; made from what it is about, so that each is sent once. */
export type NoticeId = string;

/** One message to a team's managers, from the moment it is due until it stands where they see it. Plain JSON. */
export interface Notice {
  readonly v: 1;
  readonly id: NoticeId;
  readonly team: Team;
  readonly about: NoticeAbout;
  readonly createdAt: EpochMs;
  /** Where it goes; from "shown" on it knows where it stands. */
  readonly reply: ReplyHandle;
  /**
   * "due": surely not sent. "begun": it may have arrived, and nothing new is sent before that is known. "shown": it stands
   * there. "over": nothing more will be done for it.
   */
  readonly status: "due" | "begun" | "shown" | "over";
  /** When it was begun. */
  readonly begunAt?: EpochMs;
  /** Of an approval: the word that it says. */
  readonly says?: Decision["word"] | "open";
  readonly attempts: number;
  /** When its next step is due; null once it is over. */
  readonly dueAt: EpochMs | null;
}

/** What a notice tells. An approval's message is changed when it has ended. */
export type NoticeAbout = { readonly kind: "approval"; readonly job: JobId };

export interface StoredNotice {
  readonly notice: Notice;
  readonly version: number;
}

/** Durable notices. It rejects where it cannot write or read. */
export interface NoticeStore {
  /** False leaves the stored one as it is. */
  insert(notice: Notice): Promise<boolean>;
  /** null: there is none, or it is damaged. */
  load(id: NoticeId): Promise<StoredNotice | null>;
  /** Compare-and-set: false where another save came first. */
  save(notice: Notice, version: number): Promise<boolean>;
  /** Those that are not over in the order of their ids, those after `after`, `limit` at most. */
  open(after: NoticeId | null, limit: number): Promise<readonly { readonly id: NoticeId; readonly dueAt: EpochMs }[]>;
  /** Forgets those that are over and were made before that time; says how many. */
  forget(before: EpochMs): Promise<number>;
}

const PREFIX = "notice-";

/** The id of what is sent once about these. */
export function noticeIdFrom(jobId: JobId): NoticeId {
  return `${PREFIX}${jobId}`;
}

/** Whether an alarm with that id is a notice's, and not a job's. */
export function isNoticeId(id: string): boolean {
  return id.startsWith(PREFIX);
}
