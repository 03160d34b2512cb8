import type { EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isOpen, type Job, outcomeOf } from "../../core/job/job.ts";
import { freshLinkFrom } from "../../core/job/settle.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard } from "./draw.ts";

/** Closed cards that are drawn once more, at most; others have the button when `/video-jobs` shows them. */
const CARDS_MAX = 10_000;

type LateLinksDeps = Pick<JobDeps, "jobs" | "chatOf" | "clock" | "stopping" | "log" | "canContinue">;

/** Puts *Fresh link* on a closed card when its link is about to end, one card after the other, as long as this process lives. */
export function lateLinks(deps: LateLinksDeps): (closed: Job) => void {
  const { jobs, chatOf, clock, stopping, log } = deps;
  /** In the order in which they closed, which is about that in which their links end. */
  const due: { readonly id: JobId; readonly at: EpochMs }[] = [];
  let cancel: (() => void) | null = null;

  /** Nobody is told anything whose workspace has left. */
  async function redraw(id: JobId): Promise<void> {
    const job = (await jobs.load(id))?.job;
    if (job && !isOpen(job) && !job.isForgotten)
      await chatOf(job).show(job.reply, await drawCard(deps, job), "in_place");
  }

  function setAlarm(): void {
    const [first] = due;
    if (!first || cancel || stopping.aborted) return;
    cancel = clock.after(Math.max(0, first.at - clock.now()), () => {
      due.shift();
      void redraw(first.id)
        .catch((error: unknown) => log.warn("a card was not drawn again", { job: first.id, error: String(error) }))
        .finally(() => {
          cancel = null;
          setAlarm();
        });
    });
  }

  stopping.addEventListener("abort", () => cancel?.(), { once: true });

  return (closed) => {
    const outcome = outcomeOf(closed);
    const at = outcome && freshLinkFrom(outcome);
    if (at === null || at <= clock.now() || closed.partOf || due.length >= CARDS_MAX) return;
    due.push({ id: closed.id, at });
    setAlarm();
  };
}
