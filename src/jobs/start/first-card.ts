import { cardPlace } from "../../core/card-place.ts";
import type { LookRefusal } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { startsUntil } from "../../core/job/advance.ts";
import type { FirstCard } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply, applySurely } from "../apply.ts";
import { drawCard } from "../deliver/job-card.ts";
import type { JobDeps } from "../deps.ts";
import { stoodStill } from "../deps.ts";

/**
 * Finds out whether the person sees the first card, and shows it where it can. Where neither is possible in time, the job
 * ends unpaid.
 */
export async function settleFirstCard(deps: JobDeps, stored: StoredJob, { answer, triedAt }: FirstCard): Promise<null> {
  if (deps.clock.now() > startsUntil(stored.job)) {
    await apply(deps, stored, { kind: "not_started", why: "too_old" });
    return null;
  }
  const isDue = answer === "due";
  const seen = await lookForCard(deps, stored, isDue ? stored.job.acceptedAt : triedAt);
  if (seen === "done") return null;
  // A crash came between the save and its answer. An edit would show only that some message of ours is there, and that may
  // be the one that says that nothing was charged.
  if (isDue) await apply(deps, stored, { kind: "not_started", why: "restart" });
  else if (answer === "unclear" || seen === "not_there") await showFirst(deps, stored);
  else await apply(deps, stored, { kind: "not_started", why: "answer_lost" });
  return null;
}

/** Searches for the first card. Returns "done" where the search has settled the matter or is to be repeated. */
async function lookForCard(
  deps: JobDeps,
  stored: StoredJob,
  triedAt: EpochMs | undefined,
): Promise<"done" | "not_there" | "blind"> {
  const { job } = stored;
  if (triedAt === undefined) return "blind";
  const search = await deps.chatOf(job).find(job.reply, { job: job.id, triedAt });
  if (!search.ok) await apply(deps, stored, { kind: "look_put_off", waitMs: waitOf(search.refusal) });
  else if (typeof search.value === "string") return search.value;
  else await apply(deps, stored, { kind: "answered", reply: search.value });
  return "done";
}

function waitOf(refusal: LookRefusal): number {
  return refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0;
}

/** Edits the card that the person may or may not see: the edit shows whether it is there. */
async function showFirst(deps: JobDeps, stored: StoredJob): Promise<void> {
  // A card that cannot be found is posted once more, and again only where it certainly is not there: saved first, for that
  // one may be lost as well.
  const since = deps.clock.now();
  const asked = cardPlace(stored.job.reply).isKnown() ? stored : await apply(deps, stored, { kind: "answer_retried" });
  if (!asked) return;
  const { job } = asked;
  const again = { kind: "delivery_failed", isClear: true, waitMs: 0, fraction: deps.chance.fraction() } as const;
  if (stoodStill(deps.clock, since)) {
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
  const isClear = refusal.kind === "rate_limited" || !refusal.unclear;
  // The edit may still land on top of what another save has shown meanwhile.
  const latest = isClear ? asked : await applySurely(deps, asked, { kind: "edit_unclear" });
  const isToldWhen = refusal.kind === "rate_limited";
  if (latest) await apply(deps, latest, { ...again, isClear, isToldWhen, waitMs: waitOf(refusal) });
}
