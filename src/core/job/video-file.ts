import type { CardGone, ChatMessage, ChatRefusal, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Result } from "../result.ts";

/** Opens the file behind a video's link; nothing is read before somebody takes it. Never rejects; `signal` ends it, its content too. */
export type OpenVideo = (url: string, signal: AbortSignal) => Promise<Result<OpenedVideo, VideoProblem>>;

export interface OpenedVideo {
  /** As the link's host says; null: it says nothing. */
  readonly bytes: number | null;
  /** By its content, such as "video/mp4". */
  readonly type: string;
  /** Without a dot, such as "mp4". */
  readonly extension: string;
  /** The whole file in order, no faster than it is taken; throws where it is cut short. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Gives up what was not taken; may be called at any time. */
  close(): void;
}

/** Why there is no file: "unreachable" may pass, the others do not. */
export interface VideoProblem {
  readonly kind: "not_public" | "not_a_video" | "unreachable" | "expired";
}

/**
 * Puts the video's file into the card, which says `message` then. `nth`: which of the card's several films it is; the others
 * stay. `triedAt`: an earlier try whose fate is not known; a platform that cannot repeat it without harm says "skipped". Ends
 * soon after `signal` aborts. Later edits by the new handle keep the file.
 */
export type AttachVideo = (
  reply: ReplyHandle,
  message: ChatMessage,
  video: {
    readonly url: string;
    readonly nth?: number | undefined;
    readonly triedAt: EpochMs | null;
    readonly signal: AbortSignal;
  },
) => Promise<Result<{ readonly reply: ReplyHandle }, AttachRefusal>>;

export type AttachRefusal =
  /** For this chat. */
  | { readonly kind: "too_large" }
  /** The platform will never take it here; `detail` is for the log. */
  | { readonly kind: "not_taken"; readonly detail: string }
  /** Nothing was sent to the platform. */
  | { readonly kind: "no_file"; readonly problem: VideoProblem }
  | { readonly kind: "skipped" }
  | ChatRefusal
  | CardGone;
