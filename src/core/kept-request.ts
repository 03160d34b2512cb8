import type { JobId, Owner } from "./job.ts";
import type { VideoRequest } from "./video-request.ts";

/** A request that waits for its person's word, because of its price. */
export interface KeptRequest {
  readonly request: VideoRequest;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
}

/** Requests that were asked about, each under the id of the job it would become. */
export interface KeptRequests {
  /** Forgotten after an hour. */
  keep(owner: Owner, id: JobId, kept: KeptRequest): Promise<void>;
  /** null: there is none of this person's. It stays, for its job's id is used once only. */
  find(owner: Owner, id: JobId): Promise<KeptRequest | null>;
  all(owner: Owner): Promise<readonly KeptRequest[]>;
}
