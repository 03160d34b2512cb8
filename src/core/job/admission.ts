import { asOne } from "../batch/batch.ts";
import { type Waiter, wouldPass } from "../budget/turns.ts";
import type { InsertRefusal, Room } from "../ports.ts";
import { accountOf } from "../team/account.ts";
import type { TeamRefusal } from "../team/rules.ts";
import { type TeamSpending, teamRefusal } from "../team/spending.ts";
import { ownerName } from "./ids.ts";
import { type Job, takesPlace } from "./job.ts";

/** This many places are taken when a job asks for one. */
export interface Taken {
  /** Its owner has this many jobs in running places, anywhere. */
  readonly running: number;
  /** Its owner has this many waiting jobs, whatever they wait for. */
  readonly waiting: number;
  /** Its workspace has this many jobs in running places; 0 in direct messages, which have no common limit. */
  readonly runningInWorkspace: number;
}

/** A new job is judged by these facts. */
export interface InsertFacts {
  /** Its event has made a job before. */
  readonly isRepeated: boolean;
  /** There is, or was, a job with its id. */
  readonly isKnown: boolean;
  readonly taken: Taken;
  /** These jobs wait in the queue that the job would join. */
  readonly queue: readonly Waiter[];
  /** Returns the team's spending; null: its owner pays. Read only if it decides. */
  spending(): TeamSpending | null;
}

/** Judges a new job, and the parts of a batch with it as one. Without `room` its places are not judged. */
export function judgeInsert(
  job: Job,
  { room, parts }: { readonly room?: Room | undefined; readonly parts: readonly Job[] },
  { isRepeated, isKnown, taken, queue, spending }: InsertFacts,
): "inserted" | InsertRefusal {
  if (isRepeated) return "repeated";
  if (isKnown) return "exists";
  if (room && !hasRoom(job, room, taken, parts.length)) return "full";
  if (room && wouldPassOthers(job, room, taken, queue)) return "full";
  const spent = spending();
  return (spent && teamRefusal(spent, asOne(job, parts))) ?? "inserted";
}

/** A waiting job that goes on is judged by these facts. */
export interface AdmitFacts {
  readonly before: Job;
  readonly taken: Taken;
  /** Returns the team's spending; null: its owner pays. Read only if it decides. */
  spending(): TeamSpending | null;
}

/** Judges a waiting job that goes on as `job`, and the parts of a batch with it as one. */
export function judgeAdmit(
  job: Job,
  { room, parts }: { readonly room: Room; readonly parts: readonly Job[] },
  { before, taken, spending }: AdmitFacts,
): "saved" | "full" | TeamRefusal {
  const isHeldNow = [job, ...parts].some(isHeld) && !isHeld(before);
  const spent = isHeldNow ? spending() : null;
  const refusal = spent && teamRefusal(spent, asOne(job, parts));
  if (refusal) return refusal;
  return takesPlace(job) && !takesPlace(before) && !hasRoom(job, room, taken) ? "full" : "saved";
}

/** Returns whether the job fits. A batch fits if its owner's free places and the rest of their queue hold all its parts. */
function hasRoom({ state }: Job, room: Room, { running, waiting, runningInWorkspace }: Taken, parts = 0): boolean {
  if (parts > 0) return waiting + parts <= Math.max(0, room.ofOwner - running) + room.waitingOfOwner;
  if (state.status === "waiting") return waiting < room.waitingOfOwner;
  return running < room.ofOwner && runningInWorkspace < room.ofWorkspace;
}

function wouldPassOthers(job: Job, room: Room, taken: Taken, queue: readonly Waiter[]): boolean {
  if (!takesPlace(job) || queue.length === 0) return false;
  const free = job.workspace === null ? Number.POSITIVE_INFINITY : room.ofWorkspace - taken.runningInWorkspace;
  return wouldPass(ownerName(job.owner), { queue, ofOwner: room.ofOwner, free });
}

function isHeld(job: Job): boolean {
  return accountOf(job).held > 0;
}
