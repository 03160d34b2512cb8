import type { ChatMessage } from "../core/chat.ts";
import { isSettled, type Job, type Owner } from "../core/job.ts";
import { workspaceFull } from "../messages/notices.ts";
import { tooManyJobs } from "../messages/too-many-jobs.ts";
import type { CommandDeps } from "./command-deps.ts";

/** Why this person cannot have one more video on its way, as it is now; null is free. Rejects where the store does. */
export async function bounds(
  { jobs, rules, clock }: Pick<CommandDeps, "jobs" | "rules" | "clock">,
  owner: Owner,
  workspace: string | null,
): Promise<ChatMessage | null> {
  const [mine, everyones] = await Promise.all([
    unsettledJobsOf(jobs, owner),
    workspace === null ? 0 : jobs.countUnsettled(workspace),
  ]);
  if (mine.length >= rules.maxJobsPerUser) return tooManyJobs(mine, rules.maxJobsPerUser, clock.now());
  return everyones >= rules.maxJobsPerWorkspace ? workspaceFull(rules.maxJobsPerWorkspace) : null;
}

/** The owner's jobs that are still on their way; one whose final word is being delivered holds up no other. */
export async function unsettledJobsOf(jobs: CommandDeps["jobs"], owner: Owner): Promise<readonly Job[]> {
  return (await jobs.openJobsOf(owner)).filter((job) => !isSettled(job));
}
