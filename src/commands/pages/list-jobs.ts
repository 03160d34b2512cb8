import { listedJobs } from "../../core/batch/listed-jobs.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { JOBS_ON_PAGE, jobList } from "../../messages/pages/job-list.ts";
import type { Visit } from "../command-deps.ts";

/** One page of the person's own videos, newest first, and what they have spent; page 0 is the newest. */
export async function listJobs({ deps, command, ask, words }: Visit, page: number): Promise<ChatMessage> {
  const { owner } = command;
  const first = page * JOBS_ON_PAGE;
  // One more than is shown tells whether there are older ones.
  const known = await ask(() =>
    Promise.all([listedJobs(deps.jobs, owner, first + JOBS_ON_PAGE + 1), deps.spendingOf(owner)]),
  );
  if (!known.ok) return cannotSave(words);
  const [jobs, spent] = known.value;
  return jobList({ page, jobs: jobs.slice(first), spent }, words);
}
