import type { ReplyHandle } from "../../core/chat.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard } from "./draw.ts";

/** Tells a person the final words that no way was found for, by the way that their newest command has opened. */
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
