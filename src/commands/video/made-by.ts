import type { MakingButton } from "../../core/button.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { CommandDeps } from "../command-deps.ts";

/** A second press sooner than this is taken for the first one. */
const SAME_PRESS_MS = 10_000;

/** The id of the job that a card's button makes after `nth` others. */
export function madeId(button: MakingButton, cardJobId: JobId, nth: number): JobId {
  return jobIdFrom(button, cardJobId, String(nth));
}

/** How many jobs this card's button has made, and the last of them. */
export async function madeBy(
  { jobs }: Pick<CommandDeps, "jobs">,
  button: MakingButton,
  cardJobId: JobId,
): Promise<{ readonly nth: number; readonly last: Job | null }> {
  let last: Job | null = null;
  for (let nth = 0; ; nth += 1) {
    const stored = await jobs.load(madeId(button, cardJobId, nth));
    if (!stored) return { nth, last };
    last = stored.job;
  }
}

/** Whether a press now means the job that the last one made. */
export function isSamePress({ acceptedAt, state }: Job, now: number): boolean {
  return Math.abs(now - acceptedAt) < SAME_PRESS_MS || state.status === "accepted" || state.status === "submitting";
}
