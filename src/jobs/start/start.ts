import { lacksFrame } from "../../core/film/continues.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Accepted, Job } from "../../core/job/job.ts";
import { startsUntil } from "../../core/job/submit-retry.ts";
import type { StoredJob } from "../../core/ports.ts";
import { payerOf } from "../../core/team/team.ts";
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
  await begin(deps, stored, state, doubts);
  return null;
}

/** A part's frame goes into its batch's card, which the batch's own step writes: that takes it, and wakes the part. */
function frameTakerOf(job: Job, { answer }: Accepted): JobId | null {
  return answer === "given" && lacksFrame(job) ? (job.partOf?.job ?? null) : null;
}

async function begin(deps: JobDeps, stored: StoredJob, state: Accepted, doubts: Doubts): Promise<void> {
  const { job } = stored;
  if (deps.clock.now() > startsUntil(job)) {
    await apply(deps, stored, { kind: "not_started", why: "too_old" });
    return;
  }
  if (state.answer !== "given") return settleFirstCard(deps, stored, state, doubts);
  const { picture } = job.request;
  if (lacksFrame(job)) return takeFrame(deps, stored);
  if (picture && !picture.isChecked) return judgePicture(deps, stored, picture.url);

  const key = await keyOf(deps, job);
  const isRefused = key && job.team ? await deps.managers.isRefused(job.team, key) : false;
  if (key && !isRefused) {
    await pay(deps, stored, key);
    return linkBefore(deps, job);
  }
  await apply(deps, stored, { kind: "refused", refusal: { kind: key ? "bad_key" : "no_key" } });
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
