import { sleep } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/ports.ts";
import { payerOf } from "../../core/team/team.ts";
import type { Secret } from "../../core/text/secret.ts";
import type { ApiRefusal } from "../../core/video-service.ts";
import { apply, applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** A store that does not take the paid call's answer is asked again after this. */
const SAVE_AGAIN_MS = 1_000;
/** A longer answer is kept as far as this, in characters. */
const KEPT_MAX = 16_000;

/** The paid call: its intent is saved before it, what came back before it is read. */
export async function pay(deps: JobDeps, stored: StoredJob, key: Secret): Promise<void> {
  const { job } = stored;
  // Saved first: a crash after the POST must never pay twice.
  const intent = await apply(deps, stored, { kind: "submitting", ...copyOf(deps, job, key) });
  if (intent?.job.state.status !== "submitting") return;

  let latest = intent;
  const calledAt = deps.clock.now();
  const answer = await deps.video.submit(key, intent.job.request, async (came) => {
    const isWhole = came.isWhole && came.text.length <= KEPT_MAX;
    const answer = { ...came, text: came.text.slice(0, KEPT_MAX), isWhole };
    try {
      const event = { kind: "answer_kept", answer } as const;
      // A press may have been saved meanwhile: the job as it is now takes the answer.
      latest = (await apply(deps, intent, event)) ?? (await applyTo(deps, job.id, event)) ?? intent;
    } catch (error) {
      deps.log.error("the paid call's answer was not kept", { job: job.id, error: String(error) });
    }
  });
  deps.meter.submitted(answer.ok ? "started" : answer.refusal.kind);
  deps.health.called(job, answer.ok ? null : answer.refusal);
  const { team } = job;
  if (answer.ok) {
    await saveForSure(deps, latest, { kind: "started", started: answer.value });
    if (answer.value.credits !== null) await deps.managers.charged(job, answer.value.credits);
    return;
  }
  const { refusal } = answer;
  logRefusal(deps, job.id, refusal);
  if (team && refusal.kind === "bad_key") await deps.managers.keyRefused(team, key, calledAt);
  if (team && refusal.kind === "no_credits") await deps.managers.outOfCredits(team);
  await saveForSure(deps, latest, { kind: "start_refused", refusal, fraction: deps.chance.fraction() });
}

/** A job that waited has no copy of its payer's key, and its task is looked at with that even where the key is removed. */
function copyOf({ vault }: JobDeps, job: Job, key: Secret): { readonly sealedKey?: string } {
  return job.sealedKey === null ? { sealedKey: vault.seal(payerOf(job), key) } : {};
}

/** Says why there is no task, as far as that is known. */
export function logRefusal({ log }: JobDeps, job: JobId, refusal: ApiRefusal): void {
  log.warn("submit refused", { job, refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null });
}

/** The paid call's outcome is known only here: it is saved as soon as the store can, even if that takes long. */
async function saveForSure(deps: JobDeps, latest: StoredJob, event: JobEvent): Promise<void> {
  for (;;) {
    try {
      // Where another save came first, the job as it is now takes it, unless it has it already.
      if (!(await apply(deps, latest, event))) await applyTo(deps, latest.job.id, event);
      return;
    } catch (error) {
      const taskId = event.kind === "started" ? event.started.taskId : null;
      deps.log.error("the paid call's outcome was not saved", { job: latest.job.id, taskId, error: String(error) });
      if (deps.stopping.aborted) throw error;
      await sleep(deps.clock, SAVE_AGAIN_MS, deps.stopping);
    }
  }
}
