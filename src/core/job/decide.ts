import type { Result } from "../result.ts";
import type { TeamRefusal } from "../team/rules.ts";
import type { JobId, UserId } from "./ids.ts";
import type { Job } from "./job.ts";

/** Why a word about a waiting video does not count: it is forgotten, it waits for no such word any more, or its team may not pay. */
export type Undecided =
  | { readonly kind: "gone" }
  | { readonly kind: "decided"; readonly job: Job }
  | { readonly kind: TeamRefusal };

/** The words that end an approval. Of several in the same moment the first one counts. */
export interface Decide {
  /** The team pays: its credits are held from now on. */
  approve(id: JobId, by: UserId): Promise<Result<Job, Undecided>>;
  decline(id: JobId, by: UserId, note: string | null): Promise<Result<Job, Undecided>>;
  /** Its person ends what a batch has not sent yet; how many videos that were. */
  cancelRest(id: JobId): Promise<number>;
  /** Its person takes it back, whatever it waits for. */
  withdraw(id: JobId): Promise<Result<Job, Undecided>>;
}
