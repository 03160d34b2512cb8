import type { ReplyHandle } from "../../core/chat.ts";
import type { Frame } from "../../core/film/films.ts";
import type { Job } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { frameTitle } from "../../messages/card/chain.ts";
import { apply } from "../apply.ts";
import { saveInBatch } from "../deliver/attach.ts";
import type { JobDeps } from "../deps.ts";
import { limited } from "../limited.ts";

/** A video waits no longer for its picture; what is on its way to people then may take one call more. */
const WITHIN_MS = 10_000;

/**
 * Shows people, beside the card, a frame that the card itself does not show: a courtesy, without which the video goes on as
 * well. It is saved before anybody sees it, so a restart shows none twice. `batch`: whose card it is, where the job is a part.
 * Answers the job as it is saved then; null: another save came first.
 */
export async function shareFrame(
  deps: JobDeps,
  stored: StoredJob,
  { batch, frame }: { readonly batch: Job | null; readonly frame: Frame },
): Promise<StoredJob | null> {
  const { job } = stored;
  const { reply } = batch ?? job;
  const nth = job.partOf?.nth;
  const { shareFrame: share } = deps.chatOf({ reply });
  if (share === null || isShared(reply, nth)) return stored;
  let latest: StoredJob | null = stored;
  async function save(next: ReplyHandle): Promise<boolean> {
    if (batch) return saveInBatch(deps, batch, next);
    latest = await apply(deps, stored, { kind: "shown", reply: next });
    return latest !== null;
  }
  const { signal, end } = limited(deps, WITHIN_MS);
  const { bytes } = frame;
  const shared = await share(reply, { bytes, title: frameTitle(job), nth, signal, save }).finally(end);
  if (!shared.ok) deps.log.info("frame not shown", { job: job.id, reason: shared.refusal.kind });
  return latest;
}

/** An earlier try has shown it, or may have. */
function isShared(reply: ReplyHandle, nth: number | undefined): boolean {
  return reply.platform === "slack" && (reply.files ?? []).some((file) => file.isFrame && file.nth === nth);
}
