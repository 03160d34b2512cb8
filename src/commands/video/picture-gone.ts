import { within } from "../../core/clock.ts";
import { placesOf } from "../../core/film/continues.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { isGone } from "../../core/request/video-request.ts";
import { ok } from "../../core/result.ts";
import type { Visit } from "../command-deps.ts";

/** A form opens within 3 s or not at all; a platform that takes longer is asked again before the video is paid for. */
const ASK_MAX_MS = 800;

/** Whether a request's picture is surely gone; the form then asks for another. */
export async function isPictureGone(visit: Visit, { request }: Pick<Job, "request">): Promise<boolean> {
  const { deps } = visit;
  const { picture } = request;
  if (isGone(picture, deps.clock.now())) return true;
  if (picture?.continues) return isEarlierGone(visit, picture.continues.job);
  if (!picture?.file) return false;
  if (deps.files === null) return true;
  return (await within(deps.clock, ASK_MAX_MS, deps.files.isGone(picture.file))) === true;
}

/** Whether no place has the film of that video any more, as far as our own store tells. */
export async function isFilmGone({ deps, ask }: Visit, job: Job): Promise<boolean> {
  const { partOf } = job;
  const card = partOf ? await ask(() => deps.jobs.load(partOf.job)) : ok({ job });
  if (!card.ok) return false;
  const file = card.value && deps.filmIn(card.value.job.reply, partOf?.nth);
  return placesOf(job, file, deps.clock.now()).length === 0;
}

/** What cannot be told now is told before anything is paid. */
async function isEarlierGone(visit: Visit, id: JobId): Promise<boolean> {
  const earlier = await visit.ask(() => visit.deps.jobs.load(id));
  if (!earlier.ok) return false;
  return earlier.value === null || isFilmGone(visit, earlier.value.job);
}
