import type { EpochMs } from "../../core/clock.ts";
import type { Submitting } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { logRefusal } from "./pay.ts";

/**
 * A paid call whose process is gone: the answer that was saved tells its outcome; without one, nothing does. It is never
 * made again. Says until when that process may be there after all and only slow.
 */
export async function interrupted(
  deps: JobDeps,
  stored: StoredJob,
  { answer, since }: Submitting,
): Promise<EpochMs | null> {
  if (answer === null) {
    const until = since + deps.othersPayWithinMs;
    if (deps.clock.now() < until) return until;
    await apply(deps, stored, { kind: "interrupted" });
    return null;
  }
  const read = deps.video.readAnswer(answer);
  if (!read.ok) logRefusal(deps, stored.job.id, read.refusal);
  await apply(
    deps,
    stored,
    read.ok
      ? { kind: "started", started: read.value }
      : { kind: "start_refused", refusal: read.refusal, fraction: deps.chance.fraction() },
  );
  return null;
}
