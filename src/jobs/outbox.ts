import type { JobEvent } from "../core/advance.ts";
import type { ChatRefusal, ReplyHandle } from "../core/chat.ts";
import type { Announcing, Posting } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import { cardOf } from "../messages/card.ts";
import { notificationOf } from "../messages/notification.ts";
import { refusedPrivately } from "../messages/refusal.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** Brings the final word to the card; what was refused is told to its person alone, and the card goes. */
export async function announce(deps: JobDeps, stored: StoredJob, state: Announcing): Promise<void> {
  if (state.outcome.kind === "refused" && state.newMessage === "due") return whisper(deps, stored);

  const { job } = stored;
  const isCalled = state.newMessage === "begun";
  const edited = await deps.chatOf(job).show(job.reply, cardOf(job, deps.clock.now()), "in_place");
  if (edited.ok) return announced(deps, stored, edited.value.reply, isCalled);
  const { refusal } = edited;
  deps.meter.delivered(job.owner.platform, "final", refusal.kind);
  if (refusal.kind === "rate_limited" || refusal.kind === "unavailable") {
    await apply(deps, stored, failed(deps, stored, refusal));
    return;
  }
  // After a new message that may have arrived there is never another.
  if (isCalled) {
    await apply(deps, stored, { kind: "notified" });
    return;
  }
  return move(deps, stored);
}

/** The card is gone: a new message takes its place. */
async function move(deps: JobDeps, stored: StoredJob): Promise<void> {
  // Saved first: a crash after the message must not send it twice.
  const begun = await apply(deps, stored, { kind: "new_message_begun" });
  if (!begun) return;
  const { job } = begun;
  const moved = await deps.chatOf(job).show(job.reply, cardOf(job, deps.clock.now()), "anywhere");
  if (moved.ok) return announced(deps, begun, moved.value.reply, moved.value.isNew);
  const { refusal } = moved;
  deps.meter.delivered(job.owner.platform, "final", refusal.kind);
  if (refusal.kind === "rate_limited" || refusal.kind === "unavailable") return refusedForNow(deps, begun, refusal);
  await apply(deps, begun, refusal.kind === "unreachable" ? failed(deps, begun, refusal) : { kind: "undeliverable" });
}

async function announced(deps: JobDeps, stored: StoredJob, reply: ReplyHandle, isNotified: boolean): Promise<void> {
  deps.meter.delivered(stored.job.owner.platform, "final", "ok");
  await apply(deps, stored, { kind: "announced", reply, nonce: deps.chance.token(), isNotified });
}

async function whisper(deps: JobDeps, stored: StoredJob): Promise<void> {
  // Saved first: a crash after the message must not send it twice.
  const begun = await apply(deps, stored, { kind: "new_message_begun" });
  if (!begun) return;
  const { job } = begun;
  const chat = deps.chatOf(job);
  const told = await chat.whisper(job.reply, refusedPrivately(job));
  deps.meter.delivered(job.owner.platform, "whisper", told.ok ? "ok" : told.refusal.kind);
  if (told.ok) {
    const removed = await chat.remove(job.reply);
    // A card that cannot be taken away must not stand there as if it were still starting.
    if (removed.ok) await apply(deps, begun, { kind: "notified" });
    return;
  }
  await refusedForNow(deps, begun, told.refusal);
}

/** A new message that surely did not arrive may be sent again; one that may have arrived stays begun. */
async function refusedForNow(deps: JobDeps, begun: StoredJob, refusal: ChatRefusal): Promise<void> {
  if (refusal.kind === "unavailable" && refusal.unclear) return;
  const waitMs = waitOf(refusal);
  await apply(deps, begun, { kind: "new_message_refused", waitMs, fraction: deps.chance.fraction() });
}

/** How long until it may be tried again; null: never. */
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

/** Sends the one notification. The card has the final word already. */
export async function post(deps: JobDeps, stored: StoredJob, { nonce, triedAt }: Posting): Promise<void> {
  const begun = await apply(deps, stored, { kind: "notifying" });
  if (!begun) return;
  const { job } = begun;
  const people = [...new Set([job.owner.userId, ...job.notify])];
  const message = notificationOf(job, deps.clock.now());
  const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt });
  deps.meter.delivered(job.owner.platform, "notification", sent.ok ? sent.value : sent.refusal.kind);
  if (sent.ok) {
    await apply(deps, begun, { kind: "notified" });
    return;
  }
  const event = failed(deps, begun, sent.refusal);
  // A clear no now says nothing about an earlier try that may have arrived.
  const isOpen = triedAt !== null && event.kind === "delivery_failed";
  await apply(deps, begun, isOpen ? { ...event, isClear: false } : event);
}

function failed(deps: JobDeps, { job }: StoredJob, refusal: ChatRefusal): JobEvent {
  const fraction = deps.chance.fraction();
  switch (refusal.kind) {
    case "unreachable":
      deps.log.error("no way to the person", { job: job.id, platform: job.owner.platform, detail: refusal.detail });
      return { kind: "undeliverable" };
    case "rate_limited":
      return { kind: "delivery_failed", isClear: true, waitMs: refusal.retryAfterMs, fraction };
    case "unavailable":
      deps.log.warn("platform unavailable", { job: job.id, detail: refusal.detail });
      return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs: 0, fraction };
    default:
      return unreachable(refusal);
  }
}
