import type { AccessRules } from "../../core/access.ts";
import { isPastEditing } from "../../core/chat.ts";
import { type EpochMs, sleep } from "../../core/clock.ts";
import { continuesOf, lacksFrame } from "../../core/film/film-chain.ts";
import { startsUntil } from "../../core/job/advance.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Accepted, isOpen, type Job, type Submitting, type TakenOff } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { traitsOf } from "../../core/platform.ts";
import type { StoredJob } from "../../core/ports.ts";
import { noRules } from "../../core/team/rules.ts";
import { isAboutPaying, payerOf, startRefusal, type TeamPeople, teamOf } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import type { Secret } from "../../core/text/secret.ts";
import type { ApiRefusal } from "../../core/video-service.ts";
import { apply, applyTo } from "../apply.ts";
import { drawCard } from "../deliver/job-card.ts";
import type { Doubts } from "../deliver/progress.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { settleFirstCard } from "./first-card.ts";
import { takeFrame } from "./take-frame.ts";

/** A process that is about to end does not come back to a job. */
const NEXT_PROCESS_MS = 60_000;
/** The permission to run a command is used for this long without another check. */
const JUDGED_FOR_MS = 2_000;
/** A platform that does not return a member is asked again after this. */
const MEMBER_LOOK_MS = 5_000;
/** A part whose frame its batch takes checks this often, in case a wake was lost. */
const FRAME_LOOK_MS = 5_000;

/**
 * Takes a job from accepted to running: settles the answer, checks the picture or takes the frame, then makes the paid
 * call.
 */
export async function start(deps: JobDeps, stored: StoredJob, state: Accepted, doubts: Doubts): Promise<HeldUntil> {
  if (deps.stopping.aborted) return deps.clock.now() + NEXT_PROCESS_MS;
  const batch = frameTakerOf(stored.job, state);
  if (batch !== null && deps.clock.now() <= startsUntil(stored.job)) {
    deps.wake(batch);
    return deps.clock.now() + FRAME_LOOK_MS;
  }
  return begin(deps, stored, state, doubts);
}

/**
 * Returns the batch whose card gets the part's frame. The batch's own step writes that card, takes the frame and wakes the
 * part.
 */
function frameTakerOf(job: Job, { answer }: Accepted): JobId | null {
  return answer === "given" && lacksFrame(job) ? (job.partOf?.job ?? null) : null;
}

async function begin(deps: JobDeps, stored: StoredJob, state: Accepted, doubts: Doubts): Promise<HeldUntil> {
  const { job } = stored;
  if (deps.clock.now() > startsUntil(job)) {
    await apply(deps, stored, { kind: "not_started", why: "too_old" });
    return null;
  }
  const { picture } = job.request;
  if (state.answer !== "given") await settleFirstCard(deps, stored, state, doubts);
  else if (lacksFrame(job)) await takeFrame(deps, stored);
  else if (picture && !picture.isChecked) await judgePicture(deps, stored, picture.url);
  else return payIfAllowed(deps, stored);
  return null;
}

async function payIfAllowed(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const { job } = stored;
  const why = await takenOff(deps, job);
  if (deps.stopping.aborted) return deps.clock.now() + NEXT_PROCESS_MS;
  const lookAt = deps.clock.now() + MEMBER_LOOK_MS;
  if (why === "unknown" && lookAt <= startsUntil(job)) return lookAt;
  if (why) {
    const hasOwnKey = job.team && isAboutPaying(why) && (await deps.vault.has(job.owner));
    await apply(deps, stored, { kind: "not_started", why, ...(hasOwnKey && { hasOwnKey }) });
    return null;
  }
  const key = await keyOf(deps, job);
  const isRefused = key && job.team ? await deps.managers.isRefused(job.team, key) : false;
  if (key && !isRefused) {
    await pay(deps, stored, key);
    await linkBefore(deps, job);
    return null;
  }
  await apply(deps, stored, { kind: "refused", refusal: { kind: key ? "bad_key" : "no_key" } });
  return null;
}

/**
 * Judges a job again that has waited for a turn, an approval, a film, the service or a new try, for its person may have
 * lost access since.
 */
async function takenOff(deps: JobDeps, job: Job): Promise<TakenOff | null> {
  return Math.abs(deps.clock.now() - job.acceptedAt) < JUDGED_FOR_MS ? null : deps.mayStart(job);
}

async function judgePicture(deps: JobDeps, stored: StoredJob, url: string): Promise<void> {
  const verdict = await deps.inspectPicture(url);
  await apply(
    deps,
    stored,
    verdict.ok
      ? { kind: "picture_passed", aspectRatio: verdict.value.aspectRatio }
      : { kind: "refused", refusal: { kind: "picture", problem: verdict.refusal } },
  );
}

/** Returns the key the job began with, or its payer's present key where that one cannot be opened any more. */
async function keyOf({ vault }: JobDeps, job: Job) {
  const { sealedKey } = job;
  const payer = payerOf(job);
  return (sealedKey === null ? null : vault.open(payer, sealedKey)) ?? (await vault.get(payer));
}

/** A store that does not take the paid call's answer is tried again after this. */
const SAVE_AGAIN_MS = 1_000;
/** A longer answer is cut to this length, in characters. */
const KEPT_MAX = 16_000;

/** Makes the paid call. Its intent is saved before it, and its answer is saved before it is read. */
async function pay(deps: JobDeps, stored: StoredJob, key: Secret): Promise<void> {
  const { job } = stored;
  // Saved first: a crash after the POST must never pay twice.
  const intent = await apply(deps, stored, { kind: "submitting", ...copyOf(deps, job, key) });
  if (intent?.job.state.status !== "submitting") return;

  let latest = intent;
  const calledAt = deps.clock.now();
  const answer = await deps.video.submit(key, intent.job.request, async (came) => {
    const isWhole = came.isWhole && came.text.length <= KEPT_MAX;
    const answer = { ...came, text: came.text.slice(0, KEPT_MAX), isWhole };
    try {
      const event = { kind: "answer_kept", answer } as const;
      // A press may have been saved meanwhile: the answer is applied to the job as it is now.
      latest = (await apply(deps, intent, event)) ?? (await applyTo(deps, job.id, event)) ?? intent;
    } catch (error) {
      deps.log.error("the paid call's answer was not kept", { job: job.id, error: String(error) });
    }
  });
  deps.meter.submitted(answer.ok ? "started" : answer.refusal.kind);
  deps.health.called(job, answer.ok ? null : answer.refusal);
  const { team } = job;
  if (answer.ok) {
    await saveForSure(deps, latest, { kind: "started", started: answer.value });
    if (answer.value.credits !== null) await deps.managers.charged(job, answer.value.credits);
    return;
  }
  const { refusal } = answer;
  logRefusal(deps, job.id, refusal);
  if (team && refusal.kind === "bad_key") await deps.managers.keyRefused(team, key, calledAt);
  if (team && refusal.kind === "no_credits") await deps.managers.outOfCredits(team);
  await saveForSure(deps, latest, { kind: "start_refused", refusal, fraction: deps.chance.fraction() });
}

/**
 * Returns the sealed key for a job that waited and has no copy yet: its task is polled with that key even after the key is
 * removed.
 */
function copyOf({ vault }: JobDeps, job: Job, key: Secret): { readonly sealedKey?: string } {
  return job.sealedKey === null ? { sealedKey: vault.seal(payerOf(job), key) } : {};
}

/** Logs why there is no task, as far as that is known. */
function logRefusal({ log }: JobDeps, job: JobId, refusal: ApiRefusal): void {
  log.warn("submit refused", { job, refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null });
}

/** Saves the paid call's outcome as soon as the store can, even if that takes long: it is known only here. */
async function saveForSure(deps: JobDeps, latest: StoredJob, event: JobEvent): Promise<void> {
  for (;;) {
    try {
      // Where another save came first, the event is applied to the job as it is now, unless that has it already.
      if (!(await apply(deps, latest, event))) await applyTo(deps, latest.job.id, event);
      return;
    } catch (error) {
      const taskId = event.kind === "started" ? event.started.taskId : null;
      deps.log.error("the paid call's outcome was not saved", { job: latest.job.id, taskId, error: String(error) });
      if (deps.stopping.aborted) throw error;
      await sleep(deps.clock, SAVE_AGAIN_MS, deps.stopping);
    }
  }
}

/**
 * Settles a paid call whose process is gone: the saved answer shows its outcome; without one, nothing does. The call is
 * never made again. Returns until when that process may still be running and only be slow.
 */
export async function interrupted(
  deps: JobDeps,
  stored: StoredJob,
  { answer, since }: Submitting,
): Promise<EpochMs | null> {
  if (answer === null) {
    const until = since + deps.othersPayWithinMs;
    if (deps.clock.now() < until) return until;
    await apply(deps, stored, { kind: "interrupted" });
    return null;
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
  return null;
}

/**
 * Adds to the card of the video that a job goes on from where the next one is. It is not retried: the next redraw shows
 * it, too.
 */
async function linkBefore(deps: JobDeps, job: Job): Promise<void> {
  const continues = continuesOf(job);
  if (continues === null || deps.stopping.aborted) return;
  try {
    const before = (await deps.jobs.load(continues.job))?.job;
    // An open job draws its card itself.
    if (!before || isOpen(before) || before.partOf || isPastEditing(before.reply, deps.clock.now())) return;
    await deps.chatOf(before).show(before.reply, await drawCard(deps, before), "in_place");
  } catch (error) {
    deps.log.warn("earlier card not changed", { job: job.id, error: String(error) });
  }
}

/** Collects from the store and the platform what `startRefusal` judges by. */
export function startJudge({
  teams,
  people,
  access,
}: {
  readonly teams: Pick<TeamStore, "rules" | "monthOf">;
  readonly people: Pick<TeamPeople, "memberNow">;
  readonly access: AccessRules;
}): JobDeps["mayStart"] {
  return async (job) => {
    const place = job.team ?? teamOf(job);
    const [stored, member, month] = await Promise.all([
      place && teams.rules(place),
      needsMember(job, access) ? people.memberNow(job) : null,
      job.team ? teams.monthOf(job.team, monthOf(job.acceptedAt), job.owner.userId) : null,
    ]);
    if (job.team && member === null) return "unknown";
    const spent = month && { team: month.all, person: month.person };
    return startRefusal(job, { access, rules: stored?.rules ?? noRules, member, spent });
  };
}

/** Returns false for people who pay themselves: they do not wait for a platform that does not say which roles they have. */
function needsMember({ team, owner, workspace }: Job, { allowedRoles }: AccessRules): boolean {
  return team !== undefined || (traitsOf(owner.platform).hasRoles && workspace !== null && allowedRoles.size > 0);
}
