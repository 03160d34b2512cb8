import type { EpochMs } from "../core/clock.ts";
import type { Announcing } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** The final word comes so late that its link has probably expired, and the service was not asked for another yet. */
export function isLinkTooOld({ outcome, isLinkAsked }: Announcing, now: EpochMs): boolean {
  if (isLinkAsked || outcome.kind !== "succeeded" || outcome.videoUrl === null) return false;
  return outcome.expiresAt !== null && now >= outcome.expiresAt;
}

/** Asks the service once more for the link; whatever comes of it, the final word is delivered then. */
export async function askForLink(deps: JobDeps, stored: StoredJob): Promise<void> {
  const { job } = stored;
  const { vault, video, log } = deps;
  const taskId =
    job.state.status === "announcing" && job.state.outcome.kind === "succeeded" ? job.state.outcome.taskId : null;
  const own = job.sealedKey === null ? null : vault.open(job.owner, job.sealedKey);
  const key = own ?? (await vault.get(job.owner));
  const answer = key && taskId !== null ? await video.poll(key, taskId) : null;
  const videoUrl = answer?.ok && answer.value.status === "succeeded" ? answer.value.videoUrl : null;
  log.info("link asked again", { job: job.id, isThere: videoUrl !== null });
  await apply(deps, stored, { kind: "link_asked", videoUrl });
}
