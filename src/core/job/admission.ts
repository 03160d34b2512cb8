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

/** Without `room`, places are not checked. */
export function judgeInsert(
  job: Job,
  { room, parts }: { readonly room?: Capacity | undefined; readonly parts: readonly Job[] },
  { isRepeated, isKnown, taken, queue, spending }: InsertFacts,
): "inserted" | InsertRefusal {
  if (isRepeated) return "repeated";
  if (isKnown) return "exists";
  if (room && !hasFreePlace(job, room, taken, parts.length)) return "full";
  if (room && wouldPassOthers(job, room, taken, queue)) return "full";
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
  { room, parts }: { readonly room: Capacity; readonly parts: readonly Job[] },
  { before, taken, spending }: AdmitFacts,
): "saved" | "full" | TeamRefusal {
  const isHeldNow = [job, ...parts].some(isHeld) && !isHeld(before);
  const spent = isHeldNow ? spending() : null;
  const refusal = spent && teamRefusal(spent, asOne(job, parts));
  if (refusal) return refusal;
  return takesPlace(job) && !takesPlace(before) && !hasFreePlace(job, room, taken) ? "full" : "saved";
}

/** A batch fits if the owner's free running places and free queue places hold all its parts. */
function hasFreePlace(
  { state }: Job,
  room: Capacity,
  { running, waiting, runningInWorkspace }: Taken,
  parts = 0,
): boolean {
  if (parts > 0) return waiting + parts <= Math.max(0, room.ofOwner - running) + room.waitingOfOwner;
  if (state.status === "waiting") return waiting < room.waitingOfOwner;
  return running < room.ofOwner && runningInWorkspace < room.ofWorkspace;
}

function wouldPassOthers(job: Job, room: Capacity, taken: Taken, queue: readonly Waiter[]): boolean {
  if (!takesPlace(job) || queue.length === 0) return false;
  const free = job.workspace === null ? Number.POSITIVE_INFINITY : room.ofWorkspace - taken.runningInWorkspace;
  return wouldPass(ownerName(job.owner), { queue, ofOwner: room.ofOwner, free });
}

function isHeld(job: Job): boolean {
  return usageOf(job).held > 0;
}
