import type { ChatMessage } from "../../src/core/chat.ts";
import { isSettled, type Job, type JobState } from "../../src/core/job/job.ts";
import type { Locale } from "../../src/core/text/locale.ts";
import { restCancelled } from "../../src/messages/card/batch-card.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import type { Words } from "../../src/messages/words.ts";
import { aJob, aJobId, anAnnouncing, aRequest, aWaiting, TEST_START as now } from "../fakes/jobs.ts";
import { everyJob, succeeded } from "./every-job.ts";

/** As long as a form takes, with all that markdown takes for its own. */
const LONG_PROMPT = "*a* [paper](https://x.example) `boat` ~in~ _the_ rain, <@1> seen from > above # ".repeat(8);
/** A signed address is long. */
export const LONG_LINK = `https://cdn.example.com/v.mp4?Policy=${"eyJTdGF0ZW1lbnQiOlt7".repeat(12)}&Signature=${"a1B2".repeat(20)}`;

export interface ABatch {
  readonly batch: Job;
  readonly parts: readonly Job[];
}

/** A batch in that state of these videos, in their order, each with a prompt that is as long as it can be. */
export function aBatchOf(videos: readonly Partial<Job>[], state: JobState, locale: Locale = "en"): ABatch {
  const id = aJobId(900);
  const parts = videos.map((over, index): Job => {
    const request = aRequest({ prompt: LONG_PROMPT, duration: 15, resolution: "720p" });
    return { ...aJob(), request, ...over, id: aJobId(901 + index), locale, partOf: { job: id, nth: index + 1 } };
  });
  const ids = parts.map((part) => part.id);
  const request = aRequest({ prompt: LONG_PROMPT, duration: 15, resolution: "720p" });
  return { batch: { ...aJob({ id, state, locale, request }), price: 0, parts: ids }, parts };
}

const gathering: JobState = { status: "gathering", answer: "given", notBefore: now };
const ended: JobState = { status: "closed", outcome: { kind: "several" }, told: true, closedAt: now };

/** Six videos that are made, and what became of their files. */
export function sixMade(video: NonNullable<Job["video"]> = "here", locale: Locale = "en"): ABatch {
  const made = { video, state: anAnnouncing({ ...succeeded, videoUrl: LONG_LINK, credits: 308 }) };
  return aBatchOf(
    Array.from({ length: 6 }, () => made),
    ended,
    locale,
  );
}

/** Batches of six, whose videos are together in every state, and a few in one alone. */
export function everyBatch(locale: Locale): readonly ABatch[] {
  const sixes = Array.from({ length: Math.ceil(everyJob.length / 6) }, (_, six) =>
    everyJob.slice(six * 6, six * 6 + 6),
  );
  const states = sixes.map((six) => six.map(({ state, video }) => ({ state, ...(video && { video }) })));
  return [
    ...states.map((six) => aBatchOf(six, gathering, locale)),
    ...states.filter((six) => six.every(({ state }) => "outcome" in state)).map((six) => aBatchOf(six, ended, locale)),
    aBatchOf([{ state: aWaiting() }, { state: aWaiting() }], aWaiting(), locale),
    sixMade("here", locale),
    sixMade("too_large", locale),
  ];
}

export function everyBatchMessage(words: Words): readonly ChatMessage[] {
  return [
    ...everyBatch(words.locale).map(({ batch, parts }) => cardOf(batch, now, parts)),
    ...everyBatch(words.locale)
      .filter(({ batch }) => isSettled(batch))
      .map(({ batch, parts }) => notificationOf(batch, now, parts)),
    ...[0, 2].map((videos) => restCancelled(videos, words)),
  ];
}
