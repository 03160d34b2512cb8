import { isDeepStrictEqual } from "node:util";
import { type CardGone, type ChatMessage, type ChatRefusal, type ReplyHandle, STALLED } from "../../core/chat.ts";
import { type EpochMs, wasStalled } from "../../core/clock.ts";
import { WAIT_MAX_MS } from "../../core/job/due.ts";
import { isBeforeFile, liveLink, mayNotifyFirst } from "../../core/job/final-message.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Announcing, Job, Posting } from "../../core/job/job.ts";
import type { Called, JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { isUnread } from "../../core/job/restored.ts";
import { ok, unreachable } from "../../core/result.ts";
import { refusedPrivately } from "../../messages/card/card-outcome.ts";
import { apply, applySurely, applyTo } from "../apply.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { drawCard, drawNotification, readCard } from "./job-card.ts";
import { askForLink } from "./links.ts";
import { isUnclear, unsentMs } from "./traffic.ts";

/** If the card cannot be edited within this time, the notification is sent first. */
const NOTIFY_FIRST_AFTER_MS = 2_000;

const REFUSED_WORKSPACE_MS = 60_000;

/** Puts the final message on the card. A refusal is sent privately instead, and the card is deleted. */
export async function announce(deps: JobDeps, stored: StoredJob, state: Announcing): Promise<HeldUntil> {
  const { clock, traffic } = deps;
  const { job } = stored;
  const { outcome } = state;
  // The link has probably expired by now.
  if (!state.isLinkAsked && outcome.kind === "succeeded" && outcome.videoUrl && !liveLink(outcome, clock.now()))
    return askForLink(deps, stored, outcome.taskId);
  const { lostCardAt } = job;
  if (lostCardAt !== undefined && state.newMessage === "done") return removeLostCard(deps, stored, lostCardAt);
  const mustRead = isUnread(job);
  if (!mustRead && outcome.kind === "refused" && state.newMessage === "due")
    return (await turnOf(deps, job)) ?? sendRefusalPrivately(deps, stored);
  const called = calledBy(state);
  if (job.restored === "hidden")
    return called === "nobody" ? move(deps, stored, await drawCard(deps, job)) : findNew(deps, stored, state);

  const { isOfEditsAlone } = deps.chatOf(job).bucketOf(job.reply, "edit");
  // If edits and new messages share a limit, the notification would only delay the final message.
  const withinMs = isOfEditsAlone && !mustRead && mayNotifyFirst(job, state) ? NOTIFY_FIRST_AFTER_MS : undefined;
  const waitMs = await traffic.waitMs(job, "edit", withinMs);
  if (waitMs === Number.POSITIVE_INFINITY) {
    await apply(deps, stored, { kind: "edit_held", nonce: deps.chance.token() });
    return null;
  }
  if (waitMs > 0) return clock.now() + waitMs;
  if (mustRead) return readCard(deps, stored);
  const since = clock.now();
  const card = await drawCard(deps, job);
  if (wasStalled(clock, since)) return clock.now();
  const edited = await deps.chatOf(job).show(job.reply, card, "in_place");
  note(deps, job, "edit", edited.ok ? null : edited.refusal);
  if (edited.ok) return announced(deps, stored, edited.value.reply, called);
  const { refusal } = edited;
  const turnMs = unsentMs(refusal);
  if (turnMs !== null) return clock.now() + turnMs;
  if (refusal.kind === "rate_limited" || refusal.kind === "unavailable") {
    const isInDoubt = isUnclear(refusal) && isBeforeFile(job, clock.now());
    const latest = isInDoubt ? await applySurely(deps, stored, { kind: "edit_unclear" }) : stored;
    if (latest) await apply(deps, latest, failed(deps, job, refusal));
    return null;
  }
  if (called === "nobody") return (await takeLostCard(deps, stored, lostCardAt)) ? null : move(deps, stored, card);
  if (refusal.kind === "card_gone") return findNew(deps, stored, state);
  const fraction = deps.chance.fraction();
  await apply(deps, stored, { kind: "delivery_failed", isClear: true, waitMs: WAIT_MAX_MS, fraction });
  return null;
}

async function turnOf({ traffic, clock }: JobDeps, job: Job): Promise<HeldUntil> {
  const waitMs = await traffic.waitMs(job, "new_message");
  return waitMs === 0 ? null : clock.now() + waitMs;
}

function note(
  { traffic, meter }: JobDeps,
  job: Job,
  what: "edit" | "new_message",
  refusal: ChatRefusal | CardGone | null,
): void {
  traffic.note(job, what, refusal);
  if (refusal && unsentMs(refusal) === null) meter.delivered(job.owner.platform, "final", refusal.kind);
}

async function announced(deps: JobDeps, stored: StoredJob, reply: ReplyHandle, called: Called): Promise<null> {
  deps.meter.delivered(stored.job.owner.platform, "final", "ok");
  await apply(deps, stored, { kind: "announced", reply, nonce: deps.chance.token(), called });
  return null;
}

/** A message that may have arrived is sent again only if it is certainly missing. */
async function findNew(deps: JobDeps, stored: StoredJob, state: Announcing): Promise<null> {
  const { job } = stored;
  const { begunAt } = state;
  const search =
    begunAt === undefined
      ? ok("unreadable" as const)
      : await deps.chatOf(job).find(job.reply, { job: job.id, mark: job.mark, triedAt: begunAt });
  let event: JobEvent;
  if (!search.ok) event = failed(deps, job, search.refusal);
  else if (search.value === "not_there")
    event = { kind: "new_message_refused", waitMs: 0, fraction: deps.chance.fraction() };
  // Never repeat a message that may have arrived. Finding the old card does not show whether the new message arrived.
  else if (search.value === "unreadable" || search.value === "elsewhere" || isDeepStrictEqual(search.value, job.reply))
    // Assume that everybody whom the message mentions was notified.
    event =
      calledBy(state) === "owner"
        ? { kind: "sent_privately", nonce: deps.chance.token() }
        : { kind: "notified", at: "lost" };
  else event = { kind: "shown", reply: search.value };
  await apply(deps, stored, event);
  return null;
}

/** If the lost first card is found, it gets the final message. */
async function takeLostCard(deps: JobDeps, stored: StoredJob, lostCardAt: EpochMs | undefined): Promise<boolean> {
  if (lostCardAt === undefined) return false;
  const { job } = stored;
  const search = await deps.chatOf(job).find(job.reply, { job: job.id, mark: job.mark, triedAt: lostCardAt });
  if (!search.ok) await apply(deps, stored, failed(deps, job, search.refusal));
  else if (typeof search.value === "string") return false;
  else await apply(deps, stored, { kind: "shown", reply: search.value });
  return true;
}

async function removeLostCard(deps: JobDeps, stored: StoredJob, lostCardAt: EpochMs): Promise<null> {
  const { job } = stored;
  const chat = deps.chatOf(job);
  const lost = { job: job.id, mark: job.mark, triedAt: lostCardAt, except: job.reply };
  const search = await chat.find(job.reply, lost);
  const removed = search.ok && typeof search.value !== "string" ? await chat.remove(search.value) : search;
  await apply(deps, stored, removed.ok ? { kind: "lost_card_settled" } : failed(deps, job, removed.refusal));
  return null;
}

/** `card` is drawn before the save, because drawing reads the store. */
async function move(deps: JobDeps, stored: StoredJob, card: ChatMessage): Promise<HeldUntil> {
  const heldUntil = await turnOf(deps, stored.job);
  if (heldUntil !== null) return heldUntil;
  // Save first: a crash after sending must not send it twice.
  const since = deps.clock.now();
  const begun = await apply(deps, stored, { kind: "new_card_begun" });
  if (!begun) return null;
  const { job } = begun;
  if (wasStalled(deps.clock, since)) return refusedForNow(deps, begun, STALLED);
  const where = job.restored === "hidden" ? "new" : "anywhere";
  const moved = await deps.chatOf(job).show(job.reply, card, where, [job.reply.userId, ...job.notify]);
  note(deps, job, "new_message", moved.ok ? null : moved.refusal);
  if (moved.ok) return announced(deps, begun, moved.value.reply, moved.value.isNew ? "everybody" : "nobody");
  if (moved.refusal.kind === "rate_limited" || moved.refusal.kind === "unavailable")
    return refusedForNow(deps, begun, moved.refusal);
  await apply(deps, begun, noWay(deps, job, moved.refusal));
  return callListeners(deps, job);
}

/**
 * If the owner cannot be reached, notifies everybody else. Saves first, because the daily attempts must not repeat it.
 */
async function callListeners(deps: JobDeps, { id, notify }: Job): Promise<null> {
  const stored = notify.length === 0 ? null : await applyTo(deps, id, { kind: "listeners_called" });
  if (!stored) return null;
  const { job } = stored;
  const how = { people: notify, nonce: deps.chance.token(), triedAt: null };
  const sent = await deps.chatOf(job).notify(job.reply, await drawNotification(deps, job), how);
  deps.meter.delivered(job.owner.platform, "notification", sent.ok ? sent.value.kind : sent.refusal.kind);
  return null;
}

export async function post(
  deps: JobDeps,
  stored: StoredJob,
  { nonce, triedAt, isOwnerNotified = false }: Posting,
): Promise<HeldUntil> {
  const heldUntil = await turnOf(deps, stored.job);
  if (heldUntil !== null) return heldUntil;
  const message = await drawNotification(deps, stored.job);
  const isOwnerCalled = !stored.job.isSilent && !isOwnerNotified;
  // If the setting cannot be read, send it anyway.
  const isBroadcast = isOwnerCalled && ((await deps.isBroadcast?.(stored.job.owner).catch(() => false)) ?? false);
  const since = deps.clock.now();
  const begun = await apply(deps, stored, { kind: "notifying" });
  if (!begun) return null;
  const { job } = begun;
  // A clear refusal does not show whether an earlier attempt arrived.
  const isFirst = triedAt === null;
  if (wasStalled(deps.clock, since)) {
    const fraction = deps.chance.fraction();
    await apply(deps, begun, { kind: "delivery_failed", isClear: isFirst, waitMs: 0, fraction });
    return null;
  }
  const people = [...new Set([...(isOwnerCalled ? [job.owner.userId] : []), ...job.notify])];
  const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });
  deps.traffic.note(job, "new_message", sent.ok ? null : sent.refusal);
  if (sent.ok || unsentMs(sent.refusal) === null)
    deps.meter.delivered(job.owner.platform, "notification", sent.ok ? sent.value.kind : sent.refusal.kind);
  if (sent.ok) {
    await apply(deps, begun, { kind: "notified", at: sent.value.kind === "sent" ? sent.value.at : "lost" });
    return null;
  }
  const event = failed(deps, job, sent.refusal);
  await apply(deps, begun, isFirst ? event : { ...event, isClear: false });
  return null;
}

/** People whom the new message mentions, if it arrived. */
function calledBy({ newMessage, begunAt }: Announcing): Called {
  switch (newMessage) {
    case "begun":
      return begunAt === undefined ? "owner" : "everybody";
    case "done":
      return "everybody";
    default:
      return "nobody";
  }
}

type Failed = Extract<JobEvent, { kind: "delivery_failed" | "undeliverable" }>;

function failed(deps: JobDeps, job: Job, refusal: ChatRefusal): Failed {
  const fraction = deps.chance.fraction();
  switch (refusal.kind) {
    case "unreachable":
      return noWay(deps, job, refusal);
    case "rate_limited":
      return { kind: "delivery_failed", isClear: true, waitMs: refusal.retryAfterMs, fraction, hasRetryTime: true };
    case "unavailable": {
      deps.log.warn("platform unavailable", { job: job.id, detail: refusal.detail });
      const waitMs = refusal.isElsewhere ? REFUSED_WORKSPACE_MS : 0;
      return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs, fraction };
    }
    default:
      return unreachable(refusal);
  }
}

function noWay({ log }: JobDeps, job: Job, refusal: ChatRefusal | CardGone): Failed {
  const detail = "detail" in refusal ? refusal.detail : refusal.kind;
  log.error("no way to the person", { job: job.id, platform: job.owner.platform, detail });
  return { kind: "undeliverable" };
}

async function sendRefusalPrivately(deps: JobDeps, stored: StoredJob): Promise<null> {
  const since = deps.clock.now();
  const begun = await apply(deps, stored, { kind: "new_message_begun" });
  if (!begun) return null;
  if (wasStalled(deps.clock, since)) return refusedForNow(deps, begun, STALLED);
  const { job } = begun;
  const chat = deps.chatOf(job);
  const sent = await chat.sendPrivately(job.reply, refusedPrivately(job));
  deps.traffic.note(job, "new_message", sent.ok ? null : sent.refusal);
  if (sent.ok || unsentMs(sent.refusal) === null)
    deps.meter.delivered(job.owner.platform, "private_message", sent.ok ? "ok" : sent.refusal.kind);
  if (!sent.ok) return refusedForNow(deps, begun, sent.refusal);
  const removed = await chat.remove(job.reply);
  // If the card cannot be deleted, it must not stay on "starting": the final message replaces it.
  if (removed.ok) await apply(deps, begun, { kind: "sent_privately", nonce: deps.chance.token() });
  return null;
}

/**
 * Saves that a message certainly did not arrive. A message that may have arrived stays `begun`, and is not sent again.
 */
async function refusedForNow(deps: JobDeps, begun: StoredJob, refusal: ChatRefusal): Promise<null> {
  if (isUnclear(refusal)) return null;
  const hasRetryTime = refusal.kind === "rate_limited";
  // An unreachable person gets no other message.
  const waitMs = refusal.kind === "unreachable" ? null : hasRetryTime ? refusal.retryAfterMs : 0;
  const event = { kind: "new_message_refused", waitMs, fraction: deps.chance.fraction(), hasRetryTime } as const;
  // If this save were lost, the message would count as delivered.
  for (let latest: StoredJob | null = begun; latest && isSameTry(begun.job, latest.job); ) {
    if (await apply(deps, latest, event)) break;
    latest = await deps.jobs.load(begun.job.id);
  }
  return null;
}

function isSameTry({ state: begun }: Job, { state }: Job): boolean {
  if (begun.status !== "announcing" || state.status !== "announcing") return false;
  return state.newMessage === "begun" && state.begunAt === begun.begunAt && state.attempts === begun.attempts;
}

/** Delivers undelivered final messages through the reply that the person's newest command opened. */
export async function notifyUnreached(deps: JobDeps, owner: Owner, reply: ReplyHandle): Promise<void> {
  const isUnreached = ({ state }: Job) =>
    state.status === "announcing" && state.noWaySince !== null && state.newMessage !== "begun";
  for (const { id } of (await deps.jobs.openJobsOf(owner)).filter(isUnreached)) {
    const stored = await deps.jobs.load(id);
    if (!stored || !isUnreached(stored.job)) continue;
    const card = await drawCard(deps, stored.job);
    const since = deps.clock.now();
    const begun = await apply(deps, stored, { kind: "new_message_begun" });
    if (!begun) continue;
    if (wasStalled(deps.clock, since)) {
      await apply(deps, begun, { kind: "undeliverable" });
      continue;
    }
    const sent = await deps.chatOf({ reply }).sendPrivately(reply, card);
    deps.meter.delivered(reply.platform, "note", sent.ok ? "ok" : sent.refusal.kind);
    if (sent.ok) await apply(deps, begun, { kind: "notified", at: "lost" });
    else if (!isUnclear(sent.refusal)) await apply(deps, begun, { kind: "undeliverable" });
  }
}
