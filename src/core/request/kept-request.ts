import type { UsedAt } from "../command.ts";
import type { Trouble } from "../health.ts";
import type { Owner } from "../job/ids.ts";
import type { PaidBy } from "../team/payer.ts";
import type { NoticedFlag } from "./flags.ts";
import type { Credits } from "./price.ts";
import type { FoundPicture, VideoDraft, VideoRequest } from "./video-request.ts";

/**
 * A request that waits for its owner's key, and where it was made. It continues there, under the rules of that place.
 */
export interface PendingRequest extends UsedAt {
  readonly eventId: string;
  readonly draft: VideoDraft;
  /** The price shown when the key was requested. If it has changed, the person is asked again. */
  readonly price: Credits;
}

export interface PendingRequests {
  /** Replaces the previous request. Expires after an hour. */
  keep(owner: Owner, request: PendingRequest): Promise<void>;
  /** Removes and returns the request, so that it is used only once. */
  take(owner: Owner): Promise<PendingRequest | null>;
  find(owner: Owner): Promise<PendingRequest | null>;
}

/**
 * What the person has to confirm: the price, the flags found in the prompt, or starting while the video service has trouble.
 */
export interface PriceQuestion {
  /** The price is above this limit of the person. Null: the price needs no confirmation. */
  readonly above: Credits | null;
  /** The price that the person saw, if it has changed since. */
  readonly changedFrom?: Credits;
  /** Flags to confirm. */
  readonly noticed: readonly NoticedFlag[];
  /** The request with those flags left in the prompt, if one is possible. */
  readonly asTyped?: VideoRequest | null;
  readonly trouble: Trouble | null;
}

/** A request that waits for the person's confirmation. */
export interface UnconfirmedRequest {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  /** The requests with the flags left in their prompts. */
  readonly asTyped?: readonly VideoRequest[];
  /** It repeats an earlier request, even if that request's style was changed or removed. */
  readonly isCopy?: true;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
  readonly pay: PaidBy;
}

/** Stores something for a person under an id, for an hour. */
export interface HourStore<Value> {
  keep(owner: Owner, id: string, value: Value): Promise<void>;
  /** Returns the value without removing it. Null: this person has none under that id. */
  find(owner: Owner, id: string): Promise<Value | null>;
  all(owner: Owner): Promise<readonly Value[]>;
}

/** Stored under the id that the job would get, which is used only once. */
export type UnconfirmedRequests = HourStore<UnconfirmedRequest>;

/** The pictures offered in an open form, stored under the id in the form. */
export type OfferedPictures = HourStore<readonly FoundPicture[]>;
