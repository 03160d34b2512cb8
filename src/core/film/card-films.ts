import type { ChatMessage, DiscordReply, MessagePlace, ReplyHandle } from "../chat.ts";
import type { Result } from "../result.ts";
import type { AttachRefusal, FilmPlace, Frame } from "./film.ts";

/** `ChatFilms` is what a chat can do with films besides storing their files. */
export interface ChatFilms {
  /** Returns where the file of a card's film can be fetched, with `nth` for one of several; null: the card has none. */
  filmIn(reply: ReplyHandle, nth: number | undefined): FilmPlace | null;
  /** null: others could not fetch what is in a card here. */
  readonly showFrame: ShowFrame | null;
  /** null: nothing is shown beside a card here. */
  readonly shareFrame: ShareFrame | null;
  /** null: no film of the bot's own making can be sent here. */
  readonly filmSender: FilmSender | null;
}

/** A film asked for by a button of a card goes there. */
export interface FilmBeside {
  /** The handle of the press. */
  readonly reply: ReplyHandle;
  /** The message with the button; null: it is not known. */
  readonly card: MessagePlace | null;
  /** Only the person who pressed sees that message. */
  readonly isPrivate: boolean;
}

/** Sends a film as one new message that belongs to no card, beside the card that was pressed or in its thread. */
export interface FilmSender {
  /** The largest film that fits there, in bytes. */
  maxBytes(to: FilmBeside): number;
  /** This card shows what is under way, because a private answer could not be deleted; absent: the private answer shows it. */
  cardBeside?(to: FilmBeside): ReplyHandle | null;
  /**
   * Sends the film once only, because a second try could be a second message; ends soon after `signal` aborts. `save` gets
   * the file's id before anybody sees it, if the message has no *Delete* of its own. Rejects only if `save` does.
   */
  send(
    to: FilmBeside,
    message: ChatMessage,
    film: { readonly bytes: Uint8Array; readonly signal: AbortSignal; save(fileId: string): Promise<unknown> },
  ): Promise<Result<null, AttachRefusal>>;
}

/**
 * Puts the frame that a video begins with into its card, which then shows `message`; the address is for the service, and
 * works for some hours. `nth` is as for its film. A repeated frame replaces the one before. Later edits by the new handle
 * keep it as long as the message has a place for it.
 */
export type ShowFrame = (
  reply: ReplyHandle,
  message: ChatMessage,
  frame: Pick<Frame, "bytes"> & { readonly nth?: number | undefined; readonly signal: AbortSignal },
) => Promise<Result<{ readonly reply: ReplyHandle; readonly url: string }, AttachRefusal>>;

/**
 * Shows people the frame that a video begins with, beside its card: the service cannot fetch it there, and nothing depends on
 * it. `title` is shown with it, `nth` is as for its film. `save` gets the handle that knows the file before anybody sees it;
 * false: nothing is shown. Shows it once only. Ends soon after `signal` aborts; rejects only if `save` does.
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

/** Returns whether the message itself has films or frames, which move with it; on Slack they are in its thread. */
export function holdsFiles(reply: ReplyHandle): boolean {
  return reply.platform === "discord" && (reply.files ?? []).length > 0;
}

/** Returns the handle of a card that replaces `before`: it reaches the films there, which are deleted with it. */
export function inPlaceOf(before: ReplyHandle, reply: ReplyHandle): ReplyHandle {
  if (before.platform === "slack" && reply.platform === "slack") {
    const files = before.files ?? [];
    return files.length > 0 ? { ...reply, files } : reply;
  }
  if (before.platform !== "discord" || reply.platform !== "discord") return reply;
  const earlier = holdsFiles(before) ? before : before.earlier;
  return earlier ? { ...reply, earlier } : reply;
}

/** Returns the card and the earlier ones where films stayed, the newest first. */
export function cardsOf(reply: DiscordReply): readonly DiscordReply[] {
  return [reply, ...(reply.earlier ? cardsOf(reply.earlier) : [])];
}

/**
 * Returns the address where people see the card; null: others cannot, or it is not known. Slack documents an address of a
 * channel (docs.slack.dev, interactivity/deep-linking, read 2026-11-22); that `message_ts` leads on to the message is not
 * documented.
 */
export function addressOf(reply: ReplyHandle): string | null {
  if (reply.platform === "slack") {
    if (reply.ts === null || reply.cardChannelId === null) return null;
    const at = { team: reply.teamId, channel: reply.cardChannelId, message_ts: reply.ts };
    return `https://slack.com/app_redirect?${new URLSearchParams(at)}`;
  }
  const { channelId, messageId } = reply.movedTo ?? reply;
  if (messageId === null || reply.isPrivate) return null;
  return `https://discord.com/channels/${reply.guildId ?? "@me"}/${channelId}/${messageId}`;
}
