import type { EpochMs } from "../clock.ts";

/** The service was asked once more for a video's link, with this result. */
export type LinkNews =
  /** It has replaced the old one; `isShown`: on the card, too. */
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  /** `expiresAt` is null where nobody says how long it works. */
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  /** The link is dead, and the card has the video itself: it had it, or does from now on. */
  | { readonly kind: "in_card" }
  /** The service answered, and names none. */
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" };

/** The platform will never let us delete this. */
export type Left = "notification" | "video" | "card";

/** The result of deleting a card. "not_now": its job has not ended yet, or the platform did not do all of it, or gave no answer. */
export type Deletion = { readonly kind: "deleted"; readonly left: readonly Left[] } | { readonly kind: "not_now" };
