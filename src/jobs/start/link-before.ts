import { isPastEditing } from "../../core/chat.ts";
import { continuesOf } from "../../core/film/continues.ts";
import { isOpen, type Job } from "../../core/job/job.ts";
import { drawCard } from "../deliver/draw.ts";
import type { JobDeps } from "../deps.ts";

/** The card of the video that a job goes on from says where to. Not worth a second try: whatever draws it next says it, too. */
export async function linkBefore(deps: JobDeps, job: Job): Promise<void> {
  const continues = continuesOf(job);
  if (continues === null || deps.stopping.aborted) return;
  try {
    const before = (await deps.jobs.load(continues.job))?.job;
    // What is open draws its card itself.
    if (!before || isOpen(before) || before.partOf || isPastEditing(before.reply, deps.clock.now())) return;
    await deps.chatOf(before).show(before.reply, await drawCard(deps, before), "in_place");
  } catch (error) {
    deps.log.warn("earlier card not changed", { job: job.id, error: String(error) });
  }
}
