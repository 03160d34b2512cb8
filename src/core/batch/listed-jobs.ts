import type { Owner } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import type { JobStore } from "../ports.ts";
import { type Whole, wholeJob } from "./parts-of.ts";

/**
 * The newest of the owner's jobs but forgotten ones, `count` at most, as a list shows them: a batch is one of them, with its
 * parts in it. Rejects where the store does.
 */
export async function listedJobs(
  jobs: Pick<JobStore, "jobsOf" | "load">,
  owner: Owner,
  count: number,
): Promise<readonly Whole[]> {
  for (let among = count; ; among *= 2) {
    const found = await jobs.jobsOf(owner, among);
    const listed = found.filter(({ partOf }: Job) => partOf === undefined).slice(0, count);
    if (listed.length === count || found.length < among) return Promise.all(listed.map((job) => wholeJob(jobs, job)));
  }
}
