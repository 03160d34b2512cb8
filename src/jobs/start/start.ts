import type { AccessRules } from "../../core/access.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { EpochMs } from "../../core/clock.ts";
import { continuesOf, lacksPicture } from "../../core/film/film-chain.ts";
import { startsUntil } from "../../core/job/advance.ts";
import type { JobId } from "../../core/job/ids.ts";
import {
  type Accepted,
  type Idempotency,
  isCallUnderWay,
  isOpen,
  type Job,
  type Submitting,
} from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { TRAITS } from "../../core/platform.ts";
import type { InspectPicture } from "../../core/request/pictures.ts";
import { inFull, isFittable } from "../../core/request/video-request.ts";
import { noRules } from "../../core/team/rules.ts";
import { countedAt } from "../../core/team/spending.ts";
import { payerOf, type TeamPeople, teamOf, teamStartRefusal } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import type { Secret } from "../../core/text/secret.ts";
import type { ApiRefusal, RawAnswer, Started } from "../../core/video-service.ts";
import { apply, applySurely, applyTo } from "../apply.ts";
import { drawCard } from "../deliver/job-card.ts";
import { type HeldUntil, type JobDeps, NEXT_PROCESS_MS } from "../deps.ts";
import { settleFirstCard } from "./accept.ts";
import { preparePicture } from "./prepare-picture.ts";

/** A job this new is not checked again, because its command was just checked. */
const JUDGED_FOR_MS = 2_000;
/** Retry interval if a platform does not return a member. */
const MEMBER_CHECK_MS = 5_000;
/** How often a part checks for its picture, in case its wake was lost. */
const PICTURE_CHECK_MS = 5_000;

export async function startJob(deps: JobDeps, stored: StoredJob, state: Accepted): Promise<HeldUntil> {
  const { job } = stored;
  const now = deps.clock.now();
  if (deps.stopping.aborted) return now + NEXT_PROCESS_MS;
  if (state.answer !== "given" || now > startsUntil(job)) return settleFirstCard(deps, stored, state);
  const { picture } = job.request;
  if (lacksPicture(job)) {
    if (!job.partOf) return preparePicture(deps, stored);
    // Only the batch's step edits its card. It prepares the picture and wakes this part.
    deps.wake(job.partOf.job);
    return now + PICTURE_CHECK_MS;
  }
  if (picture && !picture.isChecked) return judgePicture(deps, stored, picture.url);
  return payIfAllowed(deps, stored);
}

async function payIfAllowed(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const { job } = stored;
  const now = deps.clock.now();
  // A job that waited is checked again: its owner may have lost access since.
  const why = Math.abs(now - job.acceptedAt) < JUDGED_FOR_MS ? null : await deps.mayStart(job);
  if (deps.stopping.aborted) return deps.clock.now() + NEXT_PROCESS_MS;
  const checkAt = deps.clock.now() + MEMBER_CHECK_MS;
  if (why === "unknown" && checkAt <= startsUntil(job)) return checkAt;
  if (why) {
    await apply(deps, stored, { kind: "not_started", why });
    return null;
  }
  // If the job's own copy can no longer be decrypted, use the payer's current key.
  const { sealedKey } = job;
  const payer = payerOf(job);
  const key = (sealedKey === null ? null : deps.vault.open(payer, sealedKey)) ?? (await deps.vault.get(payer));
  if (key && !(job.team && (await deps.managers.isRefused(job.team, key)))) {
    await pay(deps, stored, key);
    await linkBefore(deps, job);
    return null;
  }
  await apply(deps, stored, { kind: "refused", refusal: { kind: key ? "bad_key" : "no_key" } });
  return null;
}

async function judgePicture(deps: JobDeps, stored: StoredJob, url: string): Promise<null> {
  const verdict = await deps.inspectPicture(url);
  await apply(deps, stored, eventForPicture(verdict, deps.canFit?.(stored.job) ?? false));
  return null;
}

function eventForPicture(verdict: Awaited<ReturnType<InspectPicture>>, canFit: boolean): JobEvent {
  if (verdict.ok) return { kind: "picture_passed", aspectRatio: verdict.value.aspectRatio };
  const { refusal } = verdict;
  if (canFit && isFittable(refusal)) return { kind: "picture_must_fit" };
  return { kind: "refused", refusal: { kind: "picture", problem: canFit ? inFull(refusal) : refusal } };
}

const KEPT_MAX = 16_000;

/** The intent is saved before the paid call, and the response before it is parsed. */
async function pay(deps: JobDeps, stored: StoredJob, key: Secret): Promise<void> {
  const { job } = stored;
  // A job that waited has no copy of its key yet. It needs one to poll its task even after the key is removed.
  const copy = job.sealedKey === null ? { sealedKey: deps.vault.seal(payerOf(job), key) } : {};
  // Save first: a crash after the POST must never pay twice.
  const { idempotency: promise } = deps.video;
  const idempotency = promise && { idempotency: { key: `${job.id}-${deps.chance.token()}`, ...promise } };
  const intent = await apply(deps, stored, { kind: "submitting", ...copy, ...idempotency });
  if (intent?.job.state.status === "submitting") await call(deps, intent, key);
}

async function call(deps: JobDeps, intent: StoredJob, key: Secret): Promise<void> {
  const { job } = intent;
  const idempotencyKey = job.state.status === "submitting" ? job.state.idempotency?.key : undefined;
  let latest = intent;
  const calledAt = deps.clock.now();
  const saveAnswer = async (received: RawAnswer) => {
    const isWhole = received.isWhole && received.text.length <= KEPT_MAX;
    const answer = { ...received, text: received.text.slice(0, KEPT_MAX), isWhole };
    try {
      const event = { kind: "answer_kept", answer } as const;
      // A button press may have changed the job during the call, so apply the response to the latest version.
      latest = (await apply(deps, intent, event)) ?? (await applyTo(deps, job.id, event)) ?? intent;
    } catch (error) {
      deps.log.error("the paid call's answer was not kept", { job: job.id, error: String(error) });
    }
  };
  const answer = await deps.video.submit(key, job.request, saveAnswer, idempotencyKey);
  deps.meter.submitted(answer.ok ? "started" : answer.refusal.kind);
  deps.health.called(job, answer.ok ? null : answer.refusal);
  if (answer.ok) {
    await applySurely(deps, latest, { kind: "started", started: answer.value });
    await noteCharge(deps, job, answer.value);
    return;
  }
  const { refusal } = answer;
  logRefusal(deps, job.id, refusal);
  if (job.team) await deps.managers.refused(job.team, refusal, { key, calledAt });
  await applySurely(deps, latest, { kind: "start_refused", refusal, fraction: deps.chance.fraction() });
}

async function noteCharge({ managers }: JobDeps, job: Job, { credits }: Started): Promise<void> {
  if (job.team && credits !== null && credits > job.price) await managers.chargedMore(job, job.team, credits);
}

function logRefusal({ log }: JobDeps, job: JobId, refusal: ApiRefusal): void {
  log.warn("submit refused", { job, refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null });
}

/**
 * Settles a paid call whose process is gone. Without a saved response, the call is repeated only if the service starts a
 * single task per idempotency key. Returns until when that process may still respond.
 */
export async function interrupted(
  deps: JobDeps,
  stored: StoredJob,
  { answer, since, idempotency }: Submitting,
): Promise<EpochMs | null> {
  if (answer === null) {
    const until = since + deps.othersPayWithinMs;
    if (isCallUnderWay(stored.job) && deps.clock.now() < until) return until;
    return repeat(deps, stored, idempotency);
  }
  const read = deps.video.readAnswer(answer);
  if (!read.ok) logRefusal(deps, stored.job.id, read.refusal);
  await apply(
    deps,
    stored,
    read.ok
      ? { kind: "started", started: read.value }
      : { kind: "start_refused", refusal: read.refusal, fraction: deps.chance.fraction() },
  );
  if (read.ok) await noteCharge(deps, stored.job, read.value);
  return null;
}

/** If the service may have forgotten the idempotency key, the outcome stays unknown. */
async function repeat(deps: JobDeps, stored: StoredJob, idempotency: Idempotency | undefined): Promise<EpochMs | null> {
  const { job } = stored;
  const now = deps.clock.now();
  const isKnown = idempotency && now < idempotency.until && deps.video.idempotency?.place === idempotency.place;
  // A key of another account would start a second task.
  const key = isKnown && job.sealedKey !== null ? deps.vault.open(payerOf(job), job.sealedKey) : null;
  if (key === null) {
    await apply(deps, stored, { kind: "interrupted" });
    return null;
  }
  if (deps.stopping.aborted) return now + NEXT_PROCESS_MS;
  const intent = await apply(deps, stored, { kind: "submitting_again" });
  if (intent) await call(deps, intent, key);
  return null;
}

/** Shows the new video's link on the previous card. Not retried: the next redraw adds it, too. */
async function linkBefore(deps: JobDeps, job: Job): Promise<void> {
  const continues = continuesOf(job);
  if (continues === null || deps.stopping.aborted) return;
  try {
    const before = (await deps.jobs.load(continues.job))?.job;
    if (!before || isOpen(before) || before.partOf || cardPlace(before.reply).isPastEditing(deps.clock.now())) return;
    // The card may show a newer end than the stored one.
    if (before.restored) return;
    await deps.chatOf(before).show(before.reply, await drawCard(deps, before), "in_place");
  } catch (error) {
    deps.log.warn("earlier card not changed", { job: job.id, error: String(error) });
  }
}

export function startJudge({
  teams,
  people,
  access,
}: {
  readonly teams: Pick<TeamStore, "rules" | "takenAt">;
  readonly people: Pick<TeamPeople, "memberNow">;
  readonly access: AccessRules;
}): JobDeps["mayStart"] {
  return async (job) => {
    const place = job.team ?? teamOf(job);
    const [stored, member, spent] = await Promise.all([
      place && teams.rules(place),
      needsMember(job, access) ? people.memberNow(job) : null,
      job.team ? teams.takenAt(job.team, countedAt(job), job.owner.userId) : null,
    ]);
    if (job.team && member === null) return "unknown";
    return teamStartRefusal(job, { access, rules: stored?.rules ?? noRules, member, spent });
  };
}

function needsMember({ team, owner, workspace }: Job, { allowedRoles }: AccessRules): boolean {
  return team !== undefined || (TRAITS[owner.platform].hasRoles && workspace !== null && allowedRoles.size > 0);
}
