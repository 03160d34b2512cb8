import type { ReplyHandle } from "../chat.ts";
import type { JobId, Owner, Team } from "../job/ids.ts";
import type { Approval, AskedIn, Job } from "../job/job.ts";
import type { Room } from "../ports.ts";
import type { Result } from "../result.ts";
import type { TeamRefusal } from "../team/rules.ts";
import type { Locale } from "../text/locale.ts";
import type { VideoRequest } from "./video-request.ts";

/** A job waits for a running place, or first for a healthy service or a manager's decision. */
export type OrderWait =
  | { readonly for: "turn" | "service" }
  | ({ readonly for: "approval" } & Pick<Approval, "because" | "mayBeOwn">);

/** An order is an accepted request, which becomes a job once it is saved. */
export interface Order {
  readonly id: JobId;
  readonly owner: Owner;
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  /** Where its command was used; absent: where its card is. */
  readonly askedIn?: AskedIn;
  readonly request: VideoRequest;
  /** A batch: the requests of its videos, two at least; `request` is the first of them. Absent: one video. */
  readonly each?: readonly VideoRequest[];
  readonly team?: Team;
  readonly wait?: OrderWait;
  readonly sealedKey: string;
  readonly isSilent?: boolean;
  readonly isVideoWanted?: boolean;
  readonly locale?: Locale;
}

/** Saves the job durably; if the store fails or takes longer than 1.5 s, returns "cannot_save" and nothing will be charged. */
export type Accept = (
  order: Order,
  room?: Room,
) => Promise<Result<Job, { readonly kind: "cannot_save" | "already_accepted" | "full" | TeamRefusal }>>;
