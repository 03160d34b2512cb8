import { type ChatRefusal, unsentMs } from "../../core/chat.ts";
import type { Job } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { unreachable } from "../../core/result.ts";
import { refusedPrivately } from "../../messages/card/refusal.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import type { Traffic } from "./traffic.ts";

/** Tells a refusal to its person alone, and takes the card away. */
export async function whisper(deps: JobDeps, stored: StoredJob, traffic: Traffic): Promise<void> {
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
    // A card that cannot be taken away must not stand there as if it were still starting.
    if (removed.ok) await apply(deps, begun, { kind: "whispered", nonce: deps.chance.token() });
    return;
  }
  await refusedForNow(deps, begun, sent.refusal);
}

/** A new message that surely did not arrive may be sent again; one that may have arrived stays begun. */
export async function refusedForNow(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter">,
  begun: StoredJob,
  refusal: ChatRefusal,
): Promise<void> {
  if (refusal.kind === "unavailable" && refusal.unclear) return;
  const waitMs = waitOf(refusal);
  const isToldWhen = refusal.kind === "rate_limited";
  const event = { kind: "new_message_refused", waitMs, fraction: deps.chance.fraction(), isToldWhen } as const;
  // Where another save came first, the word would else count as perhaps said, and nobody would say it.
  for (let latest: StoredJob | null = begun; latest && isSameTry(begun.job, latest.job); ) {
    if (await apply(deps, latest, event)) return;
    latest = await deps.jobs.load(begun.job.id);
  }
}

/** Nobody has begun another, or found this one. */
function isSameTry({ state: begun }: Job, { state }: Job): boolean {
  if (begun.status !== "announcing" || state.status !== "announcing") return false;
  return state.newMessage === "begun" && state.begunAt === begun.begunAt && state.attempts === begun.attempts;
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
