import type { JobId } from "../job/ids.ts";

/** Marks a video as the favourite of its batch; `isShown`: on the batch's card, too. null: the batch is forgotten. May reject. */
export type PickFavourite = (batch: JobId, part: JobId) => Promise<{ readonly isShown: boolean } | null>;
