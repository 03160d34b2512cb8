import type { UsedAt } from "../command.ts";
import type { Trouble } from "../health.ts";
import type { JobId, Owner } from "../job/ids.ts";
import type { PaidBy } from "../team/payer.ts";
import type { Credits } from "./price.ts";
import type { VideoDraft, VideoRequest } from "./video-request.ts";

/** A request that waits for its owner's key, and where it was made: it goes on there, by the rules of that place. */
export interface PendingRequest extends UsedAt {
  readonly eventId: string;
  readonly draft: VideoDraft;
}

/** `PendingRequests` stores each person's unfinished request for later. */
export interface PendingRequests {
  /** Replaces an earlier one; forgotten after an hour. */
  keep(owner: Owner, request: PendingRequest): Promise<void>;
  /** Gives it out once. */
  take(owner: Owner): Promise<PendingRequest | null>;
  /** Leaves it there. */
  find(owner: Owner): Promise<PendingRequest | null>;
}

/** A person answers this before a request is paid for. */
export type Question =
  | ({ readonly kind: "price" } & PriceQuestion)
  | { readonly kind: "help"; readonly trouble: Trouble | null };

/** Asks whether it may cost that, was meant as it was read, or is to start although the video service has trouble. */
export interface PriceQuestion {
  /** It costs more than its person takes for granted; null: it is not its price. */
  readonly above: Credits | null;
  /** These words of the prompt were taken for flags; none: it is not that. */
  readonly noticed: readonly string[];
  /** This request is made if the words taken for flags stay in the prompt; absent: nothing can be. */
  readonly asTyped?: VideoRequest | null;
  /** null: the service is well. */
  readonly trouble: Trouble | null;
}

/** A request that waits for its person's word. */
export interface UnconfirmedRequest {
  readonly request: VideoRequest;
  /** Of a batch: what each of its videos is made of; `request` is the first of them. Absent: one video. */
  readonly each?: readonly VideoRequest[];
  /** These requests are made if the words taken for flags stay in the prompts; absent: no words were taken for flags. */
  readonly asTyped?: readonly VideoRequest[];
  /** It sends once more what was sent before, whatever became of its style. */
  readonly isCopy?: true;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
  /** Who pays; absent: their own key. */
  readonly pay?: PaidBy;
}

/** Requests that were asked about, each under the id of the job it would become. */
export interface UnconfirmedRequests {
  /** Forgotten after an hour. */
  keep(owner: Owner, id: JobId, request: UnconfirmedRequest): Promise<void>;
  /** null: there is none of this person's. It stays, for its job's id is used once only. */
  find(owner: Owner, id: JobId): Promise<UnconfirmedRequest | null>;
  all(owner: Owner): Promise<readonly UnconfirmedRequest[]>;
}
