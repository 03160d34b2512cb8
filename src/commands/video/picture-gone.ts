import { within } from "../../core/clock.ts";
import type { Job } from "../../core/job/job.ts";
import { isGone } from "../../core/request/video-request.ts";
import type { Visit } from "../command-deps.ts";

/** A form opens within 3 s or not at all; a platform that takes longer is asked again before the video is paid for. */
const ASK_MAX_MS = 800;

/** Whether a request's picture is surely gone; the form then asks for another. */
export async function isPictureGone({ deps }: Visit, { request }: Pick<Job, "request">): Promise<boolean> {
  const { picture } = request;
  if (isGone(picture, deps.clock.now())) return true;
  if (!picture?.file) return false;
  if (deps.files === null) return true;
  return (await within(deps.clock, ASK_MAX_MS, deps.files.isGone(picture.file))) === true;
}
