import { isDeepStrictEqual } from "node:util";
import type { ChatMessage, ReplyHandle } from "../../core/chat.ts";
import { type CardGone, type ChatRefusal, type Unavailable, unsentMs } from "../../core/chat.ts";
import { WAIT_MAX_MS } from "../../core/job/due.ts";
import { isBeforeFile, mayNotifyFirst } from "../../core/job/final-word.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import type { Announcing, Job, Posting } from "../../core/job/job.ts";
import type { Called, JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/ports.ts";
import { ok, unreachable } from "../../core/result.ts";
import { refusedPrivately } from "../../messages/card/card-outcome.ts";
import { apply, applyTo } from "../apply.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { stoodStill } from "../step-limits.ts";
import { drawCard, drawNotification } from "./job-card.ts";
import { askForLink, isLinkTooOld } from "./links.ts";
import type { Doubts } from "./progress.ts";
import type { Traffic } from "./traffic.ts";

/** Where a card cannot be edited within this many milliseconds, the notification goes first. */
const NOTIFY_FIRST_AFTER_MS = 2_000;

/** A workspace that refuses the bot's token is tried again after this. */
const REFUSED_WORKSPACE_MS = 60_000;

/** Delivers a settled job's final word to its person. */
export interface Outbox {
  /**
   * Puts the final word on the card. A refused request is shown to its person alone, and the card is deleted. Where the
   * card's turn is far, the notification goes first.
   */
  announce(stored: StoredJob, state: Announcing): Promise<HeldUntil>;
  /** Sends the single notification. The card has the final word already, or waits for its turn. */
  post(stored: StoredJob, state: Posting): Promise<HeldUntil>;
}

const blind = ok("blind" as const);

export function outbox(deps: JobDeps, traffic: Traffic, doubts: Doubts): Outbox {
  const { clock, meter } = deps;

  /** Returns when the job's new message may go; null means now. */
  async function turn({ job }: StoredJob): Promise<HeldUntil> {
    const waitMs = await traffic.waitMs(job, "new_message");
    return waitMs === 0 ? null : clock.now() + waitMs;
  }

  async function announce(stored: StoredJob, state: Announcing): Promise<HeldUntil> {
    const { job } = stored;
    if (isLinkTooOld(state, clock.now())) {
      await askForLink(deps, stored);
      return null;
    }
    if (state.outcome.kind === "refused" && state.newMessage === "due") {
      const heldUntil = await turn(stored);
      if (heldUntil === null) await whisper(deps, stored, traffic);
      return heldUntil;
    }

    const waitMs = await traffic.waitMs(job, "edit", editWithinMs(job, state));
    if (waitMs === Number.POSITIVE_INFINITY) {
      await apply(deps, stored, { kind: "edit_held", nonce: deps.chance.token() });
      return null;
    }
    if (waitMs > 0) return clock.now() + waitMs;
    const called = calledBy(state);
    const since = clock.now();
    const card = await drawCard(deps, job);
    // Another process may have shown more meanwhile: the job is read again.
    if (stoodStill(clock, since)) return clock.now();
    const edited = await deps.chatOf(job).show(job.reply, card, "in_place");
    note(stored, "edit", edited.ok ? null : edited.refusal);
    if (edited.ok) {
      await announced(stored, edited.value.reply, called);
      return null;
    }
    const { refusal } = edited;
    const turnMs = unsentMs(refusal);
    if (turnMs !== null) return clock.now() + turnMs;
    if (refusal.kind === "rate_limited" || refusal.kind === "unavailable") {
      if (refusal.kind === "unavailable" && refusal.unclear && isBeforeFile(job, clock.now())) doubts.add(job.id);
      await apply(deps, stored, failed(deps, stored, refusal));
      return null;
    }
    if (called === "nobody") return move(stored, card);
    // The card may be reachable again when the channel is.
    if (refusal.kind === "unreachable") {
      const fraction = deps.chance.fraction();
      await apply(deps, stored, { kind: "delivery_failed", isClear: true, waitMs: WAIT_MAX_MS, fraction });
      return null;
    }
    await findNew(stored, state);
    return null;
  }

  /**
   * Returns how long to wait for the card: after that its person is notified first, where that counts against another
   * limit.
   */
  function editWithinMs(job: Job, state: Announcing): number | undefined {
    const { isOfEditsAlone } = deps.chatOf(job).bucketOf(job.reply, "edit");
    return isOfEditsAlone && mayNotifyFirst(job, state) ? NOTIFY_FIRST_AFTER_MS : undefined;
  }

  /**
   * Searches for a new message that may have arrived. Where it is found it is the card; where it certainly is not there,
   * it is sent again.
   */
  async function findNew(stored: StoredJob, state: Announcing): Promise<void> {
    const { job } = stored;
    const { begunAt } = state;
    const search =
      begunAt === undefined ? blind : await deps.chatOf(job).find(job.reply, { job: job.id, triedAt: begunAt });
    if (!search.ok) await apply(deps, stored, failed(deps, stored, search.refusal));
    // A new message that may have arrived is never sent again. A found message that was the card cannot be edited.
    else if (search.value === "blind" || isDeepStrictEqual(search.value, job.reply))
      await apply(deps, stored, saidEvent(state));
    else if (search.value === "not_there")
      await apply(deps, stored, { kind: "new_message_refused", waitMs: 0, fraction: deps.chance.fraction() });
    else await apply(deps, stored, { kind: "shown", reply: search.value });
  }

  /**
   * Returns the event for a sent message: the owner was notified as far as anybody knows; the others only where the
   * message was not private.
   */
  function saidEvent(state: Announcing): JobEvent {
    return calledBy(state) === "owner" ? { kind: "whispered", nonce: deps.chance.token() } : { kind: "notified" };
  }

  /**
   * Sends a new message in place of a missing card. It is drawn before it is saved as begun, for drawing reads the store.
   */
  async function move(stored: StoredJob, card: ChatMessage): Promise<HeldUntil> {
    const heldUntil = await turn(stored);
    if (heldUntil !== null) return heldUntil;
    // Saved first: a crash after the message must not send it twice.
    const since = clock.now();
    const begun = await apply(deps, stored, { kind: "new_card_begun" });
    if (!begun) return null;
    if (stoodStill(clock, since)) {
      await refusedForNow(deps, begun, { kind: "unavailable", unclear: false, detail: "stood still" });
      return null;
    }
    const { job } = begun;
    const people = [job.reply.userId, ...job.notify];
    const moved = await deps.chatOf(job).show(job.reply, card, "anywhere", people);
    note(begun, "new_message", moved.ok ? null : moved.refusal);
    if (moved.ok) await announced(begun, moved.value.reply, moved.value.isNew ? "everybody" : "nobody");
    else if (moved.refusal.kind === "rate_limited" || moved.refusal.kind === "unavailable")
      await refusedForNow(deps, begun, moved.refusal);
    else {
      await apply(deps, begun, noWay(deps, begun, moved.refusal));
      await callListeners(job);
    }
    return null;
  }

  /**
   * Notifies the others where the owner cannot be reached. Saved first: they are called once, and not again with each
   * day's try.
   */
  async function callListeners({ id, notify }: Job): Promise<void> {
    if (notify.length === 0) return;
    const freed = await applyTo(deps, id, { kind: "listeners_called" });
    if (!freed) return;
    const { job } = freed;
    const how = { people: notify, nonce: deps.chance.token(), triedAt: null };
    const sent = await deps.chatOf(job).notify(job.reply, await drawNotification(deps, job), how);
    meter.delivered(job.owner.platform, "notification", sent.ok ? sent.value.kind : sent.refusal.kind);
  }

  function note({ job }: StoredJob, what: "edit" | "new_message", refusal: ChatRefusal | CardGone | null): void {
    traffic.note(job, what, refusal);
    if (refusal && unsentMs(refusal) === null) meter.delivered(job.owner.platform, "final", refusal.kind);
  }

  async function announced(stored: StoredJob, reply: ReplyHandle, called: Called): Promise<void> {
    meter.delivered(stored.job.owner.platform, "final", "ok");
    await apply(deps, stored, { kind: "announced", reply, nonce: deps.chance.token(), called });
  }

  async function post(stored: StoredJob, { nonce, triedAt, isOwnerTold = false }: Posting): Promise<HeldUntil> {
    const heldUntil = await turn(stored);
    if (heldUntil !== null) return heldUntil;
    const message = await drawNotification(deps, stored.job);
    const begun = await apply(deps, stored, { kind: "notifying" });
    if (!begun) return null;
    const { job } = begun;
    const isOwnerCalled = !job.isSilent && !isOwnerTold;
    const people = [...new Set([...(isOwnerCalled ? [job.owner.userId] : []), ...job.notify])];
    const isBroadcast = isOwnerCalled && (await wantsBroadcast(deps, job));
    const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });
    traffic.note(job, "new_message", sent.ok ? null : sent.refusal);
    if (sent.ok || unsentMs(sent.refusal) === null)
      meter.delivered(job.owner.platform, "notification", sent.ok ? sent.value.kind : sent.refusal.kind);
    if (sent.ok) {
      await apply(deps, begun, { kind: "notified", at: sent.value.kind === "sent" ? sent.value.at : "lost" });
      return null;
    }
    const event = failed(deps, begun, sent.refusal);
    // A clear refusal now says nothing about an earlier try that may have arrived.
    await apply(deps, begun, triedAt === null ? event : { ...event, isClear: false });
    return null;
  }

  return { announce, post };
}

/** Returns the people that a new message has called, or may have. A private one calls the owner alone. */
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

/** Returns the owner's preference. Where it cannot be read, the notification goes all the same. */
async function wantsBroadcast({ isBroadcast }: JobDeps, { owner }: Job): Promise<boolean> {
  return (await isBroadcast?.(owner).catch(() => false)) ?? false;
}

type Failed = Extract<JobEvent, { kind: "delivery_failed" | "undeliverable" }>;

function failed(deps: JobDeps, stored: StoredJob, refusal: ChatRefusal): Failed {
  const fraction = deps.chance.fraction();
  switch (refusal.kind) {
    case "unreachable":
      return noWay(deps, stored, refusal);
    case "rate_limited":
      return { kind: "delivery_failed", isClear: true, waitMs: refusal.retryAfterMs, fraction, isToldWhen: true };
    case "unavailable":
      deps.log.warn("platform unavailable", { job: stored.job.id, detail: refusal.detail });
      return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs: awayMs(refusal), fraction };
    default:
      return unreachable(refusal);
  }
}

/**
 * Returns how long a platform that failed is left alone. A workspace's own refusal lasts, so it is not asked every few
 * seconds.
 */
function awayMs({ isElsewhere }: Unavailable): number {
  return isElsewhere ? REFUSED_WORKSPACE_MS : 0;
}

function noWay({ log }: JobDeps, { job }: StoredJob, refusal: ChatRefusal | CardGone): Failed {
  const detail = "detail" in refusal ? refusal.detail : refusal.kind;
  log.error("no way to the person", { job: job.id, platform: job.owner.platform, detail });
  return { kind: "undeliverable" };
}

/** Shows a refusal to its person alone, and deletes the card. */
async function whisper(deps: JobDeps, stored: StoredJob, traffic: Traffic): Promise<void> {
  // Saved first: a crash after the message must not send it twice.
  const begun = await apply(deps, stored, { kind: "new_message_begun" });
  if (!begun) return;
  const { job } = begun;
  const chat = deps.chatOf(job);
  const sent = await chat.whisper(job.reply, refusedPrivately(job));
  traffic.note(job, "new_message", sent.ok ? null : sent.refusal);
  if (sent.ok || unsentMs(sent.refusal) === null)
    deps.meter.delivered(job.owner.platform, "whisper", sent.ok ? "ok" : sent.refusal.kind);
  if (sent.ok) {
    const removed = await chat.remove(job.reply);
    // A card that cannot be deleted must not look as if it were still starting.
    if (removed.ok) await apply(deps, begun, { kind: "whispered", nonce: deps.chance.token() });
    return;
  }
  await refusedForNow(deps, begun, sent.refusal);
}

/**
 * Saves that a new message certainly did not arrive, so that it may be sent again; one that may have arrived stays begun.
 */
async function refusedForNow(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter">,
  begun: StoredJob,
  refusal: ChatRefusal,
): Promise<void> {
  if (refusal.kind === "unavailable" && refusal.unclear) return;
  const waitMs = waitOf(refusal);
  const isToldWhen = refusal.kind === "rate_limited";
  const event = { kind: "new_message_refused", waitMs, fraction: deps.chance.fraction(), isToldWhen } as const;
  // Otherwise, where another save came first, the final word would count as possibly delivered, and no process would
  // deliver it.
  for (let latest: StoredJob | null = begun; latest && isSameTry(begun.job, latest.job); ) {
    if (await apply(deps, latest, event)) return;
    latest = await deps.jobs.load(begun.job.id);
  }
}

/** Returns true where no process has begun another try, or found this message. */
function isSameTry({ state: begun }: Job, { state }: Job): boolean {
  if (begun.status !== "announcing" || state.status !== "announcing") return false;
  return state.newMessage === "begun" && state.begunAt === begun.begunAt && state.attempts === begun.attempts;
}

/** Returns how long to wait before the next try; null: there is none. */
function waitOf(refusal: ChatRefusal): number | null {
  switch (refusal.kind) {
    case "unreachable":
      return null;
    case "rate_limited":
      return refusal.retryAfterMs;
    case "unavailable":
      return 0;
    default:
      return unreachable(refusal);
  }
}

/**
 * Delivers to a person the final words that could not reach them, through the reply that their newest command has opened.
 */
export function tellWaiting(deps: JobDeps): (owner: Owner, reply: ReplyHandle) => Promise<void> {
  return async (owner, reply) => {
    const jobs = await deps.jobs.openJobsOf(owner);
    for (const job of jobs.filter(isWaiting)) await tell(deps, job.id, reply);
  };
}

function isWaiting({ state }: Job): boolean {
  return state.status === "announcing" && state.noWaySince !== null && state.newMessage !== "begun";
}

async function tell(deps: JobDeps, id: JobId, reply: ReplyHandle): Promise<void> {
  const stored = await deps.jobs.load(id);
  if (!stored || !isWaiting(stored.job)) return;
  // Saved first: a crash after the message must not send it twice.
  const begun = await apply(deps, stored, { kind: "new_message_begun" });
  if (!begun) return;
  const { job } = begun;
  const sent = await deps.chatOf({ reply }).whisper(reply, await drawCard(deps, job));
  deps.meter.delivered(reply.platform, "note", sent.ok ? "ok" : sent.refusal.kind);
  if (sent.ok) await apply(deps, begun, { kind: "notified" });
  else if (sent.refusal.kind !== "unavailable" || !sent.refusal.unclear)
    await apply(deps, begun, { kind: "undeliverable" });
}
