import type { ChatMessage } from "../core/chat.ts";
import type { Owner } from "../core/job/ids.ts";
import { isSettled, type Job } from "../core/job/job.ts";
import type { Order } from "../core/request/order.ts";
import { workspaceFull } from "../messages/ask/notices.ts";
import { tooManyJobs } from "../messages/ask/too-many-jobs.ts";
import type { Words } from "../messages/words.ts";
import type { CommandDeps } from "./command-deps.ts";

/** Why this person cannot have one more video on its way, as it is now; null is free. Rejects where the store does. */
export async function bounds(
  { jobs, rules, clock }: Pick<CommandDeps, "jobs" | "rules" | "clock">,
  { owner, workspace }: Pick<Order, "owner" | "workspace">,
  words: Words,
): Promise<ChatMessage | null> {
  const [mine, everyones] = await Promise.all([
    unsettledJobsOf(jobs, owner),
    workspace === null ? 0 : jobs.countUnsettled(workspace),
  ]);
  if (mine.length >= rules.maxJobsPerUser)
    return tooManyJobs({ open: mine, most: rules.maxJobsPerUser, now: clock.now() }, words);
  return everyones >= rules.maxJobsPerWorkspace ? workspaceFull(rules.maxJobsPerWorkspace, words) : null;
}

/** The owner's jobs that are still on their way; one whose final word is being delivered holds up no other. */
export async function unsettledJobsOf(jobs: CommandDeps["jobs"], owner: Owner): Promise<readonly Job[]> {
  return (await jobs.openJobsOf(owner)).filter((job) => !isSettled(job));
}
