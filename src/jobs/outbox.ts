import type { JobEvent } from "../core/advance.ts";
import type { ChatRefusal } from "../core/chat.ts";
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
  if (state.outcome.kind === "refused" && state.whisper === "due") return whisper(deps, stored);

  const { job } = stored;
  // After a private message that may have arrived, only the card itself may say it once more.
  const isWhispered = state.whisper === "begun";
  const where = isWhispered ? "in_place" : "anywhere";
  const shown = await deps.chatOf(job).show(job.reply, cardOf(job, deps.clock.now()), where);
  deps.meter.delivered(job.owner.platform, "final", shown.ok ? "ok" : shown.refusal.kind);
  if (shown.ok) {
    const { reply, isNew } = shown.value;
    const isNotified = isNew || isWhispered;
    await apply(deps, stored, { kind: "announced", reply, nonce: deps.chance.token(), isNotified });
    return;
  }
  const { refusal } = shown;
  await apply(deps, stored, refusal.kind === "card_gone" ? { kind: "notified" } : failed(deps, stored, refusal));
}

async function whisper(deps: JobDeps, stored: StoredJob): Promise<void> {
  // Saved first: a crash after the message must not send it twice.
  const begun = await apply(deps, stored, { kind: "whispering" });
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
  // Where the message may have arrived, the job stays as it is: the card says it then, and nothing else.
  if (told.refusal.kind === "unavailable" && told.refusal.unclear) return;
  const waitMs = waitOf(told.refusal);
  await apply(deps, begun, { kind: "whisper_refused", waitMs, fraction: deps.chance.fraction() });
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
  await apply(deps, begun, sent.ok ? { kind: "notified" } : failed(deps, begun, sent.refusal));
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
