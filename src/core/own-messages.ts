import type { ChatMessage } from "./chat.ts";
import type { Locale } from "./text/locale.ts";

/** What any front end says by itself, where its desk is not asked or does not answer in time. */
export interface OwnMessages {
  /** The desk threw, or what it answered cannot be shown. */
  readonly somethingWentWrong: ChatMessage;
  /** The desk took too long. */
  readonly cannotSave: ChatMessage;
  /** A payload came that is not as the platform describes it. */
  readonly unreadable: ChatMessage;
  /** It came while the process was ending. */
  readonly restarting: ChatMessage;
  /** The second half of an answer failed. Its effects until then are not known, so nothing is said about them. */
  readonly unfinished: ChatMessage;
}

/** The same in a person's language; English where that is not known. */
export type InLanguage<Said> = (locale: Locale | undefined) => Said;

/** What stands beside the bot's own name, for everybody alike; null: nothing. */
export interface OwnStatus {
  now(): string | null;
  /** Calls `hear` when it may be another. The function that comes back ends that. */
  onChange(hear: () => void): () => void;
}
