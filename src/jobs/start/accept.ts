import { type EpochMs, within } from "../../core/clock.ts";
import type { AnswerFate } from "../../core/command.ts";
import { FILM_MS, nextWait } from "../../core/film/film-chain.ts";
import { type JobId, partIdFrom } from "../../core/job/ids.ts";
import { APPROVAL_MS, type Job, outcomeOf, SERVICE_MS, TURN_MS, type Waiting } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import { monthOf } from "../../core/job/ledger.ts";
import type { Accept, Order, OrderWait } from "../../core/request/order.ts";
import { priceOf } from "../../core/request/price.ts";
import { ok, refuse, unreachable } from "../../core/result.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { applyTo } from "../apply.ts";
import { moveCard } from "../deliver/job-card.ts";
import type { JobDeps } from "../deps.ts";
import { stoodStill } from "../step-limits.ts";

/** The store may take this long before the person must be answered. */
const SAVE_WITHIN_MS = 1_500;
/** If the front end has not reported by then how the answer was taken, it never will. */
const ANSWER_GRACE_MS = 30_000;

/** Makes an order a durable job. Its paid call waits until the platform has taken the answer. */
export function acceptJobs(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "managers"> & {
    readonly scheduler: Scheduler;
    readonly deadlineMs: number;
  },
): Accept {
  const { jobs, scheduler, clock, log, meter, chatOf, managers, deadlineMs } = deps;

  return async (order, room) => {
    const { job, parts } = newJobs(order, clock.now(), { deadlineMs, hasFiles: chatOf(order).attach !== null });
    const saving = jobs.insert(job, room, parts).catch((error: unknown) => {
      log.error("job not saved", { job: job.id, error: String(error) });
      return "failed" as const;
    });
    const heard = await within(clock, SAVE_WITHIN_MS, saving);
    // Another process may have settled the job by the time this one would show its card.
    const saved = heard === "inserted" && stoodStill(clock, job.acceptedAt) ? "late" : heard;
    switch (saved) {
      case "inserted":
        for (const { id, owner, price, dueAt } of parts.length === 0 ? [job] : parts) {
          meter.accepted(owner.platform);
          log.info("job accepted", { job: id, platform: owner.platform, price });
          scheduler.schedule(id, dueAt ?? clock.now());
        }
        if (parts.length > 0) scheduler.schedule(job.id, job.dueAt ?? clock.now());
        if (job.team) void managers.spent(job.team, monthOf(job.acceptedAt));
        return ok(job);
      case "exists":
        return refuse({ kind: "already_accepted" });
      case "full":
      case "team_month":
      case "person_month":
      case "ask_above":
      case "no_rules":
        return refuse({ kind: saved });
      case "late":
      case "failed":
        // The person is shown that nothing will be charged, so a row that was saved after all must never begin.
        saving
          .then(() => applyTo(deps, job.id, { kind: "not_started", why: "store" }))
          .catch((error: unknown) => {
            log.error("unsaved job not closed", { job: job.id, error: String(error) });
            // Nobody takes its answer, so its own step ends it: a hold of a team's credits does not stay. It may have
            // ended without a wake, so the videos of a batch look for themselves.
            for (const { id } of [job, ...parts]) scheduler.schedule(id, job.dueAt ?? clock.now());
          });
        return refuse({ kind: "cannot_save" });
      default:
        return unreachable(saved);
    }
  };
}

interface Beginning {
  readonly deadlineMs: number;
  readonly hasFiles: boolean;
}

/** Makes the job of one video; or a batch and the jobs of its videos. */
function newJobs(order: Order, now: EpochMs, how: Beginning): { readonly job: Job; readonly parts: readonly Job[] } {
  const { each = [], ...one } = order;
  if (each.length === 0) return { job: newJob(one, now, how), parts: [] };
  // Its videos join the queue with it, so that the limits hold for each of them.
  const wait = one.wait ?? { for: "turn" as const };
  const first = newJob({ ...one, wait }, now, how);
  const parts = each.map((request, index): Job => {
    const nth = index + 1;
    // A part checks its batch from the start on: only the batch learns what became of the answer.
    const { approval: _, ...part } = { ...first, id: partIdFrom(order.id, nth), request, dueAt: now };
    const whole = { ...part, price: priceOf(request.resolution, request.duration), partOf: { job: order.id, nth } };
    const isAsked = wait.for === "approval";
    return isAsked || nextWait(whole) === "turn" ? whole : { ...whole, state: waitsForFilm(now) };
  });
  const { video: _, ...batch } = { ...first, price: 0, parts: parts.map(({ id }) => id) };
  if (wait.for === "approval") return { job: batch, parts };
  const state = { status: "gathering", answer: "due", notBefore: now + ANSWER_GRACE_MS } as const;
  return { job: { ...batch, state }, parts };
}

function newJob(
  { isVideoWanted, locale, wait, sealedKey, ...order }: Omit<Order, "each">,
  now: EpochMs,
  { deadlineMs, hasFiles }: Beginning,
): Job {
  const notBefore = now + ANSWER_GRACE_MS;
  return {
    v: 1,
    ...order,
    price: priceOf(order.request.resolution, order.request.duration),
    acceptedAt: now,
    deadlineAt: now + deadlineMs,
    dueAt: notBefore,
    ...(isVideoWanted && hasFiles && { video: "due" }),
    ...(locale && locale !== "en" && { locale }),
    notify: [],
    isCardInDoubt: false,
    ...beginning(wait, { now, sealedKey, notBefore }),
  };
}

function waitsForFilm(now: EpochMs): Waiting {
  return { status: "waiting", answer: "due", notBefore: now + ANSWER_GRACE_MS, for: "film", until: now + FILM_MS };
}

/** Makes the job's first state. A job that waits pays with the key that its payer has when it begins. */
function beginning(
  wait: OrderWait | undefined,
  { now, sealedKey, notBefore }: { readonly now: number; readonly sealedKey: string; readonly notBefore: number },
): Pick<Job, "sealedKey" | "state" | "approval"> {
  const first = { answer: "due", notBefore } as const;
  if (!wait) return { sealedKey, state: { status: "accepted", ...first, attempts: 0, waitingFor: null } };
  if (wait.for !== "approval") {
    const until = now + (wait.for === "turn" ? TURN_MS : SERVICE_MS);
    return { sealedKey: null, state: { status: "waiting", ...first, for: wait.for, until } };
  }
  const { for: cause, ...asked } = wait;
  return {
    approval: { ...asked, askedAt: now, decision: null },
    sealedKey: null,
    state: { status: "waiting", ...first, for: cause, until: now + APPROVAL_MS },
  };
}

/** Notes how the platform took the first card, and lets the job begin where the person sees it. */
export function noteAnswers(
  deps: Pick<
    JobDeps,
    "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "stopping" | "canContinue"
  > & {
    readonly scheduler: Scheduler;
  },
): (id: JobId, fate: AnswerFate) => Promise<void> {
  return async (id, fate) => {
    switch (fate.kind) {
      case "given": {
        const stored = await applyTo(deps, id, { kind: "answered", reply: fate.reply });
        if (!stored) return;
        const { job } = stored;
        // The job was given up meanwhile: its card must not show for ever that it begins. While the final word is due, the
        // job's step edits this card.
        const isOver = outcomeOf(job)?.kind === "not_started" && job.state.status !== "announcing";
        if (isOver) return moveCard(deps, id, fate.reply);
        deps.scheduler.schedule(id, job.dueAt ?? deps.clock.now());
        return;
      }
      case "moved":
        return moveCard(deps, id, fate.reply);
      case "refused":
        await applyTo(deps, id, { kind: "not_started", why: "answer_refused" });
        return;
      case "put_off":
      case "unclear": {
        deps.log.warn("answer not taken", { job: id, fate: fate.kind });
        const stored = await applyTo(deps, id, eventOf(fate, deps.chance.fraction()));
        if (stored) deps.scheduler.schedule(id, stored.job.dueAt ?? deps.clock.now());
      }
    }
  };
}

function eventOf(fate: Extract<AnswerFate, { kind: "put_off" | "unclear" }>, fraction: number): JobEvent {
  if (fate.kind === "unclear") return { kind: "answer_unclear" };
  return { kind: "delivery_failed", isClear: true, isToldWhen: fate.waitMs > 0, waitMs: fate.waitMs, fraction };
}
