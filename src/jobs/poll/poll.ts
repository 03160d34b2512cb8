import { type EpochMs, within } from "../../core/clock.ts";
import { backoffMs, urgencyOf, usualGapMs } from "../../core/job/due.ts";
import type { Job, Running } from "../../core/job/job.ts";
import type { PollRefusal, StoredJob, Task } from "../../core/ports.ts";
import { type Result, refuse } from "../../core/result.ts";
import { payerOf } from "../../core/team/team.ts";
import type { Secret } from "../../core/text/secret.ts";
import { apply } from "../apply.ts";
import type { ShowProgress } from "../deliver/progress.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { isKeyRefused, type PollGuard, pollGuard } from "./poll-guard.ts";

/**
 * Polls the service once for the task. Returns the job as it is afterwards, or null where another save came first. Where
 * it is not the job's turn, it asks nothing and returns when to come back.
 */
export type Poll = (stored: StoredJob, state: Running) => Promise<HeldUntil | StoredJob>;

export function polling(deps: JobDeps): Poll {
  const { clock, chance, meter, log, pace, health } = deps;
  const guard = pollGuard(clock);
  meter.watch({ breakers: () => ({ video_service: guard.service.isOpen() }) });

  return async (stored, state) => {
    const { job } = stored;
    const turnMs = guard.turnMs({ id: job.id, urgency: () => urgencyOf(state, clock.now(), pace) });
    if (turnMs > 0) return clock.now() + turnMs;
    const gapMs = usualGapMs(state, clock.now(), pace);
    const lateMs = Math.max(0, clock.now() - (job.dueAt ?? clock.now()));
    const asked = await ask({ deps, guard, job }, state);
    if (asked.kind === "held") {
      const { because } = asked;
      // Spread: all that wait for the service come back for one probe.
      const spreadMs = because === "service" ? chance.fraction() * gapMs : 0;
      return apply(deps, stored, { kind: "poll_held", because, waitMs: Math.ceil(asked.waitMs + spreadMs) });
    }
    const { answer } = asked;
    if (guard.service.isOpen()) health.away();
    meter.polled(answer.ok ? answer.value.status : answer.refusal.kind, lateMs);
    if (answer.ok) {
      const after = await apply(deps, stored, { kind: "polled", task: answer.value });
      if (after && after.job.state.status !== "running")
        health.ended(job, { tookMs: clock.now() - state.since, isGood: answer.value.status !== "failed" });
      return after;
    }
    log.info("poll refused", { job: job.id, refusal: answer.refusal.kind });
    // Only a tenth of all polls may be repeated early.
    const isEarly = backoffMs(state.misses + 1, 2 * gapMs, 0) < gapMs;
    const waitMs = isEarly && !guard.mayHurry() ? gapMs : 0;
    return apply(deps, stored, { kind: "poll_refused", refusal: answer.refusal, waitMs });
  };
}

type Asked =
  | { readonly kind: "answered"; readonly answer: Result<Task, PollRefusal> }
  | { readonly kind: "held"; readonly because: "service" | "key"; readonly waitMs: number };

async function ask(
  { deps, guard, job }: { readonly deps: JobDeps; readonly guard: PollGuard; readonly job: Job },
  { taskId, keyRenewedAt }: Running,
): Promise<Asked> {
  let asked: Asked = { kind: "answered", answer: refuse({ kind: "no_key" }) };
  for await (const { key, isOwn } of keysOf(deps, job)) {
    const keyMs = guard.keyWaitMs(payerOf(job), key, keyRenewedAt);
    if (keyMs > 0) {
      asked = { kind: "held", because: "key", waitMs: keyMs };
      continue;
    }
    const awayMs = guard.service.waitMs(deps.clock.now());
    if (awayMs > 0) return { kind: "held", because: "service", waitMs: awayMs };
    const calledAt = deps.clock.now();
    const answer = await guard.watch(payerOf(job), key, () => deps.video.poll(key, taskId));
    // Another account does not know this task: that says nothing about the task itself.
    if (job.team && !answer.ok && answer.refusal.kind === "bad_key")
      await deps.managers.keyRefused(job.team, key, calledAt);
    if (!isOwn && !answer.ok && answer.refusal.kind === "unknown_task") continue;
    asked = { kind: "answered", answer };
    if (answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  return asked;
}

/**
 * Yields the keys for a task, which belongs to the account whose key began it. Where that key is refused, its payer's
 * present one follows.
 */
export async function* keysOf(
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

/** Makes a card show at its deadline that its video is not finished, whenever the next poll is. */
export interface Deadlines {
  /** Polls. Where the deadline comes first, the card waits neither for the answer nor for the poll's turn. */
  readonly keep: Poll;
  /** Returns when to wake a job that is due at `at`. */
  noLater(job: Job, at: EpochMs): EpochMs;
}

export function keepDeadlines(
  { clock }: Pick<JobDeps, "clock">,
  { poll, progress }: { readonly poll: Poll; readonly progress: ShowProgress },
): Deadlines {
  return {
    async keep(stored, state) {
      const leftMs = stored.job.deadlineAt - clock.now();
      const shownAt = leftMs > 0 ? null : await progress.show(stored);
      const polled = poll(stored, state);
      if (leftMs > 0 && (await within(clock, leftMs, polled)) === "late") await progress.show(stored);
      const after = await polled;
      return typeof after === "number" ? Math.min(after, shownAt ?? after) : after;
    },
    noLater: ({ state, deadlineAt }, at) =>
      state.status === "running" && clock.now() < deadlineAt ? Math.min(at, deadlineAt) : at,
  };
}
