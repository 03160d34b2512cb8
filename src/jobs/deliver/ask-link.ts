import { sleep } from "../../core/clock.ts";
import { isOpen, type Job, outcomeOf } from "../../core/job/job.ts";
import type { AskLink, LinkNews } from "../../core/job/link-news.ts";
import type { PollRefusal } from "../../core/ports.ts";
import { unreachable } from "../../core/result.ts";
import { payerOf } from "../../core/team/team.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard } from "./draw.ts";

/** A limit of the platform's that is over so soon is waited for. */
const LIMIT_MAX_MS = 5_000;

/** Asks the service for a video's link once, with its payer's present key, and puts a new one on the card. Rejects where the store does. */
export function askLinks(deps: JobDeps): AskLink {
  const { jobs, vault, video, chatOf, clock, log } = deps;

  const show = async (job: Job) => chatOf(job).show(job.reply, await drawCard(deps, job), "in_place");

  /** The job whose card shows it; a batch that is under way brings it with its next edit, as it alone writes its card then. */
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
    // One whose final word is still on its way brings the new link with it.
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
