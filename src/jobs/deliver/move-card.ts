import type { ReplyHandle } from "../../core/chat.ts";
import { sleep } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled } from "../../core/job/job.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard } from "./draw.ts";

/** A paid call that has begun is waited for this often before its job is changed. */
const TRIES = 120;
const AGAIN_MS = 1_000;

/** The job goes on in this card, and the one before goes away; a job that has ended meanwhile says here how. */
export async function moveCard(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "stopping" | "canContinue">,
  id: JobId,
  reply: ReplyHandle,
): Promise<void> {
  const { clock, jobs, log, stopping } = deps;
  for (let tries = 1; tries <= TRIES && !stopping.aborted; tries += 1) {
    const stored = await jobs.load(id);
    if (!stored) return;
    const { job } = stored;
    if (isSettled(job)) {
      const said = await deps.chatOf({ reply }).show(reply, await drawCard(deps, job), "in_place");
      if (!said.ok) log.warn("the moved card does not say how it ended", { job: id, why: said.refusal.kind });
      return;
    }
    if (job.state.status !== "submitting") {
      if (!(await apply(deps, stored, { kind: "shown", reply }))) continue;
      const removed = await deps.chatOf(job).remove(job.reply);
      if (!removed.ok) log.warn("the card's old place still shows it", { job: id, why: removed.refusal.kind });
      return;
    }
    await sleep(clock, AGAIN_MS, stopping);
  }
  log.warn("the card was not moved", { job: id });
}
