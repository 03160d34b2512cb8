import type { ReplyHandle } from "../chat.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { AspectRatio } from "../request/video-request.ts";
import type { ApiRefusal, PollRefusal, RawAnswer, Started, Task } from "../video-service.ts";
import type { UserId } from "./ids.ts";
import type { JobRefusal, NotStarted, SentNotification, Waiting } from "./job.ts";

export type Called = "nobody" | "owner" | "everybody";

/** `fraction` (0 to 1) randomizes a retry. */
export type JobEvent =
  | { readonly kind: "answered"; readonly reply: ReplyHandle }
  | { readonly kind: "answer_unclear" }
  /** Saved before the card is posted again. */
  | { readonly kind: "answer_retried" }
  | { readonly kind: "search_postponed"; readonly waitMs: number }
  | { readonly kind: "not_started"; readonly why: NotStarted }
  | { readonly kind: "declined"; readonly by: UserId; readonly note: string | null }
  | { readonly kind: "restored" }
  /** The card was read after a restore. */
  | { readonly kind: "card_read"; readonly shows: "end" | "gone" | "no_end" | "unreadable" }
  | { readonly kind: "withdrawn" }
  | { readonly kind: "managers_asked" }
  | { readonly kind: "managers_reached"; readonly isReached: boolean }
  | { readonly kind: "place_changed"; readonly place: NonNullable<Waiting["place"]> }
  | { readonly kind: "film_arrived"; readonly aspectRatio: AspectRatio }
  | { readonly kind: "wait_expired" }
  | { readonly kind: "picture_passed"; readonly aspectRatio: AspectRatio | null }
  | { readonly kind: "picture_must_fit" }
  | { readonly kind: "picture_begun" }
  /** `waitMs` is a minimum. */
  | { readonly kind: "picture_postponed"; readonly waitMs: number; readonly fraction: number }
  /** The service can fetch the picture at `url`. `isOfCopy`: a frame of a smaller copy. */
  | {
      readonly kind: "picture_prepared";
      readonly url: string;
      readonly width: number;
      readonly height: number;
      readonly reply?: ReplyHandle;
      readonly isOfCopy?: true;
    }
  | { readonly kind: "refused"; readonly refusal: JobRefusal }
  /** `sealedKey`: the payer's key, for a job that waited without one. */
  | {
      readonly kind: "submitting";
      readonly sealedKey?: string;
      readonly idempotency?: { readonly key: string; readonly place: string; readonly forMs: number };
    }
  | { readonly kind: "submitting_again" }
  | { readonly kind: "answer_kept"; readonly answer: RawAnswer }
  | { readonly kind: "started"; readonly started: Started }
  | { readonly kind: "start_refused"; readonly refusal: ApiRefusal; readonly fraction: number }
  /** The process that was submitting ended, so the answer is lost, and the call cannot be repeated. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "polled"; readonly task: Task }
  | { readonly kind: "poll_refused"; readonly refusal: PollRefusal }
  | { readonly kind: "poll_held"; readonly waitMs: number }
  /** The payer has a new key, or the old one is accepted again. */
  | { readonly kind: "key_renewed" }
  | { readonly kind: "shown"; readonly reply: ReplyHandle }
  | { readonly kind: "card_moved"; readonly reply: ReplyHandle }
  | { readonly kind: "workspace_left" }
  | { readonly kind: "notify_me"; readonly userId: UserId }
  | { readonly kind: "listener_left"; readonly userId: UserId }
  /** An edit of the card may still arrive, because its answer was lost or its process ended. */
  | { readonly kind: "edit_unclear" }
  | { readonly kind: "link_asked"; readonly videoUrl: string | null }
  | { readonly kind: "new_message_begun" }
  | { readonly kind: "lost_card_settled" }
  | { readonly kind: "new_card_begun" }
  /** The card's edit must wait so long that the notification is sent first. */
  | { readonly kind: "edit_held"; readonly nonce: string }
  /** A new message already notified the people in `called`. */
  | { readonly kind: "announced"; readonly reply: ReplyHandle; readonly nonce: string; readonly called: Called }
  /** The owner received the final message privately, because the card is gone. */
  | { readonly kind: "sent_privately"; readonly nonce: string }
  /** Everybody else is notified, because the owner cannot be reached. */
  | { readonly kind: "listeners_called" }
  | { readonly kind: "notifying" }
  | { readonly kind: "notified"; readonly at: SentNotification }
  | RefusedEvent
  /** Every way to the person was refused. `isClear` (default): no earlier attempt arrived. */
  | { readonly kind: "undeliverable"; readonly isClear?: boolean }
  /** A joined video is about to be posted in the card's thread. */
  | { readonly kind: "film_joined"; readonly fileId: string }
  /** `areFilmsDue`: the parts' files may still be posted. */
  | { readonly kind: "parts_settled"; readonly areFilmsDue: boolean }
  /** `isCardOld`: the card must still show that a file is missing, or where a film is kept. */
  | { readonly kind: "parts_ended"; readonly isCardOld: boolean }
  | { readonly kind: "attaching" }
  | { readonly kind: "attached"; readonly reply: ReplyHandle }
  /** `isClear`: no attempt can still arrive. */
  | { readonly kind: "attach_refused"; readonly why: "too_large" | "not_taken"; readonly isClear: boolean }
  | { readonly kind: "copy_due"; readonly maxBytes: number; readonly isClear: boolean }
  | { readonly kind: "attach_skipped" }
  | {
      readonly kind: "attach_failed";
      readonly isClear: boolean;
      readonly isCounted: boolean;
      readonly waitMs: number;
      readonly fraction: number;
    }
  | { readonly kind: "keep_begun" }
  /** `isLinkDue`: the card must be edited to show the film's link. */
  | { readonly kind: "film_kept"; readonly film: KeptFilm; readonly isLinkDue: boolean }
  | { readonly kind: "keep_failed"; readonly isCounted: boolean; readonly fraction: number }
  | { readonly kind: "keep_ended" }
  | { readonly kind: "kept_film_attached"; readonly reply: ReplyHandle }
  | { readonly kind: "film_gone" };

/** The store checks these in the transaction that saves the job. */
export type Admission = { readonly kind: "approved"; readonly by: UserId } | { readonly kind: "turn_came" };

export interface Again {
  readonly fraction: number;
  /** The platform named the wait, so no backoff is added. */
  readonly hasRetryTime?: boolean;
}

export type RefusedEvent =
  /** The message certainly did not arrive. Without `waitMs`, it can never be sent. */
  | (Again & { readonly kind: "new_message_refused"; readonly waitMs: number | null })
  /** `isClear`: the message certainly did not arrive. */
  | (Again & { readonly kind: "delivery_failed"; readonly waitMs: number; readonly isClear: boolean });
