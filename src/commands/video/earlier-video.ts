import type { MakingButton } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { within } from "../../core/clock.ts";
import { placesOf } from "../../core/film/film-chain.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { isGone } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { notice } from "../../messages/ask/notices.ts";
import { ownJob } from "../card-buttons.ts";
import type { CommandDeps, Visit } from "../visit.ts";

/**
 * Accepts the owner's press on a finished card and returns how many jobs the button has made; else the message that
 * refuses it. Repeating the last press is refused, except for *Edit & run* and *Continue*, whose forms start nothing
 * until they are sent.
 */
export async function pressFor(
  visit: Visit,
  button: MakingButton,
  jobId: JobId,
): Promise<Result<{ readonly job: Job; readonly nth: number }, ChatMessage>> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return own;
  // Its card does not have this button yet.
  if (!outcomeOf(own.value)) return refuse(notice("alreadyOnItsWay", words));
  const { nth, last } = await ask(() => madeBy(deps, button, jobId));
  if (button !== "edit" && button !== "continue" && last && isSamePress(last, deps.clock.now()))
    return refuse(notice("alreadyOnItsWay", words));
  return ok({ job: own.value, nth });
}

/** A second press sooner than this counts as the first one. */
const SAME_PRESS_MS = 10_000;

/** Returns the id of the job that a card's button makes after `nth` others. */
export function madeId(button: MakingButton, cardJobId: JobId, nth: number): JobId {
  return jobIdFrom(button, cardJobId, String(nth));
}

/** Returns how many jobs this card's button has made, and the last of them. */
export async function madeBy(
  { jobs }: Pick<CommandDeps, "jobs">,
  button: MakingButton,
  cardJobId: JobId,
): Promise<{ readonly nth: number; readonly last: Job | null }> {
  let last: Job | null = null;
  for (let nth = 0; ; nth += 1) {
    const stored = await jobs.load(madeId(button, cardJobId, nth));
    if (!stored) return { nth, last };
    last = stored.job;
  }
}

/** Says whether a press now counts as the one that made the last job. */
export function isSamePress({ acceptedAt, state }: Job, now: number): boolean {
  return Math.abs(now - acceptedAt) < SAME_PRESS_MS || state.status === "accepted" || state.status === "submitting";
}

/**
 * A form opens within 3 s or not at all; if a platform takes longer, it is asked again before the video is paid for.
 */
const ASK_MAX_MS = 800;

/** Says whether a request's picture is certainly gone; the form then asks for another. */
export async function isPictureGone(visit: Visit, { request }: Pick<Job, "request">): Promise<boolean> {
  const { deps } = visit;
  const { picture } = request;
  if (isGone(picture, deps.clock.now())) return true;
  const earlier = picture?.continues?.job;
  if (earlier) {
    const stored = await visit.ask(() => deps.jobs.load(earlier));
    return stored === null || isFilmGone(visit, stored.job);
  }
  if (!picture?.file) return false;
  if (deps.files === null) return true;
  return (await within(deps.clock, ASK_MAX_MS, deps.files.isGone(picture.file))) === true;
}

/** Says whether nobody has that video's film any more, as far as our own store knows. */
export async function isFilmGone({ deps, ask }: Visit, job: Job): Promise<boolean> {
  const { partOf } = job;
  const card = partOf ? await ask(() => deps.jobs.load(partOf.job)) : { job };
  const file = card && deps.filmIn(card.job.reply, partOf?.nth);
  return placesOf(job, file, deps.clock.now(), deps.keptFilms).length === 0;
}
