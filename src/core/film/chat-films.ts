import type { ChatMessage, MessagePlace, ReplyHandle } from "../chat.ts";
import type { AttachRefusal } from "../job/video-file.ts";
import type { Result } from "../result.ts";
import type { Frame } from "./films.ts";
import type { FilmPlace } from "./source.ts";

/** What a chat gives and takes of films besides their files. */
export interface ChatFilms {
  /** Where the file of a card's film may be had, of several that of the `nth`; null: the card has none. */
  filmIn(reply: ReplyHandle, nth: number | undefined): FilmPlace | null;
  /** null: others could not fetch what stands in a card here. */
  readonly showFrame: ShowFrame | null;
  /** null: nothing is shown beside a card here. */
  readonly shareFrame: ShareFrame | null;
  /** null: no film of the bot's own making can be sent here. */
  readonly filmSender: FilmSender | null;
}

/** Where a film goes that was asked for by a button of a card. */
export interface FilmBeside {
  /** Of the press. */
  readonly reply: ReplyHandle;
  /** The message with the button; null: it is not known. */
  readonly card: MessagePlace | null;
  /** Only the person who pressed sees that message. */
  readonly isPrivate: boolean;
}

/** Sends a film as one new message that belongs to no card, beside the card that was pressed or in its thread. */
export interface FilmSender {
  /** The largest that goes there, in bytes. */
  maxBytes(to: FilmBeside): number;
  /** The card that says what is under way, for a private answer could not be taken back; absent: the private answer says it. */
  cardBeside?(to: FilmBeside): ReplyHandle | null;
  /**
   * Nothing is tried again, for a second message might be one too many; ends soon after `signal` aborts. `save` gets the file's id
   * before anybody sees it, where the message has no *Delete* of its own. Rejects only where `save` does.
   */
  send(
    to: FilmBeside,
    message: ChatMessage,
    film: { readonly bytes: Uint8Array; readonly signal: AbortSignal; save(fileId: string): Promise<unknown> },
  ): Promise<Result<null, AttachRefusal>>;
}

/**
 * Puts the frame that a video begins with into its card, which says `message` then; the address is for the service, and works
 * for some hours. `nth` as for its film. Repeated, it takes the place of the one before. Later edits by the new handle keep it
 * as long as the message has a place for it.
 */
export type ShowFrame = (
  reply: ReplyHandle,
  message: ChatMessage,
  frame: Pick<Frame, "bytes"> & { readonly nth?: number | undefined; readonly signal: AbortSignal },
) => Promise<Result<{ readonly reply: ReplyHandle; readonly url: string }, AttachRefusal>>;

/**
 * Shows people the frame that a video begins with, beside its card: the service cannot fetch it there, and nothing depends on it.
 * `title` is said with it, `nth` as for its film. `save` gets the handle that knows the file before anybody sees it; false: nothing
 * is shown. Nothing is tried again. Ends soon after `signal` aborts; rejects only where `save` does.
 */
export type ShareFrame = (
  reply: ReplyHandle,
  frame: Pick<Frame, "bytes"> & {
    readonly title: string;
    readonly nth?: number | undefined;
    readonly signal: AbortSignal;
    save(reply: ReplyHandle): Promise<boolean>;
  },
) => Promise<Result<null, AttachRefusal>>;
