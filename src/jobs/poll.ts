import type { Running } from "../core/job.ts";
import type { PollRefusal, StoredJob, Task } from "../core/ports.ts";
import { type Result, refuse } from "../core/result.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";
import type { ShowProgress } from "./progress.ts";

/** Asks the service once how the task is, and shows what changed. */
export async function poll(deps: JobDeps, stored: StoredJob, state: Running, show: ShowProgress): Promise<void> {
  const answer = await ask(deps, stored, state);
  deps.meter.polled(answer.ok ? answer.value.status : answer.refusal.kind);
  if (!answer.ok) deps.log.info("poll refused", { job: stored.job.id, refusal: answer.refusal.kind });

  const after = await apply(
    deps,
    stored,
    answer.ok ? { kind: "polled", task: answer.value } : { kind: "poll_refused", refusal: answer.refusal },
  );
  if (after) await show.card(after);
}

/** A task belongs to the account whose key began it; the person's present key is tried where that one is refused. */
async function ask(deps: JobDeps, { job }: StoredJob, { taskId }: Running): Promise<Result<Task, PollRefusal>> {
  const { vault, video } = deps;
  const first = job.sealedKey === null ? null : vault.open(job.owner, job.sealedKey);
  const answer = first ? await video.poll(first, taskId) : refuse({ kind: "no_key" as const });
  if (answer.ok || (answer.refusal.kind !== "bad_key" && answer.refusal.kind !== "no_key")) return answer;

  const present = await vault.get(job.owner);
  if (!present || (first && present.equals(first))) return answer;
  const second = await video.poll(present, taskId);
  // Another account does not know this task: that says nothing about the task itself.
  return !second.ok && second.refusal.kind === "unknown_task" ? answer : second;
}
