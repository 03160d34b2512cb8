import type { JobId } from "../job/ids.ts";
import { type Job, outcomeOf } from "../job/job.ts";
import { UnreadableJob } from "../job/unreadable-job.ts";
import type { JobStore } from "../ports.ts";
import { continuationId, continuesOf } from "./continues.ts";

/** What a video's card shows of the videos before and after it. */
export interface Chain {
  /** A video can go on from here. */
  readonly canContinue: boolean;
  /** The one that it goes on from; null: none, or it is not known any more. */
  readonly before: Job | null;
  /** The one that goes on from it; of several the latest that has not failed. */
  readonly after: Job | null;
  /** How many parts the chain has, as far as it is known from here. */
  readonly parts: number;
}

/** Nothing is known of others. */
export const NO_CHAIN: Chain = { canContinue: false, before: null, after: null, parts: 1 };

/** Whether the bot can take the last frame of a video whose card is there, and bring it to the service. */
export type CanContinue = (job: Pick<Job, "reply">) => boolean;

/** A chain is followed so far. */
const PARTS_MAX = 100;

/** The chain of a video as the store has it now. Rejects where that does. */
export async function chainOf(
  { jobs, canContinue = () => false }: { readonly jobs: Pick<JobStore, "load">; readonly canContinue?: CanContinue },
  job: Job,
): Promise<Chain> {
  const continues = continuesOf(job);
  const before = continues && (await loaded(jobs, continues.job));
  const after = await continuation(jobs, job);
  let parts = continues?.nth ?? 1;
  for (let last = after; last && parts < PARTS_MAX; last = await continuation(jobs, last)) parts += 1;
  return { canContinue: canContinue(job), before, after, parts };
}

/** Only a video that is made can be gone on from. */
async function continuation(jobs: Pick<JobStore, "load">, job: Job): Promise<Job | null> {
  if (outcomeOf(job)?.kind !== "succeeded") return null;
  let latest: Job | null = null;
  for (let nth = 0; ; nth += 1) {
    const next = await loaded(jobs, continuationId(job.id, nth));
    if (!next) return latest;
    if (isGoing(next)) latest = next;
  }
}

function isGoing(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome === null || outcome.kind === "succeeded";
}

async function loaded(jobs: Pick<JobStore, "load">, id: JobId): Promise<Job | null> {
  try {
    return (await jobs.load(id))?.job ?? null;
  } catch (error) {
    if (error instanceof UnreadableJob) return null;
    throw error;
  }
}
