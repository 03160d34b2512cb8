import { isFromAhead } from "../core/job/clock-set-back.ts";
import { dueNow } from "../core/job/due.ts";
import { isBeforeFile, isFirstWord } from "../core/job/final-word.ts";
import type { JobId } from "../core/job/ids.ts";
import { isBeforePaid, isOpen, type Job, UnreadableJob } from "../core/job/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import type { Hold, Step } from "../core/scheduler.ts";
import { apply } from "./apply.ts";
import { type Gather, gathering, leaveToBatch } from "./batch-steps.ts";
import { type Attach, attaching } from "./deliver/attach.ts";
import { lateLinks } from "./deliver/links.ts";
import { type Outbox, outbox } from "./deliver/outbox.ts";
import { type Doubts, editsInDoubt, showProgress } from "./deliver/progress.ts";
import { openTraffic, type Traffic } from "./deliver/traffic.ts";
import type { HeldUntil, JobDeps } from "./deps.ts";
import { keepDeadlines, type Poll, polling } from "./poll/poll.ts";
import { interrupted, start } from "./start/start.ts";
import { type Wait, waiting } from "./start/wait.ts";

/** A step that lost its job looks again after this, in case that nobody took it. */
const LOST_MS = 1_000;

/** Takes one job as far as it can go now. Returns when it is due again, or null once it is closed. */
export function stepJobs(deps: JobDeps, traffic: Traffic = openTraffic(deps)): Step {
  const doubts = editsInDoubt(deps);
  const progress = showProgress(deps, traffic, doubts);
  const deliver = outbox(deps, traffic, doubts);
  const attach = attaching(deps, traffic);
  const wait = waiting(deps, progress, doubts);
  const batch = gathering(deps, { progress, attach, doubts });
  const linkEnds = lateLinks(deps);
  const deadline = keepDeadlines(deps, { poll: polling(deps), progress });

  return async (id, hold) => {
    let latest: StoredJob | null = null;
    let wasOpen = false;
    for (;;) {
      const stored: StoredJob | null = latest ?? (await read(deps, id));
      latest = null;
      if (!stored || !isOpen(stored.job)) {
        progress.forget(id);
        doubts.forget(id);
        if (stored && wasOpen) linkEnds(stored.job);
        return null;
      }
      wasOpen = true;
      // The process that has it now shows everything from here on.
      if (!hold.isHeld()) return deps.clock.now() + LOST_MS;
      if (isFromAhead(stored.job, deps.clock.now())) {
        latest = await apply(deps, stored, { kind: "clock_set_back" });
        continue;
      }
      // A job that is not due is checked, too: its last process may have been stalled in the middle of an edit of its
      // card.
      if (isCutOff(deps, stored.job, hold)) {
        latest = await apply(deps, stored, { kind: "edit_unclear" });
        continue;
      }
      const due = dueNow(stored.job, deps.clock.now());
      if (due > deps.clock.now())
        return deadline.noLater(stored.job, Math.min(due, (await progress.show(stored)) ?? due));
      if (await doubts.note(stored)) continue;
      const acted = await act(deps, stored, { doubts, wait, batch, deliver, attach, poll: deadline.keep });
      if (typeof acted === "number") return deadline.noLater(stored.job, acted);
      latest = acted;
    }
  };
}

/** Returns null for an unreadable job: like a missing one, it is not woken again. */
function read({ jobs }: JobDeps, id: JobId): Promise<StoredJob | null> {
  return jobs.load(id).catch((error: unknown) => {
    if (error instanceof UnreadableJob) return null;
    throw error;
  });
}

interface Acts {
  readonly doubts: Doubts;
  readonly wait: Wait;
  readonly batch: Gather;
  readonly deliver: Outbox;
  readonly attach: Attach;
  readonly poll: Poll;
}

/**
 * Does one act for the state the job is in. Its effect is saved, unless another process was faster. Returns when to come
 * back, or the job as it is now; null: it must be read again, or says itself when it is due.
 */
async function act(
  deps: JobDeps,
  stored: StoredJob,
  { doubts, wait, batch, deliver, attach, poll }: Acts,
): Promise<HeldUntil | StoredJob> {
  const { job } = stored;
  const { state } = job;
  switch (state.status) {
    case "waiting":
      return wait(stored, state);
    case "accepted":
      return start(deps, stored, state, doubts);
    case "gathering":
      return batch.gather(stored, state);
    case "submitting":
      // A step that makes the paid call does not come back here before it has its answer: this one was cut off.
      return interrupted(deps, stored, state);
    case "running":
      return poll(stored, state);
    case "announcing":
      return deliver.announce(stored, state);
    case "posting":
      return deliver.post(stored, state);
    case "attaching":
      if (job.parts) return batch.file(stored);
      return job.partOf ? leaveToBatch(deps, stored, state) : attach(stored, state);
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
  if (job.partOf) return false;
  const isBegun = isBeforePaid(job) || state.status === "gathering";
  const isProgress = state.status === "running" || (isBegun && "answer" in state && state.answer === "given");
  const isHarmful = isProgress || isFirstWord(job) || isBeforeFile(job, clock.now());
  return isHarmful && (isTakenOver || acceptedAt < startedAt) && !isCardInDoubt;
}
