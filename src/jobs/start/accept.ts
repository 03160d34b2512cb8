import { cardPlace } from "../../core/card-place.ts";
import type { ReplyHandle, SearchRefusal } from "../../core/chat.ts";
import { type EpochMs, wasStalled, within } from "../../core/clock.ts";
import type { AnswerFate } from "../../core/command.ts";
import { FILM_MS, nextWait } from "../../core/film/film-chain.ts";
import { startsUntil } from "../../core/job/advance.ts";
import { type JobId, newMark, type Owner, partIdFrom, type Team } from "../../core/job/ids.ts";
import {
  APPROVAL_MS,
  type Approval,
  type AskedIn,
  type FirstCard,
  type Job,
  outcomeOf,
  TURN_MS,
} from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { Capacity, StoredJob } from "../../core/job/job-storage.ts";
import { monthOf } from "../../core/period.ts";
import { priceOf } from "../../core/request/price.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import type { TeamRefusal } from "../../core/team/rules.ts";
import type { Locale } from "../../core/text/locale.ts";
import { type ApplyDeps, apply, applySurely, applyTo } from "../apply.ts";
import { drawCard, moveCard } from "../deliver/job-card.ts";
import { isUnclear } from "../deliver/traffic.ts";
import type { JobDeps } from "../deps.ts";

export type OrderWait =
  | { readonly for: "turn" }
  | ({ readonly for: "approval" } & Pick<Approval, "because" | "mayBeOwn">);

export interface Order {
  readonly id: JobId;
  /** An event makes at most one job. */
  readonly event: JobId;
  readonly owner: Owner;
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  readonly askedIn?: AskedIn;
  readonly request: VideoRequest;
  /** A batch: at least two, of which `request` is the first. */
  readonly each?: readonly VideoRequest[];
  readonly team?: Team;
  readonly wait?: OrderWait;
  readonly sealedKey: string;
  readonly isSilent?: boolean;
  readonly isVideoWanted?: boolean;
  readonly locale?: Locale;
}

/** "cannot_save": the store failed or took too long, and nothing will be charged. */
export type Accept = (
  order: Order,
  capacity?: Capacity,
) => Promise<Result<Job, { readonly kind: "cannot_save" | "already_accepted" | "repeated" | "full" | TeamRefusal }>>;

const SAVE_WITHIN_MS = 1_500;
/** After this, the front end will no longer report whether the answer arrived. */
const ANSWER_GRACE_MS = 30_000;

type AcceptDeps = ApplyDeps &
  Pick<JobDeps, "chatOf" | "chance" | "managers" | "scheduler" | "deadlineMs" | "keptFilms">;

/** The paid call waits until the platform has accepted the first card. */
export function acceptJobs(deps: AcceptDeps): Accept {
  const { jobs, scheduler, clock, log, meter, managers } = deps;

  return async ({ event, ...order }, capacity) => {
    const { job, parts } = newJobs(deps, order);
    const saving = jobs.insert(job, { capacity, parts, event }).catch((error: unknown) => {
      log.error("job not saved", { job: job.id, error: String(error) });
      return "failed" as const;
    });
    const inserted = await within(clock, SAVE_WITHIN_MS, saving);
    // If this process stalled, another one may have settled the job by now, so do not show its card.
    const saved = inserted === "inserted" && wasStalled(clock, job.acceptedAt) ? "late" : inserted;
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
      case "repeated":
      case "full":
      case "team_day":
      case "team_month":
      case "person_day":
      case "person_month":
      case "ask_above":
      case "no_rules":
        return refuse({ kind: saved });
      case "late":
      case "failed":
        // The person is shown that nothing will be charged. If the row was saved after all, its job must never start.
        saving
          .then(() => applyTo(deps, job.id, { kind: "not_started", why: "store" }))
          .catch((error: unknown) => {
            log.error("unsaved job not closed", { job: job.id, error: String(error) });
            // The job's own step ends it, because its first card is never shown.
            for (const { id } of [job, ...parts]) scheduler.schedule(id, job.dueAt ?? clock.now());
          });
        return refuse({ kind: "cannot_save" });
      default:
        return unreachable(saved);
    }
  };
}

function newJobs(deps: AcceptDeps, order: Omit<Order, "event">): { readonly job: Job; readonly parts: readonly Job[] } {
  const { each = [], ...one } = order;
  if (each.length === 0) return { job: newJob(deps, one), parts: [] };
  // Every part joins the queue even if there is room, because the limits apply to each part.
  const wait = one.wait ?? { for: "turn" as const };
  const first = newJob(deps, { ...one, wait });
  const now = first.acceptedAt;
  const card = { answer: "due", notBefore: now + ANSWER_GRACE_MS } as const;
  const parts = each.map((request, index): Job => {
    const nth = index + 1;
    // Parts check their batch from the start, because only the batch learns whether its card was shown.
    const { approval: _, ...part } = { ...first, id: partIdFrom(order.id, nth), request, dueAt: now };
    const whole = { ...part, price: priceOf(request), partOf: { job: order.id, nth } };
    if (wait.for === "approval" || nextWait(whole) === "turn") return whole;
    return { ...whole, state: { status: "waiting", ...card, for: "film", until: now + FILM_MS } };
  });
  const { video: _, keep: _keep, ...batch } = { ...first, price: 0, parts: parts.map(({ id }) => id) };
  if (wait.for === "approval") return { job: batch, parts };
  return { job: { ...batch, state: { status: "gathering", ...card } }, parts };
}

/** A job that waits uses the key that its payer has when it starts. */
function newJob(
  { clock, chance, deadlineMs, chatOf, keptFilms }: AcceptDeps,
  { isVideoWanted, locale, wait, sealedKey, ...order }: Omit<Order, "each" | "event">,
): Job {
  const now = clock.now();
  const card = { answer: "due", notBefore: now + ANSWER_GRACE_MS } as const;
  const job: Omit<Job, "sealedKey" | "state"> = {
    v: 1,
    ...order,
    mark: newMark(chance.fraction()),
    price: priceOf(order.request),
    acceptedAt: now,
    deadlineAt: now + deadlineMs,
    dueAt: card.notBefore,
    ...(isVideoWanted && chatOf(order).attach !== null && { video: "due" }),
    ...(keptFilms && keptFilms.keepMs > 0 && { keep: "due" }),
    ...(locale && locale !== "en" && { locale }),
    notify: [],
    isCardInDoubt: false,
  };
  if (!wait) return { ...job, sealedKey, state: { status: "accepted", ...card, attempts: 0, waitingFor: null } };
  const { for: cause, ...asked } = wait;
  return {
    ...job,
    ...("because" in asked && { approval: { ...asked, askedAt: now, decision: null } }),
    sealedKey: null,
    state: { status: "waiting", ...card, for: cause, until: now + WAIT_MS[cause] },
  };
}

const WAIT_MS = { approval: APPROVAL_MS, turn: TURN_MS } as const;

export async function noteAnswer(deps: JobDeps, id: JobId, fate: AnswerFate): Promise<void> {
  switch (fate.kind) {
    case "given": {
      const stored = await applyTo(deps, id, { kind: "answered", reply: fate.reply });
      if (!stored) return;
      const { job } = stored;
      // The job ended before its first card arrived, so the card must not stay on "starting".
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
    case "elsewhere":
      await applyTo(deps, id, { kind: "not_started", why: "answered_elsewhere" });
      return;
    case "postponed":
    case "unclear": {
      deps.log.warn("answer not taken", { job: id, fate: fate.kind });
      const stored = await applyTo(deps, id, eventForFate(fate, deps.chance.fraction()));
      if (stored) deps.scheduler.schedule(id, stored.job.dueAt ?? deps.clock.now());
    }
  }
}

function eventForFate(fate: Extract<AnswerFate, { kind: "postponed" | "unclear" }>, fraction: number): JobEvent {
  if (fate.kind === "unclear") return { kind: "answer_unclear" };
  return { kind: "delivery_failed", isClear: true, hasRetryTime: fate.waitMs > 0, waitMs: fate.waitMs, fraction };
}

/** If the first card cannot be found or shown in time, the job ends unpaid. */
export async function settleFirstCard(deps: JobDeps, stored: StoredJob, { answer, triedAt }: FirstCard): Promise<null> {
  if (deps.clock.now() > startsUntil(stored.job)) {
    await apply(deps, stored, { kind: "not_started", why: "too_old" });
    return null;
  }
  const isDue = answer === "due";
  const seen = await searchForCard(deps, stored, isDue ? stored.job.acceptedAt : triedAt);
  if (seen === "done") return null;
  // "due": a crash came before the answer. An edit would only prove that some message of ours exists, perhaps "nothing was
  // charged".
  if (!isDue && (answer === "unclear" || seen === "not_there")) await showFirst(deps, stored);
  else await apply(deps, stored, { kind: "not_started", why: "answer_lost" });
  return null;
}

async function searchForCard(
  deps: JobDeps,
  stored: StoredJob,
  triedAt: EpochMs | undefined,
): Promise<"done" | "not_there" | "unreadable"> {
  const { job } = stored;
  if (triedAt === undefined) return "unreadable";
  const search = await deps.chatOf(job).find(job.reply, { job: job.id, mark: job.mark, triedAt });
  if (!search.ok) await apply(deps, stored, { kind: "search_postponed", waitMs: waitOf(search.refusal) });
  else if (search.value === "elsewhere") await apply(deps, stored, { kind: "not_started", why: "answered_elsewhere" });
  else if (typeof search.value === "string") return search.value;
  else await apply(deps, stored, { kind: "answered", reply: search.value });
  return "done";
}

function waitOf(refusal: SearchRefusal): number {
  return refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0;
}

/** Edits a card that the person might not see. The edit shows whether it exists. */
async function showFirst(deps: JobDeps, stored: StoredJob): Promise<void> {
  // A card that cannot be located is posted once more. Save that first: this post may be lost as well.
  const since = deps.clock.now();
  const asked = cardPlace(stored.job.reply).isKnown() ? stored : await apply(deps, stored, { kind: "answer_retried" });
  if (!asked) return;
  const { job } = asked;
  const again = { kind: "delivery_failed", isClear: true, waitMs: 0, fraction: deps.chance.fraction() } as const;
  if (wasStalled(deps.clock, since)) {
    await apply(deps, asked, again);
    return;
  }
  const shown = await deps.chatOf(job).show(job.reply, await drawCard(deps, job), "first");
  if (shown.ok) {
    await apply(deps, asked, { kind: "answered", reply: shown.value.reply });
    return;
  }
  const { refusal } = shown;
  if (refusal.kind === "card_gone" || refusal.kind === "unreachable") {
    await apply(deps, asked, { kind: "not_started", why: "answer_refused" });
    return;
  }
  const isClear = !isUnclear(refusal);
  // The edit may still arrive and overwrite what a later save showed.
  const latest = isClear ? asked : await applySurely(deps, asked, { kind: "edit_unclear" });
  const hasRetryTime = refusal.kind === "rate_limited";
  if (latest) await apply(deps, latest, { ...again, isClear, hasRetryTime, waitMs: waitOf(refusal) });
}
