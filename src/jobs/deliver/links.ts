import { type EpochMs, sleep } from "../../core/clock.ts";
import type { AskLink, LinkNews } from "../../core/job/card-news.ts";
import { freshLinkFrom } from "../../core/job/final-word.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Announcing, isOpen, type Job, outcomeOf } from "../../core/job/job.ts";
import type { PollRefusal, StoredJob } from "../../core/ports.ts";
import { unreachable } from "../../core/result.ts";
import { payerOf } from "../../core/team/team.ts";
import { apply, applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { keysOf } from "../poll/poll.ts";
import { isKeyRefused } from "../poll/poll-guard.ts";
import { drawCard } from "./job-card.ts";

/** A rate limit that ends within this time is waited for. */
const LIMIT_MAX_MS = 5_000;

/**
 * Asks the service for a video's link once, with its payer's present key, and puts a new one on the card. Rejects where
 * the store does.
 */
export function askLinks(deps: JobDeps): AskLink {
  const { jobs, vault, video, chatOf, clock, log } = deps;

  const show = async (job: Job) => chatOf(job).show(job.reply, await drawCard(deps, job), "in_place");

  /**
   * Returns the job whose card shows the link. An open batch answers "soon": its next edit brings the link, for it alone
   * writes its card then.
   */
  async function cardOf(job: Job): Promise<Job | "soon"> {
    const batch = job.partOf ? (await jobs.load(job.partOf.job))?.job : undefined;
    if (!batch || !isOpen(batch)) return batch ?? job;
    deps.wake(batch.id);
    return "soon";
  }

  /** The card had several edits just before, so one more may have to wait. */
  async function showSoon(job: Job) {
    const shown = await show(job);
    if (shown.ok || shown.refusal.kind !== "rate_limited") return shown;
    const { retryAfterMs } = shown.refusal;
    if (retryAfterMs > LIMIT_MAX_MS) return shown;
    await sleep(clock, retryAfterMs);
    return show((await jobs.load(job.id))?.job ?? job);
  }

  return async (id) => {
    const stored = await jobs.load(id);
    const outcome = stored && outcomeOf(stored.job);
    if (!stored || outcome?.kind !== "succeeded") return { kind: "no_link" };
    const key = await vault.get(payerOf(stored.job));
    if (!key) return { kind: "no_key" };

    const answer = await video.poll(key, outcome.taskId);
    if (!answer.ok) return refused(answer.refusal);
    const videoUrl = answer.value.status === "succeeded" ? answer.value.videoUrl : null;
    if (videoUrl === null) return { kind: "no_link" };
    if (videoUrl === outcome.videoUrl) return { kind: "same", expiresAt: outcome.expiresAt };

    const after = await applyTo(deps, id, { kind: "link_asked", videoUrl });
    if (!after) return { kind: "no_link" };
    // A job whose final word is still on its way brings the new link with it.
    const card = await cardOf(after.job);
    const isShown = card === "soon" || (await showSoon(card)).ok;
    log.info("link replaced", { job: id, isShown });
    return { kind: "new", videoUrl, isShown };
  };
}

function refused(refusal: PollRefusal): LinkNews {
  switch (refusal.kind) {
    case "no_key":
    case "bad_key":
      return { kind: "bad_key" };
    case "no_credits":
    case "bad_request":
    case "unknown_task":
      return { kind: "no_link" };
    case "rate_limited":
    case "busy":
    case "wrong_address":
    case "unavailable":
      return { kind: "no_answer" };
    default:
      return unreachable(refusal);
  }
}

/**
 * Returns true where the final word comes so late that its link has probably expired, and the service was not asked for
 * another yet.
 */
export function isLinkTooOld({ outcome, isLinkAsked }: Announcing, now: EpochMs): boolean {
  if (isLinkAsked || outcome.kind !== "succeeded" || outcome.videoUrl === null) return false;
  return outcome.expiresAt !== null && now >= outcome.expiresAt;
}

/** Asks the service once more for the link. The final word is delivered afterwards in any case. */
export async function askForLink(deps: JobDeps, stored: StoredJob): Promise<void> {
  const { job } = stored;
  const { video, log } = deps;
  const taskId =
    job.state.status === "announcing" && job.state.outcome.kind === "succeeded" ? job.state.outcome.taskId : null;
  let videoUrl: string | null = null;
  for await (const { key } of keysOf(deps, job)) {
    const answer = taskId === null ? null : await video.poll(key, taskId);
    videoUrl = answer?.ok && answer.value.status === "succeeded" ? answer.value.videoUrl : null;
    // Only a refused key is followed by another one.
    if (answer === null || answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  log.info("link asked again", { job: job.id, isThere: videoUrl !== null });
  await apply(deps, stored, { kind: "link_asked", videoUrl });
}

/** At most this many closed cards wait to be redrawn; other jobs show the button in `/video-jobs`. */
const CARDS_MAX = 10_000;

type LateLinksDeps = Pick<JobDeps, "jobs" | "chatOf" | "clock" | "stopping" | "log" | "canContinue">;

/**
 * Puts *Fresh link* on each closed card when its link is about to end, one card after another, for as long as this process
 * lives.
 */
export function lateLinks(deps: LateLinksDeps): (closed: Job) => void {
  const { jobs, chatOf, clock, stopping, log } = deps;
  /** Holds cards in the order in which they closed, which is about the order in which their links end. */
  const due: { readonly id: JobId; readonly at: EpochMs }[] = [];
  let cancel: (() => void) | null = null;

  /** Redraws one card, unless its workspace has left. */
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
