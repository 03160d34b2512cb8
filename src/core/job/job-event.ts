import type { ReplyHandle } from "../chat.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { PollRefusal, Started, Task } from "../ports.ts";
import type { AspectRatio } from "../request/video-request.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { UserId } from "./ids.ts";
import type { Job, JobRefusal, NotStarted, Waiting } from "./job.ts";

/** The final word has called these people: "owner" leaves out the others who want to be notified. */
export type Called = "nobody" | "owner" | "everybody";

/** Everything that can happen to a job. `fraction` (0 to 1) is the chance that spreads a retry. */
export type JobEvent =
  | { readonly kind: "answered"; readonly reply: ReplyHandle }
  /** The answer was sent, and the platform did not say whether it arrived. */
  | { readonly kind: "answer_unclear" }
  /** No edit can tell whether it arrived, or it surely did not: the card is about to be posted once more. */
  | { readonly kind: "answer_retried" }
  /** The platform cannot say now whether the first card arrived. */
  | { readonly kind: "look_put_off"; readonly waitMs: number }
  | { readonly kind: "not_started"; readonly why: NotStarted }
  | { readonly kind: "declined"; readonly by: UserId; readonly note: string | null }
  /** Its store is a restored backup. */
  | { readonly kind: "restored" }
  /** Its card was read after a restore: it shows an end, or is gone, or shows no end, or the bot may not read it. */
  | { readonly kind: "card_read"; readonly shows: "end" | "gone" | "no_end" | "unreadable" }
  /** Its person withdrew it. */
  | { readonly kind: "withdrawn" }
  /** The managers are asked, and nothing happens before they answer. */
  | { readonly kind: "managers_asked" }
  /** `isReached`: there is a way to reach the managers who are asked. */
  | { readonly kind: "managers_reached"; readonly isReached: boolean }
  /** It has a new place in its owner's queue. */
  | { readonly kind: "place_changed"; readonly place: NonNullable<Waiting["place"]> }
  /** The film that it goes on from is made, in that shape. */
  | { readonly kind: "film_came"; readonly aspectRatio: AspectRatio }
  /** Nothing came before its wait was over. */
  | { readonly kind: "waited_in_vain" }
  /** `aspectRatio` is the picture's own shape; null: unknown. */
  | { readonly kind: "picture_passed"; readonly aspectRatio: AspectRatio | null }
  /** The service does not take the picture as it is: a copy that fits is to be made. */
  | { readonly kind: "picture_must_fit" }
  /** The last frame of the video that it goes on from is about to be taken, or the picture to be made to fit. */
  | { readonly kind: "picture_begun" }
  /** It is tried again after `waitMs`, or later. */
  | { readonly kind: "picture_put_off"; readonly waitMs: number; readonly fraction: number }
  /**
   * The service finds the picture at `url`; sizes in pixels. `reply` is the handle of the card that shows it now, absent if
   * none does. `isOfCopy`: it is a frame of a smaller copy of the film.
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
  /** `sealedKey`: a copy of the key that pays, of a job that waited and has none; absent: it has one. */
  | { readonly kind: "submitting"; readonly sealedKey?: string }
  | { readonly kind: "answer_kept"; readonly answer: RawAnswer }
  | { readonly kind: "started"; readonly started: Started }
  | { readonly kind: "start_refused"; readonly refusal: ApiRefusal; readonly fraction: number }
  /** A process that did not make the call found it submitting: the answer is lost. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "polled"; readonly task: Task }
  | { readonly kind: "poll_refused"; readonly refusal: PollRefusal }
  /** The service was not asked, because it is down. */
  | { readonly kind: "poll_held"; readonly waitMs: number }
  /** Its person has another key, or the one they have is accepted again. */
  | { readonly kind: "key_renewed" }
  | { readonly kind: "shown"; readonly reply: ReplyHandle }
  /** The job shows itself on another card from now on. */
  | { readonly kind: "card_moved"; readonly reply: ReplyHandle }
  /** Its workspace has removed Reelay. */
  | { readonly kind: "workspace_left" }
  /** Somebody else wants to be notified of the end. */
  | { readonly kind: "notify_me"; readonly userId: UserId }
  | { readonly kind: "listener_left"; readonly userId: UserId }
  /** An edit of the card may still land: its answer was lost, or a process that may have sent it died. */
  | { readonly kind: "edit_unclear" }
  /** The service was asked once more and names this link; null: none. */
  | { readonly kind: "link_asked"; readonly videoUrl: string | null }
  /** A private message is about to be sent. */
  | { readonly kind: "new_message_begun" }
  /** A search after the final message has deleted the lost first card, or cannot find it. */
  | { readonly kind: "lost_card_settled" }
  /** A new message is about to take the card's place. */
  | { readonly kind: "new_card_begun" }
  /** The card's edit has to wait so long that its notification goes first. */
  | { readonly kind: "edit_held"; readonly nonce: string }
  /** A new message has already notified the people in `called`. */
  | { readonly kind: "announced"; readonly reply: ReplyHandle; readonly nonce: string; readonly called: Called }
  /** The owner has read it in private, and the card is gone. */
  | { readonly kind: "whispered"; readonly nonce: string }
  /** The others who want to be notified are called without the owner, who cannot be reached. */
  | { readonly kind: "listeners_called" }
  | { readonly kind: "notifying" }
  /** `at`: see `Job.notification`; absent where the message was none beside the card. */
  | { readonly kind: "notified"; readonly at?: Job["notification"] }
  | RefusedEvent
  /** Every way to the person was refused; `isClear`: nothing new arrived by an earlier try, which is so where it is absent. */
  | { readonly kind: "undeliverable"; readonly isClear?: boolean }
  /** A film of all parts is about to be shown in the thread of the card. */
  | { readonly kind: "film_joined"; readonly fileId: string }
  /** The outcome of each part of a batch is known; `areFilmsDue`: their files may still come into the card. */
  | { readonly kind: "parts_settled"; readonly areFilmsDue: boolean }
  /** All parts of a batch have ended; `isCardOld`: its card does not say yet that a file is missing, or where a film is kept. */
  | { readonly kind: "parts_ended"; readonly isCardOld: boolean }
  /** The video's file is about to be put into the card. */
  | { readonly kind: "attaching" }
  | { readonly kind: "attached"; readonly reply: ReplyHandle }
  /** The file was given up, or is tried again after `waitMs`; `isClear`: no try of it can still arrive. */
  | { readonly kind: "attach_refused"; readonly why: "too_large" | "not_taken"; readonly isClear: boolean }
  /** The file is too large: a copy of at most `maxBytes` is tried next. */
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
  /** A card whose job had ended got the kept film as its file. */
  | { readonly kind: "film_brought"; readonly reply: ReplyHandle }
  /** Its film is not kept any longer, nor will be. */
  | { readonly kind: "film_gone" };

/** These events let a waiting job go on: the store judges them in the transaction that saves the job. */
export type Admission =
  /** A manager lets the team pay for it: from now on it waits for its turn. */
  | { readonly kind: "approved"; readonly by: UserId }
  /** It has a running place. */
  | { readonly kind: "turn_came" };

/** A message that was not taken is tried again then. */
export interface Again {
  readonly fraction: number;
  /** The platform named the time to come back, and that is all there is to wait for. */
  readonly isToldWhen?: boolean;
}

/** The platform did not take a message. */
export type RefusedEvent =
  /** The private message surely did not arrive; it may be sent again after `waitMs`, never where that is null. */
  | (Again & { readonly kind: "new_message_refused"; readonly waitMs: number | null })
  /** The final word or the notification; `isClear`: it surely did not arrive. */
  | (Again & { readonly kind: "delivery_failed"; readonly waitMs: number; readonly isClear: boolean });
