import type { ChatMessage } from "../core/chat.ts";
import { isOpen, type Owner } from "../core/job.ts";
import { workspaceFull } from "../messages/notices.ts";
import { tooManyJobs } from "../messages/too-many-jobs.ts";
import type { CommandDeps } from "./command-deps.ts";

/** More jobs than this are not looked through for the open ones. */
const LOOK_THROUGH = 50;

/** Why this person cannot have one more video on its way now; null is free. Rejects where the store does. */
export async function bounds(
  { jobs, rules, clock }: Pick<CommandDeps, "jobs" | "rules" | "clock">,
  owner: Owner,
  workspace: string | null,
): Promise<ChatMessage | null> {
  const [mine, everyones] = await Promise.all([
    jobs.countOpen({ owner }),
    workspace === null ? 0 : jobs.countOpen({ workspace }),
  ]);
  if (mine >= rules.maxJobsPerUser) {
    const open = (await jobs.jobsOf(owner, LOOK_THROUGH)).filter(isOpen);
    return tooManyJobs(open, rules.maxJobsPerUser, clock.now());
  }
  return everyones >= rules.maxJobsPerWorkspace ? workspaceFull(rules.maxJobsPerWorkspace) : null;
}
