import type { Owner } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { CommandDeps } from "../command-deps.ts";

/** The owner's jobs that are still on their way; one whose final word is being delivered holds up no other. */
export async function unsettledJobsOf(jobs: CommandDeps["jobs"], owner: Owner): Promise<readonly Job[]> {
  return (await jobs.openJobsOf(owner)).filter((job) => !isSettled(job));
}
