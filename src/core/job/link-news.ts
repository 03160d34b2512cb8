import type { EpochMs } from "../clock.ts";
import type { JobId } from "./ids.ts";

/** What comes of asking once more for a video's link. */
export type LinkNews =
  /** It has replaced the old one; `isShown`: on the card, too. */
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  /** `expiresAt` is null where nobody says how long it works. */
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  /** The service answered, and names none. */
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" };

export type AskLink = (id: JobId) => Promise<LinkNews>;
