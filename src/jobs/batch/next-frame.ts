import { lacksFrame } from "../../core/film/continues.ts";
import type { Job } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import type { JobDeps } from "../deps.ts";
import { takeFrame } from "../start/take-frame.ts";

/** Takes the frame that a part of a batch begins with, where one is due, and puts it into the batch's card; false: none is. */
export async function nextFrame(deps: JobDeps, batch: StoredJob, parts: readonly StoredJob[]): Promise<boolean> {
  const part = parts.find(({ job }) => lacksFrame(job) && isBeginning(deps, job));
  if (!part || deps.stopping.aborted || parts.some(({ job }) => mayLandLate(deps, job))) return false;
  const card = await deps.jobs.load(batch.job.id);
  if (!card) return false;
  await takeFrame(deps, part, card.job);
  deps.wake(part.job.id);
  return true;
}

/** A film whose try ended without a clear answer: an edit that lands late keeps only the files that it knew of, and the frame would be gone. */
function mayLandLate({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "attaching" && state.triedAt !== null && state.notBefore > clock.now();
}

function isBeginning({ clock }: JobDeps, { state }: Job): boolean {
  return state.status === "accepted" && state.answer === "given" && state.notBefore <= clock.now();
}
