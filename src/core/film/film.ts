import type { CardGone, ChatMessage, ChatRefusal, DiscordReply, MessagePlace, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { ImageType } from "../request/video-request.ts";
import type { Result } from "../result.ts";

/** `Films` works on the files themselves. Its functions end soon after `signal` aborts, and never reject. */
export interface Films {
  readonly takeFrame: TakeFrame;
  readonly joinFilms: JoinFilms;
  readonly copyFilm: CopyFilm;
}

/** Makes a copy of the film as an MP4 of `maxBytes` at most, see `nextCopy`. "too_large": no copy of it is that small. */
export type CopyFilm = (
  film: FilmSource,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<Uint8Array, FrameProblem>>;

/** Takes the last frame of the film at the first place that still has it. */
export type TakeFrame = (film: FilmSource, signal: AbortSignal) => Promise<Result<Frame, FrameProblem>>;

/** A picture that the bot itself brings to the video service. */
export interface BroughtPicture {
  /** `IMAGE_MAX_BYTES` at most. */
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  /** In pixels, like `height`. */
  readonly width: number;
  readonly height: number;
}

/** A frame is the picture that a film ends with, upright as the film is played. */
export interface Frame extends BroughtPicture {
  /** It was taken from a smaller copy of the film. */
  readonly isOfCopy?: true;
}

/**
 * There is no frame for this reason. "gone": no place has the film any more; "unreachable" may pass, and so may "too_slow" on
 * a busy machine; "unreadable": it is no film, or one that cannot be decoded.
 */
export interface FrameProblem {
  readonly kind: "gone" | "unreachable" | "too_large" | "unreadable" | "too_slow";
}

/** Makes one film of several, one after the other, of `maxBytes` at most; nothing is decoded, so nothing loses sharpness. */
export type JoinFilms = (
  films: readonly FilmSource[],
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<JoinedFilm, JoinProblem>>;

export interface JoinedFilm {
  /** An MP4. */
  readonly bytes: Uint8Array;
  readonly durationMs: number;
  /** Of these films, by their number from 0, it has smaller copies; absent: of none. */
  readonly copies?: readonly number[];
}

/**
 * There is no joined film for this reason. "unequal": their sizes or codecs differ; "copy_unequal": they differ, and of that
 * one only a smaller copy is left. `nth`: of which film, from 0; absent: of no single one.
 */
export interface JoinProblem {
  readonly kind: FrameProblem["kind"] | "unequal" | "copy_unequal";
  readonly nth?: number;
}

/** A source lists the places of a film, best first: the next one is tried if a place no longer has it, or cannot be reached. */
export type FilmSource = readonly FilmPlace[];

export type FilmPlace = (
  | /**
   * The address is fetched with the guard for every address from outside. `isNew`: its host may not have the film yet, so
   * that a refusal may pass.
   */
  { readonly kind: "address"; readonly url: string; readonly isNew?: boolean }
  /** Only the bot can open this film: a platform gives it to nobody else, for example a Slack file, or the bot itself keeps it. */
  | { readonly kind: "platform"; readonly open: OpenFilm }
) & {
  /** A smaller copy of the film is there. */
  readonly isCopy?: true;
};

/** Opens the film's bytes in order; they may throw if the film is cut short. Never rejects; `signal` ends it, and the bytes too. */
export type OpenFilm = (signal: AbortSignal) => Promise<Result<AsyncIterable<Uint8Array>, FilmMissing>>;

/** A place gives no film for this reason: "gone": it no longer has it; "unreachable" may pass. */
export interface FilmMissing {
  readonly kind: "gone" | "unreachable" | "too_large";
}

/** Pictures that the video service fetches from the bot itself, each for as long as its job is under way. It rejects where the store does. */
export interface KeptFrames {
  /** Stores it for that job, replacing an earlier one; returns the address where the service finds it. */
  keep(id: JobId, picture: StoredPicture): Promise<string>;
  forget(id: JobId): Promise<void>;
}

export type StoredPicture = Pick<BroughtPicture, "bytes" | "type">;

/** Opens the file behind a video's link; nothing is read before somebody takes it. Never rejects; `signal` ends it, its content too. */
export type OpenVideo = (url: string, signal: AbortSignal) => Promise<Result<OpenedVideo, VideoProblem>>;

export interface OpenedVideo {
  /** The link's host names this size; null: it names none. */
  readonly bytes: number | null;
  /** By its content, such as "video/mp4". */
  readonly type: string;
  /** Without a dot, such as "mp4". */
  readonly extension: string;
  /** The whole file in order, no faster than it is taken; throws where it is cut short. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Gives up the rest; may be called at any time. */
  close(): void;
}

/**
 * There is no file for this reason: "unreachable" may pass. "refused": its host answers 401, 403, 404 or 410, which a host
 * also does for some seconds before it has a new file, see `mayPass`. The others stay.
 */
export interface VideoProblem {
  readonly kind: "not_public" | "not_a_video" | "unreachable" | "refused";
}

/**
 * Puts the video's file into the card, which then shows `message`. `nth`: which of the card's several films it is; the others
 * stay. `triedAt`: an earlier try whose fate is not known; a platform that cannot repeat it without harm returns "skipped".
 * Ends soon after `signal` aborts. Later edits by the new handle keep the file.
 */
export type AttachVideo = (
  reply: ReplyHandle,
  message: ChatMessage,
  video: {
    readonly url: string;
    /** An MP4 that is sent in place of the file at `url`: a smaller copy, or the film as the bot keeps it; absent: that file is sent. */
    readonly copy?: Uint8Array | undefined;
    readonly nth?: number | undefined;
    readonly triedAt: EpochMs | null;
    readonly signal: AbortSignal;
  },
) => Promise<Result<{ readonly reply: ReplyHandle }, AttachRefusal>>;

export type AttachRefusal =
  /** The file is too large for this chat. `maxBytes`: a file of that size may fit; absent: the platform does not say which. */
  | { readonly kind: "too_large"; readonly maxBytes?: number }
  /** The platform will never take it here; `detail` is for the log. */
  | { readonly kind: "not_taken"; readonly detail: string }
  /** Nothing was sent to the platform. */
  | { readonly kind: "no_file"; readonly problem: VideoProblem }
  | { readonly kind: "skipped" }
  | ChatRefusal
  | CardGone;

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
 * Puts the picture that a video begins with into its card, which then shows `message`; the address is for the service, and
 * works for some hours. `nth` is as for its film. A repeated picture replaces the one before. Later edits by the new handle
 * keep it as long as the message has a place for it.
 */
export type ShowFrame = (
  reply: ReplyHandle,
  message: ChatMessage,
  picture: StoredPicture & { readonly nth?: number | undefined; readonly signal: AbortSignal },
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

/** Returns an MP4 in memory as if it were opened behind a link. */
export function openedBytes(bytes: Uint8Array): OpenedVideo {
  async function* content() {
    yield bytes;
  }
  return { bytes: bytes.length, type: "video/mp4", extension: "mp4", content: content(), close() {} };
}

/** Returns the card and the earlier ones where films stayed, the newest first. */
export function cardsOf(reply: DiscordReply): readonly DiscordReply[] {
  return [reply, ...(reply.earlier ? cardsOf(reply.earlier) : [])];
}

/**
 * Passes on no more than `maxBytes`; `fault` returns afterwards what was wrong with the content. A reader that fails, and
 * throws its error into the flow, is no fault of the content.
 */
export function watched(
  content: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): { readonly content: AsyncIterable<Uint8Array>; fault(): "too_large" | "cut" | null } {
  let fault: "too_large" | "cut" | null = null;

  async function* flow() {
    const parts = content[Symbol.asyncIterator]();
    let sizeBytes = 0;
    let isOver = false;
    try {
      for (;;) {
        const next = await parts.next().catch((error: unknown) => {
          fault = "cut";
          throw error;
        });
        isOver = next.done === true;
        if (next.done) return;
        sizeBytes += next.value.length;
        if (sizeBytes > maxBytes) {
          fault = "too_large";
          throw new Error("larger than may be sent");
        }
        yield next.value;
      }
    } finally {
      if (!isOver && fault !== "cut") await parts.return?.();
    }
  }
  return { content: flow(), fault: () => fault };
}
