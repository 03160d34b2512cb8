import { isSettled, type Job } from "../../core/job/job.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { Sentence } from "../../core/sentence.ts";
import type { Words } from "../words.ts";

/** The small print of a card: settings, price, who asked. What it cost in the end, the final word says. */
export function factsOf(job: Job, words: Words): readonly Sentence[] {
  const facts = isSettled(job) ? settingsFacts(job.request, words) : factsForOwner(job, words);
  return [...facts, words.facts.askedBy({ kind: "person", userId: job.owner.userId })];
}

/** The small print for the person who asked and need not be told so. */
export function factsForOwner({ request, price }: Pick<Job, "request" | "price">, words: Words): readonly Sentence[] {
  return [...settingsFacts(request, words), [words.facts.price(price)]];
}

/** The small print where the price is said above it. */
export function settingsFacts(request: VideoRequest, words: Words): readonly Sentence[] {
  return [[settingsText(request, words)]];
}

/** A request's settings in one line: "16:9 · 10 seconds · 480p". */
function settingsText({ aspectRatio, duration, resolution, picture }: VideoRequest, { facts }: Words): string {
  const shapeIsOpen = picture?.decidesRatio && !picture.isChecked;
  const parts = [shapeIsOpen ? facts.shapeOfPicture : aspectRatio, facts.seconds(duration), resolution];
  return [...parts, ...(picture ? [facts.fromPicture] : [])].join(" · ");
}
