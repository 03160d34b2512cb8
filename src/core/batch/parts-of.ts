import { DamagedJob } from "../job/damaged-job.ts";
import type { Job } from "../job/job.ts";
import type { JobStore, StoredJob } from "../ports.ts";

/** The parts of a batch as the store has them now; none where the job is no batch. One that is gone or damaged is left out. Rejects where the store does. */
export async function partsOf(jobs: Pick<JobStore, "load">, { parts = [] }: Job): Promise<readonly StoredJob[]> {
  const found = await Promise.all(parts.map((id) => jobs.load(id).catch(noneIfDamaged)));
  return found.filter((one) => one !== null);
}

function noneIfDamaged(error: unknown): null {
  if (error instanceof DamagedJob) return null;
  throw error;
}
