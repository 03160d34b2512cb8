import type { Bucket } from "./budget/edit-budget.ts";
import type {
  CardGone,
  ChatMessage,
  ChatRefusal,
  NotDeletable,
  Notified,
  Posted,
  ReplyHandle,
  SearchRefusal,
} from "./chat.ts";
import type { EpochMs } from "./clock.ts";
import type { Answer, AnswerFate, Command } from "./command.ts";
import type { DuplicateProcess } from "./duplicate-process.ts";
import type { AttachVideo, ChatFilms } from "./film/film.ts";
import type { JobId, Owner, UserId } from "./job/ids.ts";
import type { Platform } from "./platform.ts";
import type { Result } from "./result.ts";
import type { TeamPeople } from "./team/team.ts";
import type { Locale } from "./text/locale.ts";

export interface Chat extends ChatFilms {
  bucketOf(reply: ReplyHandle, what: "edit" | "new_message"): Bucket;
  /**
   * "in_place": only edits. "first": also posts the card if none is known. "anywhere": tries all ways to the person in
   * order. "new": like "anywhere", but never edits. `isNew`: a new message was sent, which notified `calls` (default:
   * the owner).
   */
  show(
    reply: ReplyHandle,
    message: ChatMessage,
    where: "in_place" | "first" | "anywhere" | "new",
    calls?: readonly UserId[],
  ): Promise<Result<{ readonly reply: ReplyHandle; readonly isNew: boolean }, ChatRefusal | CardGone>>;
  /** "unreadable": this chat cannot read the card. */
  readButtons(reply: ReplyHandle): Promise<Result<readonly string[] | "gone" | "unreadable", SearchRefusal>>;
  /**
   * Searches for a posted card whose answer was lost. "not_there": it will not arrive any more. "elsewhere": another
   * process posted this event's card. "unreadable": this chat cannot find out.
   */
  find(
    reply: ReplyHandle,
    lost: LostCard,
  ): Promise<Result<ReplyHandle | "not_there" | "elsewhere" | "unreadable", SearchRefusal>>;
  /**
   * `triedAt`: an earlier attempt may have arrived. Then the result is "skipped" if a repetition could be a duplicate.
   */
  notify(reply: ReplyHandle, message: ChatMessage, how: Notification): Promise<Result<Notified, ChatRefusal>>;
  /** Notifies nobody. `nonce`: unique to this message, at most 25 characters. */
  post(
    reply: ReplyHandle,
    message: ChatMessage,
    how: { readonly to: "channel" | "direct"; readonly nonce: string },
  ): Promise<Result<ReplyHandle, ChatRefusal>>;
  sendPrivately(reply: ReplyHandle, message: ChatMessage): Promise<Result<null, ChatRefusal>>;
  remove(reply: ReplyHandle): Promise<Result<null, ChatRefusal>>;
  /**
   * Deletes the card last, because its button can finish an interrupted deletion. Returns what only a person can delete.
   */
  takeDown(
    reply: ReplyHandle,
    notification: readonly Posted[],
  ): Promise<Result<readonly NotDeletable[], SearchRefusal>>;
  /** Only with ATTACH_VIDEOS, and on platforms whose cards have files. */
  readonly attach: AttachVideo | null;
}

export interface LostCard {
  readonly job: JobId;
  /** Tells cards of two processes apart, see `newMark`. */
  readonly mark?: number | undefined;
  readonly triedAt: EpochMs;
  readonly except?: ReplyHandle;
}

export interface Notification {
  readonly people: readonly UserId[];
  readonly nonce: string;
  readonly isBroadcast?: boolean;
  readonly triedAt: EpochMs | null;
}

export interface FrontEnd {
  readonly platform: Platform;
  readonly chat: Chat;
  readonly people: TeamPeople;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** For example "Discord: not connected". Null: no problem. */
  trouble(): string | null;
  readonly duplicate: Pick<DuplicateProcess, "line">;
}

export interface CommandService {
  /** After `limitMs`, answers that nothing was saved. */
  answer(command: Command, limitMs: number): Promise<Answer>;
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
}

export interface OwnMessages {
  readonly somethingWentWrong: ChatMessage;
  /** For a payload in an undocumented format. */
  readonly unreadable: ChatMessage;
  readonly restarting: ChatMessage;
  /** The second half of an answer failed. Its effects are unknown, so the message does not mention them. */
  readonly unfinished: ChatMessage;
}

/** English if the language is unknown. */
export type InLanguage<Texts> = (locale: Locale | undefined) => Texts;

export interface OwnStatus {
  now(): string | null;
  onChange(listener: () => void): () => void;
}

export type WelcomeOf = (visitor: Command) => Promise<ChatMessage | null>;

export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;
