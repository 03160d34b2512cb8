import { lacksFrame } from "../../core/film/continues.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Accepted, Job, TakenOff } from "../../core/job/job.ts";
import { startsUntil } from "../../core/job/submit-retry.ts";
import type { StoredJob } from "../../core/ports.ts";
import { isAboutPaying, payerOf } from "../../core/team/team.ts";
import { apply } from "../apply.ts";
import type { Doubts } from "../deliver/doubts.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";
import { settleFirstCard } from "./first-card.ts";
import { linkBefore } from "./link-before.ts";
import { pay } from "./pay.ts";
import { takeFrame } from "./take-frame.ts";

/** A process that is about to end does not come back to a job. */
const NEXT_PROCESS_MS = 60_000;
/** What a command was allowed counts for so long. */
const JUDGED_FOR_MS = 2_000;
/** A platform that does not say who somebody is is asked again after this. */
const MEMBER_LOOK_MS = 5_000;
/** A part whose frame its batch takes looks at it this often in case that it was not woken. */
const FRAME_LOOK_MS = 5_000;

/** From accepted to running: settles the answer, judges the picture or takes the frame, then makes the paid call. */
export async function start(deps: JobDeps, stored: StoredJob, state: Accepted, doubts: Doubts): Promise<HeldUntil> {
  if (deps.stopping.aborted) return deps.clock.now() + NEXT_PROCESS_MS;
  const batch = frameTakerOf(stored.job, state);
  if (batch !== null && deps.clock.now() <= startsUntil(stored.job)) {
    deps.wake(batch);
    return deps.clock.now() + FRAME_LOOK_MS;
  }
  return begin(deps, stored, state, doubts);
}

/** A part's frame goes into its batch's card, which the batch's own step writes: that takes it, and wakes the part. */
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

/** What has waited for a turn, an approval, a film, the service or a new try is judged again, for its person may have been taken off since. */
async function takenOff(deps: JobDeps, job: Job): Promise<TakenOff | null> {
  return Math.abs(deps.clock.now() - job.acceptedAt) < JUDGED_FOR_MS ? null : deps.mayStart(job);
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

/** The key the job began with; where that cannot be opened any more, its payer's present one. */
async function keyOf({ vault }: JobDeps, job: Job) {
  const { sealedKey } = job;
  const payer = payerOf(job);
  return (sealedKey === null ? null : vault.open(payer, sealedKey)) ?? (await vault.get(payer));
}
