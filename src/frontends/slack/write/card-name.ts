import type { JobId } from "../../../core/job/ids.ts";

/** With what the first block's id begins in every card of that job, and in no other message. */
export function cardName(job: JobId): string {
  return `card-${job}-`;
}
