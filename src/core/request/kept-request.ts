import type { UsedAt } from "../command.ts";
import type { Trouble } from "../health.ts";
import type { Owner } from "../job/ids.ts";
import type { PaidBy } from "../team/payer.ts";
import type { NoticedFlag } from "./flags.ts";
import type { Credits } from "./price.ts";
import type { FoundPicture, VideoDraft, VideoRequest } from "./video-request.ts";

/** A request that waits for its owner's key, and where it was made: it goes on there, by the rules of that place. */
export interface PendingRequest extends UsedAt {
  readonly eventId: string;
  readonly draft: VideoDraft;
  /** The message that asked for the key named this price; for another one its person is asked first. */
  readonly price: Credits;
}

export interface PendingRequests {
  /** Replaces an earlier one; forgotten after an hour. */
  keep(owner: Owner, request: PendingRequest): Promise<void>;
  /** Removes the request and returns it, so it is given out once. */
  take(owner: Owner): Promise<PendingRequest | null>;
  find(owner: Owner): Promise<PendingRequest | null>;
}

/** Asks whether it may cost that, was meant as it was read, or is to start although the video service has trouble. */
export interface PriceQuestion {
  /** It costs more than its person accepts without a question; null: the price is not the question. */
  readonly above: Credits | null;
  /** It costs something else than the price that its person has read; absent: it does not. */
  readonly changedFrom?: Credits;
  /** Flags in the prompt; none: they are not the question. */
  readonly noticed: readonly NoticedFlag[];
  /** This request is made if those flags stay in the prompt; absent: nothing can be. */
  readonly asTyped?: VideoRequest | null;
  readonly trouble: Trouble | null;
}

/** The request waits for its person's answer. */
export interface UnconfirmedRequest {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  /** These requests are made if the flags stay in the prompts; absent: there are none. */
  readonly asTyped?: readonly VideoRequest[];
  /** It repeats an earlier request, whatever became of its style. */
  readonly isCopy?: true;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
  readonly pay: PaidBy;
}

/** Stores what a person is asked about, for an hour and under an id. */
export interface HourStore<Value> {
  keep(owner: Owner, id: string, value: Value): Promise<void>;
  /** Returns the value, which stays; null: this person has none under that id. */
  find(owner: Owner, id: string): Promise<Value | null>;
  all(owner: Owner): Promise<readonly Value[]>;
}

/** Each is stored under the id of the job that it would become, which is used only once. */
export type UnconfirmedRequests = HourStore<UnconfirmedRequest>;

/** Each list of pictures that an open form offers is stored under the id that the form carries. */
export type OfferedPictures = HourStore<readonly FoundPicture[]>;
