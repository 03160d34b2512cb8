import { START_WITHIN_MS } from "../core/advance.ts";
import type { Job, JobState } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { cardOf } from "../messages/card.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";
import type { ShowProgress } from "./progress.ts";

/** From accepted to running: settles the answer, judges the picture, saves the intent, then makes the paid call. */
export async function start(
  deps: JobDeps,
  stored: StoredJob,
  state: Extract<JobState, { status: "accepted" }>,
  show: ShowProgress,
): Promise<void> {
  const { job } = stored;
  if (deps.clock.now() - job.acceptedAt > START_WITHIN_MS) {
    await apply(deps, stored, { kind: "not_started", why: "too_old" });
    return;
  }
  if (state.answer === "due") {
    // A crash came between the save and its answer. An edit would tell only that something of ours is there, and that
    // may be the word that nothing was charged.
    await apply(deps, stored, { kind: "not_started", why: "restart" });
    return;
  }
  if (state.answer === "unclear") return settleAnswer(deps, stored);
  if (job.request.picture && !job.request.picture.isChecked) return judgePicture(deps, stored, job.request.picture.url);

  const key = await keyOf(deps, job);
  if (!key) {
    await apply(deps, stored, { kind: "refused", refusal: { kind: "no_key" } });
    return;
  }

  // Saved first: a crash after the POST must never pay twice.
  const intent = await apply(deps, stored, { kind: "submitting" });
  if (intent?.job.state.status !== "submitting") return;
  const answer = await deps.video.submit(key, intent.job.request);
  deps.meter.submitted(answer.ok ? "started" : answer.refusal.kind);
  if (!answer.ok) {
    const detail = "detail" in answer.refusal ? answer.refusal.detail : null;
    deps.log.warn("submit refused", { job: job.id, refusal: answer.refusal.kind, detail });
  }

  const after = await apply(
    deps,
    intent,
    answer.ok
      ? { kind: "started", started: answer.value }
      : { kind: "start_refused", refusal: answer.refusal, fraction: deps.chance.fraction() },
  );
  if (after) await show.card(after);
}

/** Nobody knows whether the person sees the first card: an edit tells, and shows it where it can. */
async function settleAnswer(deps: JobDeps, stored: StoredJob): Promise<void> {
  const { job } = stored;
  const shown = await deps.chatOf(job).show(job.reply, cardOf(job, deps.clock.now()), "in_place");
  if (shown.ok) {
    await apply(deps, stored, { kind: "answered", reply: shown.value.reply });
    return;
  }
  switch (shown.refusal.kind) {
    case "card_gone":
    case "unreachable":
      await apply(deps, stored, { kind: "not_started", why: "answer_refused" });
      return;
    case "rate_limited":
    case "unavailable": {
      const waitMs = shown.refusal.kind === "rate_limited" ? shown.refusal.retryAfterMs : 0;
      await apply(deps, stored, { kind: "delivery_failed", isClear: false, waitMs, fraction: deps.chance.fraction() });
    }
  }
}

async function judgePicture(deps: JobDeps, stored: StoredJob, url: string): Promise<void> {
  const found = await deps.inspectPicture(url);
  await apply(
    deps,
    stored,
    found.ok
      ? { kind: "picture_passed", aspectRatio: found.value.aspectRatio }
      : { kind: "refused", refusal: { kind: "picture", problem: found.refusal } },
  );
}

/** The key the job began with; where that cannot be opened any more, the person's present one. */
async function keyOf({ vault }: JobDeps, { owner, sealedKey }: Job) {
  return (sealedKey === null ? null : vault.open(owner, sealedKey)) ?? (await vault.get(owner));
}
