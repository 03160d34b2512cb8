import type { CardGone, ChatMessage, ChatRefusal, DiscordReply, MessagePlace, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { ImageType } from "../request/video-request.ts";
import type { Result } from "../result.ts";

/** Reads and writes film files. Its functions end soon after `signal` aborts and never reject. */
export interface Films {
  readonly takeFrame: TakeFrame;
  readonly joinFilms: JoinFilms;
  readonly copyFilm: CopyFilm;
}

/** Makes an MP4 copy of at most `maxBytes`, see `nextCopy`. "too_large": no copy is that small. */
export type CopyFilm = (
  film: FilmSource,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<Uint8Array, FrameProblem>>;

/** Takes the last frame of the film, from the first place that has it. */
export type TakeFrame = (film: FilmSource, signal: AbortSignal) => Promise<Result<Frame, FrameProblem>>;

/** A picture that the bot delivers to the video service. */
export interface BroughtPicture {
  /** At most `IMAGE_MAX_BYTES`. */
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  /** In pixels, like `height`. */
  readonly width: number;
  readonly height: number;
}

/** The last picture of a film, upright as it is played. */
export interface Frame extends BroughtPicture {
  /** Taken from a smaller copy of the film. */
  readonly isOfCopy?: true;
}

/**
 * Why there is no frame. "gone": no place has the film. "unreachable" and "too_slow" may pass. "unreadable": not a film, or
 * it cannot be decoded.
 */
export interface FrameProblem {
  readonly kind: "gone" | "unreachable" | "too_large" | "unreadable" | "too_slow";
}

/** Joins films into one of at most `maxBytes`. Nothing is decoded, so no quality is lost. */
export type JoinFilms = (
  films: readonly FilmSource[],
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<JoinedFilm, JoinProblem>>;

export interface JoinedFilm {
  /** An MP4. */
  readonly bytes: Uint8Array;
  readonly durationMs: number;
  /** The films of which only smaller copies were left, by number from 0. */
  readonly copies?: readonly number[];
}

/**
 * Why the films cannot be joined. "unequal": their sizes or codecs differ. "copy_unequal": the same, and only a smaller copy
 * of that film is left. `nth`: which film, from 0, if it is a single one.
 */
export interface JoinProblem {
  readonly kind: FrameProblem["kind"] | "unequal" | "copy_unequal";
  readonly nth?: number;
}

/** The places of a film, best first. The next is tried if one no longer has it or cannot be reached. */
export type FilmSource = readonly FilmPlace[];

export type FilmPlace = (
  | /**
   * The address is fetched with the guard for every address from outside. `isNew`: its host may not have the film yet, so
   * that a refusal may pass.
   */
  { readonly kind: "address"; readonly url: string; readonly isNew?: boolean }
  /** Only the bot can open this film: a Slack file, or one that the bot keeps. */
  | { readonly kind: "platform"; readonly open: OpenFilm }
) & {
  /** The place has a smaller copy. */
  readonly isCopy?: true;
};

/**
 * Opens the film's bytes in order. Reading throws if the film is cut short. Never rejects; `signal` also ends reading.
 */
export type OpenFilm = (signal: AbortSignal) => Promise<Result<AsyncIterable<Uint8Array>, FilmMissing>>;

/** Why a place has no film. "gone": it no longer has it. "unreachable" may pass. */
export interface FilmMissing {
  readonly kind: "gone" | "unreachable" | "too_large";
}

/** Pictures that the video service fetches from the bot while their job is in progress. Rejects if the store does. */
export interface KeptFrames {
  /** Stores the job's picture, replacing an earlier one. Returns its address for the service. */
  keep(id: JobId, picture: StoredPicture): Promise<string>;
  forget(id: JobId): Promise<void>;
}

export type StoredPicture = Pick<BroughtPicture, "bytes" | "type">;

/** Opens the file behind a video's link without reading it. Never rejects; `signal` also ends reading. */
export type OpenVideo = (url: string, signal: AbortSignal) => Promise<Result<OpenedVideo, VideoProblem>>;

export interface OpenedVideo {
  /** The size reported by the host; null: none. */
  readonly bytes: number | null;
  /** Determined by its content, such as "video/mp4". */
  readonly type: string;
  /** Without a dot, such as "mp4". */
  readonly extension: string;
  /** The file's bytes in order, with backpressure. Throws if the file is cut short. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Stops reading. May be called at any time. */
  close(): void;
}

/**
 * Why there is no file. "unreachable" may pass. "refused": the host answered 401, 403, 404 or 410, which also happens for
 * some seconds before it has a new file, see `mayPass`. The others are final.
 */
export interface VideoProblem {
  readonly kind: "not_public" | "not_a_video" | "unreachable" | "refused";
}

/**
 * Puts the file into the card, which then shows `message`. `nth`: which of several films, whose other files stay. `triedAt`:
 * an earlier attempt may have arrived; platforms that cannot repeat it return "skipped". Ends soon after `signal` aborts.
 * Later edits with the new handle keep the file.
 */
export type AttachVideo = (
  reply: ReplyHandle,
  message: ChatMessage,
  video: {
    readonly url: string;
    /** An MP4 to send instead of the file at `url`: a smaller copy, or the kept film. */
    readonly copy?: Uint8Array | undefined;
    readonly nth?: number | undefined;
    readonly triedAt: EpochMs | null;
    readonly signal: AbortSignal;
  },
) => Promise<Result<{ readonly reply: ReplyHandle }, AttachRefusal>>;

export type AttachRefusal =
  /** The file is too large for this chat. `maxBytes`: what may fit, if the platform says. */
  | { readonly kind: "too_large"; readonly maxBytes?: number }
  /** The platform will never accept it here. `detail` is for the log. */
  | { readonly kind: "not_taken"; readonly detail: string }
  /** Nothing was sent to the platform. */
  | { readonly kind: "no_file"; readonly problem: VideoProblem }
  | { readonly kind: "skipped" }
  | ChatRefusal
  | CardGone;

/** What a chat can do with films, besides keeping their files. */
export interface ChatFilms {
  /** Returns where the file of a card's film is, `nth` for one of several; null: the card has none. */
  filmIn(reply: ReplyHandle, nth: number | undefined): FilmPlace | null;
  /** null: nobody else can fetch what is in a card here. */
  readonly showFrame: ShowFrame | null;
  /** null: nothing is shown beside a card here. */
  readonly shareFrame: ShareFrame | null;
  /** null: the bot cannot send its own films here. */
  readonly filmSender: FilmSender | null;
}

/** Where to send a film that was asked for by a card's button. */
export interface FilmBeside {
  /** The handle of the press. */
  readonly reply: ReplyHandle;
  /** The message with the button; null: unknown. */
  readonly card: MessagePlace | null;
  /** Only the presser sees that message. */
  readonly isPrivate: boolean;
}

/** Sends a film as one new message beside the pressed card, or in its thread. */
export interface FilmSender {
  /** The largest film that fits there, in bytes. */
  maxBytes(to: FilmBeside): number;
  /**
   * Returns the card that shows the progress because a private answer could not be deleted; null: the private answer shows
   * it.
   */
  cardBeside?(to: FilmBeside): ReplyHandle | null;
  /**
   * Sends the film once: a second attempt could be a duplicate. Ends soon after `signal` aborts. If the message has no
   * *Delete* of its own, `save` gets the file's id before anybody sees it. Rejects only if `save` does.
   */
  send(
    to: FilmBeside,
    message: ChatMessage,
    film: { readonly bytes: Uint8Array; readonly signal: AbortSignal; save(fileId: string): Promise<unknown> },
  ): Promise<Result<null, AttachRefusal>>;
}

/**
 * Puts the picture that a video begins with into its card, which then shows `message`. Its address works for some hours, for
 * the service. A repeated picture replaces the earlier one. Later edits with the new handle keep it while the message has a
 * place for it.
 */
export type ShowFrame = (
  reply: ReplyHandle,
  message: ChatMessage,
  picture: StoredPicture & { readonly nth?: number | undefined; readonly signal: AbortSignal },
) => Promise<Result<{ readonly reply: ReplyHandle; readonly url: string }, AttachRefusal>>;

/**
 * Shows people the frame that a video begins with beside its card, once. The service does not need it. `save` gets the
 * handle with the file before anybody sees it; if it returns false, nothing is shown. Ends soon after `signal` aborts;
 * rejects only if `save` does.
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

/** Returns an MP4 in memory in the form of an opened link. */
export function openedBytes(bytes: Uint8Array): OpenedVideo {
  async function* content() {
    yield bytes;
  }
  return { bytes: bytes.length, type: "video/mp4", extension: "mp4", content: content(), close() {} };
}

/** Returns the card, and the earlier ones where films stayed, newest first. */
export function cardsOf(reply: DiscordReply): readonly DiscordReply[] {
  return [reply, ...(reply.earlier ? cardsOf(reply.earlier) : [])];
}

/**
 * Passes on at most `maxBytes`. `fault` says afterwards what was wrong with the content. An error of the reader is not a
 * fault of the content.
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
