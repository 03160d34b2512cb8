import type { CardGone, ChatMessage, ChatRefusal, DiscordReply, MessagePlace, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { ImageType } from "../request/video-request.ts";
import type { Result } from "../result.ts";

/** These functions end soon after `signal` aborts and never reject. */
export interface Films {
  readonly takeFrame: TakeFrame;
  readonly joinFilms: JoinFilms;
  readonly copyFilm: CopyFilm;
}

/** "too_large": no copy is that small, see `nextCopy`. */
export type CopyFilm = (
  film: FilmSource,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<Uint8Array, FrameProblem>>;

export type TakeFrame = (film: FilmSource, signal: AbortSignal) => Promise<Result<Frame, FrameProblem>>;

export interface MadePicture {
  /** At most `IMAGE_MAX_BYTES`. */
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Upright, as the film is played. */
export interface Frame extends MadePicture {
  readonly isOfCopy?: true;
}

/**
 * "gone": no place has the film. "unreachable" and "too_slow" may be temporary. "unreadable": not a film, or it cannot be
 * decoded.
 */
export interface FrameProblem {
  readonly kind: "gone" | "unreachable" | "too_large" | "unreadable" | "too_slow";
}

/** Joins films without decoding them, so no quality is lost. */
export type JoinFilms = (
  films: readonly FilmSource[],
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<JoinedFilm, JoinProblem>>;

export interface JoinedFilm {
  readonly bytes: Uint8Array;
  readonly durationMs: number;
  /** The films (from 0) of which only smaller copies were left. */
  readonly copies?: readonly number[];
}

/**
 * "unequal": different sizes or codecs. "copy_unequal": the same, because only a smaller copy is left. `nth`: number of the
 * film, from 0.
 */
export interface JoinProblem {
  readonly kind: FrameProblem["kind"] | "unequal" | "copy_unequal";
  readonly nth?: number;
}

/** Best first. The next is tried if one is gone or unreachable. */
export type FilmSource = readonly FilmPlace[];

export type FilmPlace = (
  | /** `isNew`: the host may not have the film yet, so a refusal may be temporary. */
  { readonly kind: "address"; readonly url: string; readonly isNew?: boolean }
  | { readonly kind: "platform"; readonly open: OpenFilm }
) & {
  readonly isCopy?: true;
};

/** Never rejects, but reading throws if the film is cut short. `signal` also ends reading. */
export type OpenFilm = (signal: AbortSignal) => Promise<Result<AsyncIterable<Uint8Array>, FilmMissing>>;

/** "unreachable" may be temporary. */
export interface FilmMissing {
  readonly kind: "gone" | "unreachable" | "too_large";
}

/** Pictures that the video service fetches from the bot while their job is in progress. */
export interface KeptFrames {
  keep(id: JobId, picture: StoredPicture): Promise<string>;
  forget(id: JobId): Promise<void>;
}

export type StoredPicture = Pick<MadePicture, "bytes" | "type">;

export type OpenVideo = (url: string, signal: AbortSignal) => Promise<Result<OpenedVideo, VideoProblem>>;

export interface OpenedVideo {
  readonly bytes: number | null;
  /** From the content, such as "video/mp4". */
  readonly type: string;
  readonly extension: string;
  readonly content: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * "unreachable" may be temporary. So may "refused" (401, 403, 404 or 410) while the host does not have a new file yet, see
 * `mayPass`. The others are final.
 */
export interface VideoProblem {
  readonly kind: "not_public" | "not_a_video" | "unreachable" | "refused";
}

/**
 * Puts the file into the card, which then shows `message`. `nth`: which of several films. `triedAt`: an earlier attempt
 * may have arrived. Platforms that cannot repeat an attempt return "skipped".
 */
export type AttachVideo = (
  reply: ReplyHandle,
  message: ChatMessage,
  video: {
    readonly url: string;
    readonly copy?: Uint8Array | undefined;
    readonly nth?: number | undefined;
    readonly triedAt: EpochMs | null;
    readonly signal: AbortSignal;
  },
) => Promise<Result<{ readonly reply: ReplyHandle }, AttachRefusal>>;

export type AttachRefusal =
  /** `maxBytes`: the largest file that may be accepted, if known. */
  | { readonly kind: "too_large"; readonly maxBytes?: number }
  | { readonly kind: "not_taken"; readonly detail: string }
  | { readonly kind: "no_file"; readonly problem: VideoProblem }
  | { readonly kind: "skipped" }
  | ChatRefusal
  | CardGone;

export interface ChatFilms {
  filmIn(reply: ReplyHandle, nth: number | undefined): FilmPlace | null;
  /** For cards whose files others can fetch. */
  readonly showFrame: ShowFrame | null;
  /** For platforms that show a frame beside the card. */
  readonly shareFrame: ShareFrame | null;
  readonly filmSender: FilmSender | null;
}

export interface FilmDestination {
  readonly reply: ReplyHandle;
  readonly card: MessagePlace | null;
  readonly isPrivate: boolean;
}

export interface FilmSender {
  maxBytes(to: FilmDestination): number;
  /** The card that shows the progress because a private answer could not be deleted. */
  progressCard?(to: FilmDestination): ReplyHandle | null;
  /**
   * Never retried: a second attempt could be a duplicate. `save` gets the file's id before anybody sees it, unless the
   * message has its own *Delete*.
   */
  send(
    to: FilmDestination,
    message: ChatMessage,
    film: { readonly bytes: Uint8Array; readonly signal: AbortSignal; save(fileId: string): Promise<unknown> },
  ): Promise<Result<null, AttachRefusal>>;
}

/** Puts the first frame into the card, at an address that the service can fetch for some hours. */
export type ShowFrame = (
  reply: ReplyHandle,
  message: ChatMessage,
  picture: StoredPicture & { readonly nth?: number | undefined; readonly signal: AbortSignal },
) => Promise<Result<{ readonly reply: ReplyHandle; readonly url: string }, AttachRefusal>>;

/**
 * Shows people the first frame beside the card, once. `save` gets the handle first; if it returns false, nothing is shown.
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

export function openedBytes(bytes: Uint8Array): OpenedVideo {
  async function* content() {
    yield bytes;
  }
  return { bytes: bytes.length, type: "video/mp4", extension: "mp4", content: content(), close() {} };
}

export function cardsOf(reply: DiscordReply): readonly DiscordReply[] {
  return [reply, ...(reply.earlier ? cardsOf(reply.earlier) : [])];
}

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

export type LinkNews =
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  | { readonly kind: "in_card" }
  /** `keptUntil`: the bot stores the film until then, but cannot put it into the card. */
  | (NoNewLink & { readonly keptUntil?: EpochMs });

export type NoNewLink =
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" | "no_credits" };
