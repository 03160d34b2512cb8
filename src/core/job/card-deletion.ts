import type { JobId } from "./ids.ts";

/** What a platform does not let us take away, for good. */
export type Left = "notification" | "video" | "card";

/** What came of deleting a card. "still_open": its job is not at its end yet; "not_now": the platform did not do all of it, or gave no answer. */
export type Deletion =
  | { readonly kind: "deleted"; readonly left: readonly Left[] }
  | { readonly kind: "not_now" | "still_open" };

export type DeleteCard = (id: JobId) => Promise<Deletion>;
