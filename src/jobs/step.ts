import { dueNow, isFromAhead } from "../core/job/due.ts";
import { isBeforeFile, isFirstWord } from "../core/job/final-word.ts";
import { isBeforePaid, isOpen, type Job } from "../core/job/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import type { Hold, Step } from "../core/scheduler.ts";
import { apply } from "./apply.ts";
import { fileParts, gather, leaveToBatch } from "./batch-steps.ts";
import { type Attach, attacher } from "./deliver/attach.ts";
import { filmKeeper, type Keep } from "./deliver/keep.ts";
import { linkAlarm } from "./deliver/links.ts";
import { announce, post } from "./deliver/outbox.ts";
import { type CardProgress, cardProgress } from "./deliver/progress.ts";
import type { HeldUntil, JobDeps } from "./deps.ts";
import { type Poll, poller } from "./poll.ts";
import { noneIfUnreadable } from "./related-jobs.ts";
import { interrupted, start } from "./start/start.ts";
import { wait } from "./start/wait.ts";

/** A step that lost its job checks again after this, in case that nobody took it. */
const LOST_MS = 1_000;

/** Takes one job as far as it can go now. Returns when it is due again, or null once it is closed. */
export function stepJobs(deps: JobDeps): Step {
  const { clock, jobs } = deps;
  const progress = cardProgress(deps);
  const acts: Acts = { progress, attach: attacher(deps), keep: filmKeeper(deps), poll: poller(deps) };
  const redrawWhenLinkEnds = linkAlarm(deps);

  return async (id, hold) => {
    let latest: StoredJob | null = null;
    let wasOpen = false;
    for (;;) {
      // An unreadable job is like a missing one: it is not woken again.
      const stored: StoredJob | null = latest ?? (await jobs.load(id).catch(noneIfUnreadable));
      latest = null;
      if (!stored || !isOpen(stored.job)) {
        progress.forget(id);
        if (stored && wasOpen) redrawWhenLinkEnds(stored.job);
        return null;
      }
      wasOpen = true;
      const { job } = stored;
      const now = clock.now();
      // The process that has it now shows everything from here on.
      if (!hold.isHeld()) return now + LOST_MS;
      if (isFromAhead(job, now)) {
        latest = await apply(deps, stored, { kind: "clock_set_back" });
        continue;
      }
      // A job that is not due is checked, too: its last process may have been stalled in the middle of an edit of its
      // card.
      if (isCutOff(deps, job, hold)) {
        latest = await apply(deps, stored, { kind: "edit_unclear" });
        continue;
      }
      const due = dueNow(job, now);
      if (due > now) return untilDeadline(job, now, Math.min(due, (await progress.show(stored)) ?? due));
      const acted = await act(deps, stored, acts);
      if (typeof acted === "number") return untilDeadline(job, clock.now(), acted);
      latest = acted;
    }
  };
}

/** At its deadline a job is woken whenever its next poll is: its card then says that the video is not finished. */
function untilDeadline({ state, deadlineAt }: Job, now: number, at: number): number {
  return state.status === "running" && now < deadlineAt ? Math.min(at, deadlineAt) : at;
}

interface Acts {
  readonly progress: CardProgress;
  readonly attach: Attach;
  readonly keep: Keep;
  readonly poll: Poll;
}

/**
 * Does one act for the state the job is in. Its effect is saved, unless another process was faster. Returns when to come
 * back, or the job as it is now; null: it must be read again, or says itself when it is due.
 */
async function act(deps: JobDeps, stored: StoredJob, acts: Acts): Promise<HeldUntil | StoredJob> {
  const { job } = stored;
  const { state } = job;
  switch (state.status) {
    case "waiting":
      return wait(deps, stored, state, acts.progress);
    case "accepted":
      return start(deps, stored, state);
    case "gathering":
      return gather(deps, stored, state, acts);
    case "submitting":
      // A step that makes the paid call does not come back here before it has its answer: this one was cut off.
      return interrupted(deps, stored, state);
    case "running":
      return acts.poll(stored, state);
    case "announcing":
      return announce(deps, stored, state);
    case "posting":
      return post(deps, stored, state);
    case "attaching":
      if (job.parts) return fileParts(deps, stored, acts.attach);
      return job.partOf ? leaveToBatch(deps, stored, state) : acts.attach(stored, state);
    case "keeping":
      return acts.keep(stored, state);
    case "closed":
      return null;
    default:
      return unreachable(state);
  }
}

/**
 * Returns true where a process that had this job may have been cut off in the middle of an edit that would do harm when it
 * lands: the card would lose its final word, which somebody's press may have brought since, or its file.
 */
function isCutOff({ startedAt, clock }: JobDeps, job: Job, { isTakenOver }: Hold): boolean {
  const { acceptedAt, isCardInDoubt, state } = job;
  if (job.partOf || isCardInDoubt || !(isTakenOver || acceptedAt < startedAt)) return false;
  const isBegun = isBeforePaid(job) || state.status === "gathering";
  const isProgress = state.status === "running" || (isBegun && "answer" in state && state.answer === "given");
  return isProgress || isFirstWord(job) || isBeforeFile(job, clock.now());
}
