import type { UsedAt } from "../command.ts";
import type { Owner } from "../job/ids.ts";
import type { VideoDraft } from "./video-request.ts";

/** A request that waits for its owner's key, and where it was made: it goes on there, by the rules of that place. */
export interface PendingRequest extends UsedAt {
  readonly eventId: string;
  readonly draft: VideoDraft;
}

/** What each person left behind for later. */
export interface PendingRequests {
  /** Replaces an earlier one; forgotten after an hour. */
  keep(owner: Owner, request: PendingRequest): Promise<void>;
  /** Gives it out once. */
  take(owner: Owner): Promise<PendingRequest | null>;
  /** Leaves it there. */
  find(owner: Owner): Promise<PendingRequest | null>;
}
