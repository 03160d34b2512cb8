import type { AnswerFate } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { outcomeOf } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { applyTo } from "../apply.ts";
import { moveCard } from "../deliver/move-card.ts";
import type { JobDeps } from "../deps.ts";

/** Notes how the platform took the first card, and lets the job begin where the person sees it. */
export function noteAnswers(
  deps: Pick<
    JobDeps,
    "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "stopping" | "canContinue"
  > & {
    readonly scheduler: Scheduler;
  },
): (id: JobId, fate: AnswerFate) => Promise<void> {
  return async (id, fate) => {
    switch (fate.kind) {
      case "given": {
        const stored = await applyTo(deps, id, { kind: "answered", reply: fate.reply });
        if (!stored) return;
        const { job } = stored;
        // The job was given up meanwhile: its card must not say for ever that it begins. While the word is due, its step edits this card.
        const isOver = outcomeOf(job)?.kind === "not_started" && job.state.status !== "announcing";
        if (isOver) return moveCard(deps, id, fate.reply);
        deps.scheduler.schedule(id, job.dueAt ?? deps.clock.now());
        return;
      }
      case "moved":
        return moveCard(deps, id, fate.reply);
      case "refused":
        await applyTo(deps, id, { kind: "not_started", why: "answer_refused" });
        return;
      case "put_off":
      case "unclear": {
        deps.log.warn("answer not taken", { job: id, fate: fate.kind });
        const stored = await applyTo(deps, id, eventOf(fate, deps.chance.fraction()));
        if (stored) deps.scheduler.schedule(id, stored.job.dueAt ?? deps.clock.now());
      }
    }
  };
}

function eventOf(fate: Extract<AnswerFate, { kind: "put_off" | "unclear" }>, fraction: number): JobEvent {
  if (fate.kind === "unclear") return { kind: "answer_unclear" };
  return { kind: "delivery_failed", isClear: true, isToldWhen: fate.waitMs > 0, waitMs: fate.waitMs, fraction };
}
