import type { EpochMs } from "../../core/clock.ts";
import type { Announcing } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { keysOf } from "../poll/poll.ts";
import { isKeyRefused } from "../poll/poll-guard.ts";

/** The final word comes so late that its link has probably expired, and the service was not asked for another yet. */
export function isLinkTooOld({ outcome, isLinkAsked }: Announcing, now: EpochMs): boolean {
  if (isLinkAsked || outcome.kind !== "succeeded" || outcome.videoUrl === null) return false;
  return outcome.expiresAt !== null && now >= outcome.expiresAt;
}

/** Asks the service once more for the link; the final word is delivered then in any case. */
export async function askForLink(deps: JobDeps, stored: StoredJob): Promise<void> {
  const { job } = stored;
  const { video, log } = deps;
  const taskId =
    job.state.status === "announcing" && job.state.outcome.kind === "succeeded" ? job.state.outcome.taskId : null;
  let videoUrl: string | null = null;
  for await (const { key } of keysOf(deps, job)) {
    const answer = taskId === null ? null : await video.poll(key, taskId);
    videoUrl = answer?.ok && answer.value.status === "succeeded" ? answer.value.videoUrl : null;
    // Only a key that is refused is followed by another.
    if (answer === null || answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  log.info("link asked again", { job: job.id, isThere: videoUrl !== null });
  await apply(deps, stored, { kind: "link_asked", videoUrl });
}
