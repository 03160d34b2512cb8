import type { EpochMs } from "../clock.ts";
import type { JobId, UserId } from "../job/ids.ts";
import type { Credits } from "../request/price.ts";

/** Videos of unknown cost in one list, newest first; a menu takes as many. */
export const PERHAPS_LISTED = 25;

/** A team's video of which nobody can tell whether it was charged. It counts against the caps until a manager settles it. */
export interface Perhaps {
  readonly jobId: JobId;
  /** Who asked for it; null: they have deleted what was kept about them. */
  readonly userId: UserId | null;
  /** The most that it may have cost. */
  readonly credits: Credits;
  readonly acceptedAt: EpochMs;
}

/** A manager's word about one of them. */
export interface Settlement {
  readonly isCharged: boolean;
  readonly by: UserId;
  readonly at: EpochMs;
}

/** The word that counts. "already": an earlier one; its manager is null where they have deleted what was kept about them. */
export type Settled = { readonly credits: Credits } & (
  | ({ readonly kind: "settled" } & Settlement)
  | ({ readonly kind: "already"; readonly by: UserId | null } & Omit<Settlement, "by">)
);
