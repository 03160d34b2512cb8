import { outcomeOf } from "../core/job.ts";
import type { AskLink, LinkNews, PollRefusal } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import { cardOf } from "../messages/card.ts";
import { applyTo } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** Asks the service for a video's link once, with its owner's present key, and puts a new one on the card. Rejects where the store does. */
export function askLinks(deps: JobDeps): AskLink {
  const { jobs, vault, video, chatOf, clock, log } = deps;

  return async (id) => {
    const stored = await jobs.load(id);
    const outcome = stored && outcomeOf(stored.job);
    if (!stored || outcome?.kind !== "succeeded") return { kind: "no_link" };
    const key = await vault.get(stored.job.owner);
    if (!key) return { kind: "no_key" };

    const answer = await video.poll(key, outcome.taskId);
    if (!answer.ok) return refused(answer.refusal);
    const videoUrl = answer.value.status === "succeeded" ? answer.value.videoUrl : null;
    if (videoUrl === null) return { kind: "no_link" };
    if (videoUrl === outcome.videoUrl) return { kind: "same", expiresAt: outcome.expiresAt };

    const after = await applyTo(deps, id, { kind: "link_asked", videoUrl });
    if (!after) return { kind: "no_link" };
    const { job } = after;
    // One whose final word is still on its way brings the new link with it.
    const shown = await chatOf(job).show(job.reply, cardOf(job, clock.now()), "in_place");
    log.info("link replaced", { job: id, isShown: shown.ok });
    return { kind: "new", videoUrl, isShown: shown.ok };
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
    case "unavailable":
      return { kind: "no_answer" };
    default:
      return unreachable(refusal);
  }
}
