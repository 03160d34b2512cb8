import type { Sentence } from "../../core/chat.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { Words } from "../words.ts";

/** The small print of a card: settings, price, who asked. What it cost in the end, the final word says. */
export function factsOf(job: Job, words: Words): readonly Sentence[] {
  const facts = isSettled(job)
    ? [...settingsFacts(job.request, words), ...payerFacts(job.team !== undefined, words)]
    : factsForOwner(job, words);
  return [...facts, words.facts.askedBy({ kind: "person", userId: job.owner.userId })];
}

/** The small print for the person who asked and need not be told so. */
export function factsForOwner(
  { request, price, team }: Pick<Job, "request" | "price" | "team">,
  words: Words,
): readonly Sentence[] {
  return [...settingsFacts(request, words), [words.facts.price(price)], ...payerFacts(team !== undefined, words)];
}

/** Says that a team pays; that people pay themselves is not said. */
export function payerFacts(isTeams: boolean, { facts }: Words): readonly Sentence[] {
  return isTeams ? [[facts.paidByTeam]] : [];
}

/** The small print where the price is said above it. */
export function settingsFacts(request: VideoRequest, words: Words): readonly Sentence[] {
  return [[settingsText(request, words)]];
}

/** A request's settings in one line: "16:9 · 10 seconds · 480p". */
function settingsText(request: VideoRequest, words: Words): string {
  return Object.values(PARTS)
    .flatMap((part) => part(request, words) ?? [])
    .join(" · ");
}

/** What of each part of a request stands there; null: nothing. A new part does not compile until it stands here. */
const PARTS: {
  readonly [Part in keyof Required<VideoRequest>]: (request: VideoRequest, words: Words) => string | null;
} = {
  prompt: () => null,
  aspectRatio: ({ aspectRatio, picture }, { facts }) =>
    picture?.decidesRatio && !picture.isChecked ? facts.shapeOfPicture : aspectRatio,
  duration: ({ duration }, { facts }) => facts.seconds(duration),
  resolution: ({ resolution }) => resolution,
  picture: ({ picture }, { facts }) => (picture && !picture.continues ? facts.fromPicture : null),
  style: ({ style }, { styles }) => (style ? styles.fact(style.name) : null),
};
