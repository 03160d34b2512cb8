import type { UsedAt } from "../command.ts";
import type { Trouble } from "../health.ts";
import type { Owner } from "../job/ids.ts";
import type { PaidBy } from "../team/payer.ts";
import type { SuspectedFlag } from "./flags.ts";
import type { Credits } from "./price.ts";
import type { FoundPicture, VideoDraft, VideoRequest } from "./video-request.ts";

/** A request that waits for its owner's key. It continues where it was made, under the rules of that place. */
export interface PendingRequest extends UsedAt {
  readonly eventId: string;
  readonly draft: VideoDraft;
  readonly price: Credits;
}

export interface PendingRequests {
  /** Replaces the previous request. Expires after an hour. */
  keep(owner: Owner, request: PendingRequest): Promise<void>;
  take(owner: Owner): Promise<PendingRequest | null>;
  find(owner: Owner): Promise<PendingRequest | null>;
}

export interface PriceQuestion {
  /** The person's limit, if the price exceeds it. */
  readonly above: Credits | null;
  readonly changedFrom?: Credits;
  readonly suspected: readonly SuspectedFlag[];
  /** The request with the suspected flags left in the prompt. */
  readonly flagsAsText: VideoRequest | null;
  readonly trouble: Trouble | null;
}

export interface UnconfirmedRequest {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  readonly flagsAsText?: readonly VideoRequest[];
  /** Repeats an earlier request, even if its style was changed or removed since. */
  readonly isCopy?: true;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
  readonly pay: PaidBy;
}

/** Values expire after an hour. */
export interface HourStore<Value> {
  keep(owner: Owner, id: string, value: Value): Promise<void>;
  find(owner: Owner, id: string): Promise<Value | null>;
  all(owner: Owner): Promise<readonly Value[]>;
}

/** The id is that of the future job. */
export type UnconfirmedRequests = HourStore<UnconfirmedRequest>;

/** The id is in the form that offers the pictures. */
export type OfferedPictures = HourStore<readonly FoundPicture[]>;
