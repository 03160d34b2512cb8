import type { LookRefusal } from "../../core/chat.ts";
import { hasCard } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { FirstCard } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import { drawCard } from "../deliver/job-card.ts";
import type { Doubts } from "../deliver/progress.ts";
import type { JobDeps } from "../deps.ts";
import { stoodStill } from "../step-limits.ts";

/**
 * Finds out whether the person sees the first card, and shows it where it can. Where neither is possible, the job ends
 * unpaid.
 */
export async function settleFirstCard(
  deps: JobDeps,
  stored: StoredJob,
  { answer, triedAt }: FirstCard,
  doubts: Doubts,
): Promise<void> {
  const isDue = answer === "due";
  const seen = await lookForAnswer(deps, stored, isDue ? stored.job.acceptedAt : triedAt);
  if (seen === "done") return;
  // A crash came between the save and its answer. An edit would show only that some message of ours is there, and that may
  // be the one that says that nothing was charged.
  if (isDue) {
    await apply(deps, stored, { kind: "not_started", why: "restart" });
    return;
  }
  if (answer === "unclear" || seen === "not_there") return settleAnswer(deps, stored, doubts);
  await apply(deps, stored, { kind: "not_started", why: "answer_lost" });
}

/** Searches for the first card. Returns "done" where the search has settled the matter or is to be repeated. */
async function lookForAnswer(
  deps: JobDeps,
  stored: StoredJob,
  triedAt: EpochMs | undefined,
): Promise<"done" | "not_there" | "blind"> {
  const { job } = stored;
  if (triedAt === undefined) return "blind";
  const search = await deps.chatOf(job).find(job.reply, { job: job.id, triedAt });
  if (!search.ok) {
    await apply(deps, stored, { kind: "look_put_off", waitMs: waitOf(search.refusal) });
    return "done";
  }
  if (typeof search.value === "string") return search.value;
  await apply(deps, stored, { kind: "answered", reply: search.value });
  return "done";
}

function waitOf(refusal: LookRefusal): number {
  return refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0;
}

/** Edits the card that the person may or may not see: the edit shows whether it is there. */
async function settleAnswer(deps: JobDeps, stored: StoredJob, doubts: Doubts): Promise<void> {
  // A card that cannot be found is posted once more, and again only where it certainly is not there: saved first, for that
  // one may be lost as well.
  const since = deps.clock.now();
  const asked = hasCard(stored.job.reply) ? stored : await apply(deps, stored, { kind: "answer_retried" });
  if (!asked) return;
  if (stoodStill(deps.clock, since)) {
    await apply(deps, asked, { kind: "delivery_failed", isClear: true, waitMs: 0, fraction: deps.chance.fraction() });
    return;
  }
  const { job } = asked;
  const shown = await deps.chatOf(job).show(job.reply, await drawCard(deps, job), "first");
  if (shown.ok) {
    await apply(deps, asked, { kind: "answered", reply: shown.value.reply });
    return;
  }
  switch (shown.refusal.kind) {
    case "card_gone":
    case "unreachable":
      await apply(deps, asked, { kind: "not_started", why: "answer_refused" });
      return;
    case "rate_limited":
    case "unavailable": {
      const isClear = shown.refusal.kind === "rate_limited" || !shown.refusal.unclear;
      const waitMs = waitOf(shown.refusal);
      if (!isClear) doubts.add(job.id);
      const noted = await apply(deps, asked, {
        kind: "delivery_failed",
        isClear,
        isToldWhen: shown.refusal.kind === "rate_limited",
        waitMs,
        fraction: deps.chance.fraction(),
      });
      // Where another save came first, the edit may still land on top of what that one showed.
      if (noted) doubts.forget(job.id);
    }
  }
}
