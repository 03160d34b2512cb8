import { Breaker } from "../core/budget/breaker.ts";
import { usualGapMs } from "../core/job/due.ts";
import type { TaskId } from "../core/job/ids.ts";
import { type Job, outcomeOf, type Running } from "../core/job/job.ts";
import type { StoredJob } from "../core/job/job-storage.ts";
import { type Result, refuse } from "../core/result.ts";
import { payerOf } from "../core/team/team.ts";
import type { Secret } from "../core/text/secret.ts";
import type { PollRefusal, Task } from "../core/video-service.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

export type Poll = (stored: StoredJob, state: Running) => Promise<StoredJob | null>;

const PROBE_MAX_MS = 60_000;

export function poller(deps: JobDeps): Poll {
  const { clock, chance, meter, log, health } = deps;
  const service = new Breaker(PROBE_MAX_MS);
  meter.watch({ breakers: () => ({ video_service: service.isOpen }) });

  return async (stored, state) => {
    const { job } = stored;
    const lateMs = Math.max(0, clock.now() - (job.dueAt ?? clock.now()));
    const asked = await ask(deps, service, job, state.taskId);
    if (typeof asked === "number") {
      // Spread the jobs out: all of them would otherwise return for a single probe.
      const spreadMs = chance.fraction() * usualGapMs(state, clock.now(), deps.pace);
      return apply(deps, stored, { kind: "poll_held", waitMs: Math.ceil(asked + spreadMs) });
    }
    if (service.isOpen) health.away();
    meter.polled(asked.ok ? asked.value.status : asked.refusal.kind, lateMs);
    if (!asked.ok) {
      log.info("poll refused", { job: job.id, refusal: asked.refusal.kind });
      return apply(deps, stored, { kind: "poll_refused", refusal: asked.refusal });
    }
    const after = await apply(deps, stored, { kind: "polled", task: asked.value });
    const outcome = after && outcomeOf(after.job)?.kind;
    if (outcome === "failed" && job.team) await deps.managers.failed(job, job.team);
    if (outcome === "succeeded" || outcome === "failed")
      health.ended(job, { tookMs: clock.now() - state.since, isGood: outcome === "succeeded" });
    return after;
  };
}

type Polled = Result<Task, PollRefusal>;

async function ask(deps: JobDeps, service: Breaker, job: Job, taskId: TaskId): Promise<Polled | number> {
  const { clock } = deps;
  let asked: Polled = refuse({ kind: "no_key" });
  for await (const { key, isOwn } of keysToTry(deps, job)) {
    const calledAt = clock.now();
    const awayMs = service.waitMs(calledAt);
    if (awayMs > 0) return awayMs;
    service.began(calledAt);
    const answer = await pollWith(deps, job, { key, taskId });
    const kind = answer.ok ? null : answer.refusal.kind;
    service.note(kind === "unavailable", clock.now());
    // Another account does not know this task.
    if (!isOwn && kind === "unknown_task") continue;
    asked = answer;
    if (answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  return asked;
}

/** A team's managers are notified if its key or account is refused. */
export async function pollWith(
  { clock, video, managers }: Pick<JobDeps, "clock" | "video" | "managers">,
  { team }: Job,
  { key, taskId }: { readonly key: Secret; readonly taskId: TaskId },
): Promise<Polled> {
  const calledAt = clock.now();
  const answer = await video.poll(key, taskId);
  if (team && !answer.ok) await managers.refused(team, answer.refusal, { key, calledAt });
  return answer;
}

/** A refused key does not show the task's state, so another key of its payer may be tried. */
export function isKeyRefused({ kind }: PollRefusal): boolean {
  return kind === "bad_key" || kind === "no_key";
}

/** First the key that started the task, because the task belongs to that account. */
export async function* keysToTry(
  { vault }: Pick<JobDeps, "vault">,
  job: Job,
): AsyncGenerator<{ readonly key: Secret; readonly isOwn: boolean }, void> {
  const { sealedKey } = job;
  const payer = payerOf(job);
  const own = sealedKey === null ? null : vault.open(payer, sealedKey);
  if (own) yield { key: own, isOwn: true };
  const present = await vault.get(payer);
  if (present && !(own && present.equals(own))) yield { key: present, isOwn: false };
}
