import { asOne } from "../../src/core/batch/batch.ts";
import type { BatchProblem } from "../../src/core/batch/plan-batch.ts";
import type { ChatMessage } from "../../src/core/chat.ts";
import { chained } from "../../src/core/film/film-chain.ts";
import { isSettled, type Job, type JobState } from "../../src/core/job/job.ts";
import { nothingSpent } from "../../src/core/job/ledger.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import type { Locale } from "../../src/core/text/locale.ts";
import { batchProblemOf, tooManyVideosFor } from "../../src/messages/ask/draft-problems.ts";
import { confirmBatch, withTrouble } from "../../src/messages/ask/price-questions.ts";
import { restCancelled } from "../../src/messages/card/batch-card.ts";
import { cardOf, leftCard, partMessage } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import { homeMessages } from "../../src/messages/pages/home-page.ts";
import { jobList } from "../../src/messages/pages/job-list.ts";
import { noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { approvalEnded, approvalQuestion, approvalsList } from "../../src/messages/team/approval-messages.ts";
import type { Words } from "../../src/messages/words.ts";
import { aBatch, aChain, type PartEnd } from "../fakes/batch/batches.ts";
import {
  aClosed,
  aGathering,
  aJob,
  aJobId,
  anAnnouncing,
  aRequest,
  aSeveral,
  aWaiting,
  listedJobs,
  TEST_START as now,
} from "../fakes/jobs.ts";
import { leftInMonth } from "../fakes/teams.ts";
import { anAskedJob } from "./every-approval.ts";
import { everyJob, succeeded } from "./every-job.ts";

const ends: readonly (readonly PartEnd[])[] = [
  ["running", "running"],
  ["ready", "running", "failed"],
  ["ready", "ready", "ready"],
  ["ready", "failed", "unknown", "no_credits", "stopped", "ready"],
  ["failed", "failed"],
  ["unknown", "stopped"],
];
const chains: readonly (readonly PartEnd[])[] = [
  ["ready", "running", "film", "film"],
  ["ready", "failed", "broken", "broken"],
];
const spent = { thisMonth: nothingSpent, lastMonth: nothingSpent };
const problems: readonly BatchProblem[] = [
  { kind: "too_many", scenes: 7 },
  { kind: "one_prompt" },
  { kind: "draft", problem: { kind: "prompt_too_long", length: 3_412 }, line: 3 },
  { kind: "draft", problem: { kind: "no_prompt" }, line: null },
];
const long = Array.from({ length: 6 }, (_, index) => aRequest({ prompt: `scene ${index} ${"and more ".repeat(330)}` }));
const scenes = [aRequest({ prompt: "one" }), aRequest({ prompt: "two", aspectRatio: "9:16" })];
const chain = chained(aJobId(50), [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })]);
const versions = [aRequest(), aRequest(), aRequest()];

/** Every message about several videos in one language. */
export function everyBatchAsked(words: Words): readonly ChatMessage[] {
  const { locale } = words;
  const made = [...ends.map((each) => aBatch(each, { locale })), ...chains.map((each) => aChain(each, { locale }))];
  const batches = made.map((jobs) => {
    const [batch, ...parts] = jobs.map((job) => ({ ...job, locale }));
    if (!batch) throw new Error("no batch");
    return { batch, parts };
  });
  const whole = batches.map(({ batch, parts }) => ({ ...asOne(batch, parts), videos: parts }));
  const [id = ""] = whole.map((job) => job.id);
  const questions = [scenes, versions, long, chain, [aRequest()]].flatMap((each) => [
    confirmBatch(id, { each, pay: "team", suspected: [], flagsAsText: null, placesLeft: { now: 0, inAll: 6 } }, words),
    confirmBatch(
      id,
      {
        each,
        pay: "mine",
        suspected: [{ typed: "--ration 9:16", isUsable: true }],
        flagsAsText: each,
        placesLeft: { now: 1, inAll: 6 },
      },
      words,
    ),
  ]);
  const asked = { ...anAskedJob({ locale }), videos: whole[3]?.videos ?? [] };
  return [
    ...everyBatch(locale).map(({ batch, parts }) => cardOf(batch, now, parts)),
    ...batches.flatMap(({ batch, parts }) => [
      cardOf(batch, now, parts),
      ...parts.map((part) => partMessage(part, now)),
    ]),
    ...batches.map(({ batch, parts }) => leftCard(cardOf(batch, now, parts), batch, parts)),
    ...[...batches, ...everyBatch(locale)]
      .filter(({ batch }) => isSettled(batch))
      .map(({ batch, parts }) => notificationOf(batch, now, parts)),
    ...questions,
    ...questions.map((question) => withTrouble(question, { kind: "down" }, words)),
    ...problems.map((problem) => batchProblemOf(problem, "one\ntwo", words).message),
    ...[0, 2].map((left) =>
      tooManyVideosFor({ videos: 6, left, rules: { maxJobsPerUser: 3, maxWaitingPerUser: 5 } }, words),
    ),
    ...[0, 2].map((videos) => restCancelled(videos, words)),
    noKeyYet({ price: 285, videos: 3 }, words.several.start(3, 285), words),
    jobList({ page: 0, jobs: listedJobs(whole), spent }, words),
    ...homeMessages(
      { platform: "slack", now, jobs: whole, keyEnding: null, settings: noSettings, spent, trouble: null },
      words,
    ),
    approvalQuestion(asked, leftInMonth(5_000, 105), words),
    approvalEnded(asked, words),
    approvalsList([asked], words),
  ];
}

/** The maximum length of a form's field, with every markdown character. */
const LONG_PROMPT = "*a* [paper](https://x.example) `boat` ~in~ _the_ rain, <@1> seen from > above # ".repeat(8);
/** A signed address is long. */
export const LONG_LINK = `https://cdn.example.com/v.mp4?Policy=${"eyJTdGF0ZW1lbnQiOlt7".repeat(12)}&Signature=${"a1B2".repeat(20)}`;

export interface ABatch {
  readonly batch: Job;
  readonly parts: readonly Job[];
}

/** A batch in that state with these videos in order, each with a prompt of maximum length. */
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

const gathering = aGathering();
const ended = aClosed(aSeveral());

/** Six successful videos, with the results of posting their files. */
export function sixMade(video: NonNullable<Job["video"]> = "here", locale: Locale = "en"): ABatch {
  const made = { video, state: anAnnouncing({ ...succeeded, videoUrl: LONG_LINK, credits: 308 }) };
  return aBatchOf(
    Array.from({ length: 6 }, () => made),
    ended,
    locale,
  );
}

/** Batches of six with videos in every state, and some batches with all videos in one state. */
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
    sixMade("copy", locale),
  ];
}
