import type { ReplyHandle } from "../chat.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { PollRefusal, Started, Task } from "../ports.ts";
import type { AspectRatio } from "../request/video-request.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { UserId } from "./ids.ts";
import type { Job, JobRefusal, NotStarted, Waiting } from "./job.ts";

/** The people whom the final message notified. "owner": only the owner, not the others who asked for it. */
export type Called = "nobody" | "owner" | "everybody";

/** Everything that can happen to a job. `fraction` (0 to 1) randomizes a retry. */
export type JobEvent =
  | { readonly kind: "answered"; readonly reply: ReplyHandle }
  /** The answer was sent, and it is unknown whether it arrived. */
  | { readonly kind: "answer_unclear" }
  /** The card is about to be posted again: it did not arrive, or no edit can tell. */
  | { readonly kind: "answer_retried" }
  /** The platform cannot say yet whether the first card arrived. */
  | { readonly kind: "look_put_off"; readonly waitMs: number }
  | { readonly kind: "not_started"; readonly why: NotStarted }
  | { readonly kind: "declined"; readonly by: UserId; readonly note: string | null }
  /** The store is a restored backup. */
  | { readonly kind: "restored" }
  /** The card was read after a restore. It shows an end, is gone, shows no end, or cannot be read. */
  | { readonly kind: "card_read"; readonly shows: "end" | "gone" | "no_end" | "unreadable" }
  /** The owner withdrew it. */
  | { readonly kind: "withdrawn" }
  /** The managers are asked, and the job waits for them. */
  | { readonly kind: "managers_asked" }
  /** `isReached`: the managers can be reached. */
  | { readonly kind: "managers_reached"; readonly isReached: boolean }
  /** The place in the owner's queue changed. */
  | { readonly kind: "place_changed"; readonly place: NonNullable<Waiting["place"]> }
  /** The video that this one continues is finished, with that ratio. */
  | { readonly kind: "film_came"; readonly aspectRatio: AspectRatio }
  /** The wait ended without a result. */
  | { readonly kind: "waited_in_vain" }
  /** `aspectRatio`: the picture's own ratio, or null if unknown. */
  | { readonly kind: "picture_passed"; readonly aspectRatio: AspectRatio | null }
  /** The service does not accept the picture as it is: make a copy that fits. */
  | { readonly kind: "picture_must_fit" }
  /** The last frame is about to be taken, or the picture to be fitted. */
  | { readonly kind: "picture_begun" }
  /** It is tried again after `waitMs` or later. */
  | { readonly kind: "picture_put_off"; readonly waitMs: number; readonly fraction: number }
  /**
   * The service finds the picture at `url`; sizes in pixels. `reply`: the card that shows it, if any. `isOfCopy`: it is a
   * frame of a smaller copy.
   */
  | {
      readonly kind: "picture_brought";
      readonly url: string;
      readonly width: number;
      readonly height: number;
      readonly reply?: ReplyHandle;
      readonly isOfCopy?: true;
    }
  | { readonly kind: "refused"; readonly refusal: JobRefusal }
  /** `sealedKey`: a copy of the paying key, for a job that waited without one. */
  | {
      readonly kind: "submitting";
      readonly sealedKey?: string;
      readonly idempotency?: { readonly key: string; readonly place: string; readonly forMs: number };
    }
  /** The paid call is about to be repeated under the same key. */
  | { readonly kind: "submitting_again" }
  | { readonly kind: "answer_kept"; readonly answer: RawAnswer }
  | { readonly kind: "started"; readonly started: Started }
  | { readonly kind: "start_refused"; readonly refusal: ApiRefusal; readonly fraction: number }
  /** Another process was submitting when it ended, so the answer is lost, and the call cannot be repeated. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "polled"; readonly task: Task }
  | { readonly kind: "poll_refused"; readonly refusal: PollRefusal }
  /** The service was not asked because it is down. */
  | { readonly kind: "poll_held"; readonly waitMs: number }
  /** The payer has a new key, or the old one is accepted again. */
  | { readonly kind: "key_renewed" }
  | { readonly kind: "shown"; readonly reply: ReplyHandle }
  /** The job now shows itself on another card. */
  | { readonly kind: "card_moved"; readonly reply: ReplyHandle }
  /** The workspace removed Reelay. */
  | { readonly kind: "workspace_left" }
  /** Somebody else wants to be notified of the end. */
  | { readonly kind: "notify_me"; readonly userId: UserId }
  | { readonly kind: "listener_left"; readonly userId: UserId }
  /** An edit of the card may still arrive: its answer was lost, or its process ended. */
  | { readonly kind: "edit_unclear" }
  /** The service was asked again and named this link; null: none. */
  | { readonly kind: "link_asked"; readonly videoUrl: string | null }
  /** A private message is about to be sent. */
  | { readonly kind: "new_message_begun" }
  /** A search after the final message deleted the lost first card, or cannot find it. */
  | { readonly kind: "lost_card_settled" }
  /** A new message is about to replace the card. */
  | { readonly kind: "new_card_begun" }
  /** The card's edit has to wait so long that the notification is sent first. */
  | { readonly kind: "edit_held"; readonly nonce: string }
  /** A new message already notified the people in `called`. */
  | { readonly kind: "announced"; readonly reply: ReplyHandle; readonly nonce: string; readonly called: Called }
  /** The owner received it privately, and the card is gone. */
  | { readonly kind: "sent_privately"; readonly nonce: string }
  /** The others are notified without the owner, who cannot be reached. */
  | { readonly kind: "listeners_called" }
  | { readonly kind: "notifying" }
  /** `at`: see `Job.notification`. Not set if there is no message besides the card. */
  | { readonly kind: "notified"; readonly at?: Job["notification"] }
  | RefusedEvent
  /** Every way to the person was refused. `isClear` (default): no earlier attempt arrived. */
  | { readonly kind: "undeliverable"; readonly isClear?: boolean }
  /** A joined video is about to be posted in the card's thread. */
  | { readonly kind: "film_joined"; readonly fileId: string }
  /** Every part of a batch has an outcome. `areFilmsDue`: their files may still be posted. */
  | { readonly kind: "parts_settled"; readonly areFilmsDue: boolean }
  /**
   * All parts of a batch have ended. `isCardOld`: its card must still show that a file is missing or where a film is kept.
   */
  | { readonly kind: "parts_ended"; readonly isCardOld: boolean }
  /** The file is about to be posted. */
  | { readonly kind: "attaching" }
  | { readonly kind: "attached"; readonly reply: ReplyHandle }
  /** The file was given up, or is tried again after `waitMs`. `isClear`: no attempt can still arrive. */
  | { readonly kind: "attach_refused"; readonly why: "too_large" | "not_taken"; readonly isClear: boolean }
  /** The file is too large. Try a copy of at most `maxBytes`. */
  | { readonly kind: "copy_due"; readonly maxBytes: number; readonly isClear: boolean }
  | { readonly kind: "attach_skipped" }
  | {
      readonly kind: "attach_failed";
      readonly isClear: boolean;
      readonly isCounted: boolean;
      readonly waitMs: number;
      readonly fraction: number;
    }
  /** The film is about to be kept. */
  | { readonly kind: "keep_begun" }
  /** The film is kept. `isLinkDue`: the card must be edited to show its link. */
  | { readonly kind: "film_kept"; readonly film: KeptFilm; readonly isLinkDue: boolean }
  /** Keeping failed and is tried again after `waitMs`. */
  | {
      readonly kind: "keep_failed";
      readonly isCounted: boolean;
      readonly waitMs: number;
      readonly fraction: number;
    }
  /** Keeping is given up. */
  | { readonly kind: "keep_ended" }
  /** A closed job's card got the kept film as its file. */
  | { readonly kind: "film_brought"; readonly reply: ReplyHandle }
  /** The film is no longer kept, and will not be. */
  | { readonly kind: "film_gone" };

/** Events that let a waiting job continue. The store checks them in the transaction that saves the job. */
export type Admission =
  /** A manager lets the team pay: the job now waits for its turn. */
  | { readonly kind: "approved"; readonly by: UserId }
  /** The job has a running place. */
  | { readonly kind: "turn_came" };

/** A refused message is tried again then. */
export interface Again {
  readonly fraction: number;
  /** The platform named this time, so nothing else has to be waited for. */
  readonly isToldWhen?: boolean;
}

/** The platform refused a message. */
export type RefusedEvent =
  /** The private message certainly did not arrive. It may be sent again after `waitMs`, or never if that is null. */
  | (Again & { readonly kind: "new_message_refused"; readonly waitMs: number | null })
  /** The final message or the notification. `isClear`: it certainly did not arrive. */
  | (Again & { readonly kind: "delivery_failed"; readonly waitMs: number; readonly isClear: boolean });
