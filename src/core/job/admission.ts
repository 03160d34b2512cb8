import { asOne } from "../batch/batch.ts";
import { type Waiter, wouldPass } from "../budget/turns.ts";
import type { TeamRefusal } from "../team/rules.ts";
import { type TeamSpending, teamRefusal } from "../team/spending.ts";
import { usageOf } from "../team/usage.ts";
import { ownerName } from "./ids.ts";
import { type Job, takesPlace } from "./job.ts";
import type { Capacity, InsertRefusal } from "./job-storage.ts";

export interface Taken {
  readonly running: number;
  readonly waiting: number;
  /** 0 in direct messages, which have no shared limit. */
  readonly runningInWorkspace: number;
}

export interface InsertFacts {
  readonly isRepeated: boolean;
  readonly isKnown: boolean;
  readonly taken: Taken;
  readonly queue: readonly Waiter[];
  spending(): TeamSpending | null;
}

/** Without `capacity`, places are not checked. */
export function judgeInsert(
  job: Job,
  { capacity, parts }: { readonly capacity?: Capacity | undefined; readonly parts: readonly Job[] },
  { isRepeated, isKnown, taken, queue, spending }: InsertFacts,
): "inserted" | InsertRefusal {
  if (isRepeated) return "repeated";
  if (isKnown) return "exists";
  if (capacity && !hasFreePlace(job, capacity, taken, parts.length)) return "full";
  if (capacity && wouldPassOthers(job, capacity, taken, queue)) return "full";
  const spent = spending();
  return (spent && teamRefusal(spent, asOne(job, parts))) ?? "inserted";
}

export interface AdmitFacts {
  readonly before: Job;
  readonly taken: Taken;
  spending(): TeamSpending | null;
}

export function judgeAdmit(
  job: Job,
  { capacity, parts }: { readonly capacity: Capacity; readonly parts: readonly Job[] },
  { before, taken, spending }: AdmitFacts,
): "saved" | "full" | TeamRefusal {
  const isHeldNow = [job, ...parts].some(isHeld) && !isHeld(before);
  const spent = isHeldNow ? spending() : null;
  const refusal = spent && teamRefusal(spent, asOne(job, parts));
  if (refusal) return refusal;
  return takesPlace(job) && !takesPlace(before) && !hasFreePlace(job, capacity, taken) ? "full" : "saved";
}

/** A batch fits if the owner's free running places and free queue places hold all its parts. */
function hasFreePlace(
  { state }: Job,
  capacity: Capacity,
  { running, waiting, runningInWorkspace }: Taken,
  parts = 0,
): boolean {
  if (parts > 0) return waiting + parts <= Math.max(0, capacity.ofOwner - running) + capacity.waitingOfOwner;
  if (state.status === "waiting") return waiting < capacity.waitingOfOwner;
  return running < capacity.ofOwner && runningInWorkspace < capacity.ofWorkspace;
}

function wouldPassOthers(job: Job, capacity: Capacity, taken: Taken, queue: readonly Waiter[]): boolean {
  if (!takesPlace(job) || queue.length === 0) return false;
  const free = job.workspace === null ? Number.POSITIVE_INFINITY : capacity.ofWorkspace - taken.runningInWorkspace;
  return wouldPass(ownerName(job.owner), { queue, ofOwner: capacity.ofOwner, free });
}

function isHeld(job: Job): boolean {
  return usageOf(job).held > 0;
}
