import type { Sentence } from "../core/chat.ts";
import type { Job } from "../core/job.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { creditsText } from "./credits-text.ts";

/** The small print of a card: settings, price, who asked. */
export function factsOf(job: Job): readonly Sentence[] {
  return [...factsForOwner(job), ["Asked by ", { kind: "person", userId: job.owner.userId }]];
}

/** The small print for the person who asked and need not be told so. */
export function factsForOwner({ request, price }: Pick<Job, "request" | "price">): readonly Sentence[] {
  return [[settingsText(request)], [`Price: ${creditsText(price)}`]];
}

/** A request's settings in one line: "16:9 · 10 seconds · 480p". */
function settingsText({ aspectRatio, duration, resolution, picture }: VideoRequest): string {
  const shapeIsOpen = picture?.decidesRatio && !picture.isChecked;
  const parts = [shapeIsOpen ? "shape of your picture" : aspectRatio, `${duration} seconds`, resolution];
  return [...parts, ...(picture ? ["from a picture"] : [])].join(" · ");
}
