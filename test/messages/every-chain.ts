import type { ChatMessage, Form } from "../../src/core/chat.ts";
import { type Chain, JOINED_PARTS_MAX, type JoinNews, NO_CHAIN } from "../../src/core/film/film-chain.ts";
import type { Job } from "../../src/core/job/job.ts";
import { continueForm } from "../../src/messages/ask/video-forms.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { cardWhileJoining, joinedFilm, joining, joinNews } from "../../src/messages/card/card-answers.ts";
import { jobList } from "../../src/messages/pages/job-list.ts";
import type { Words } from "../../src/messages/words.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  aNotStarted,
  aRequest,
  aSlackReply,
  TEST_START as now,
} from "../fakes/jobs.ts";

const first = aClosedJob({ id: aJobId(1) });
const request = aRequest({ prompt: "and then it rains", picture: aFramePicture({ job: first.id, nth: 2 }) });

const ofCopy = aRequest({
  picture: { ...aFramePicture({ job: first.id, nth: 2 }), continues: { job: first.id, nth: 2, isOfCopy: true } },
});

/** A successful video, its continuation, and the continuation of that. */
export function aChain(over: Partial<Job> = {}) {
  const second = aJob({ id: aJobId(2), request, ...over });
  const ended = aClosedJob({ id: aJobId(2), request, ...over });
  const third = aClosedJob({
    id: aJobId(3),
    request: { ...request, picture: aFramePicture({ job: ended.id, nth: 3 }) },
  });
  return { first: { ...first, ...over }, second, ended, third };
}

export function everyChainMessage(words: Words): readonly ChatMessage[] {
  const { locale } = words;
  return [{}, { reply: aSlackReply() }].flatMap((over) => {
    const chain = aChain({ locale, ...over });
    const of = (parts: Partial<Chain>): Chain => ({ ...NO_CHAIN, canContinue: true, ...parts });
    const why = (["film_gone", "no_frame"] as const).map((one) => {
      return aClosedJob({ ...chain.second, state: aClosed(aNotStarted(one)) });
    });
    return [
      cardOf(chain.first, now, [], of({ after: chain.second, parts: 2 })),
      cardOf(chain.second, now),
      cardOf(aJob({ ...chain.second, request: ofCopy }), now),
      cardOf(chain.second, now, [], of({ before: chain.first, parts: 2 })),
      cardOf(chain.ended, now, [], of({ before: chain.first, after: chain.third, parts: 4 })),
      ...why.map((job) => cardOf(job, now)),
      jobList({ page: 0, jobs: [chain.second], spent: { thisMonth: none, lastMonth: none } }, words),
      ...everyJoinMessage(words, [chain.first, chain.ended, chain.third]),
    ];
  });
}

/** Every message of *Join*, for few parts and for the maximum. */
function everyJoinMessage(words: Words, parts: readonly Job[]): readonly ChatMessage[] {
  const many = Array.from({ length: JOINED_PARTS_MAX }, (_, index) => {
    const picture = index > 0 ? aFramePicture({ job: aJobId(index), nth: index + 1 }) : null;
    return aClosedJob({ id: aJobId(index + 1), request: aRequest({ picture }) });
  });
  const no = (why: NotJoined["why"], nth?: number): NotJoined => ({
    kind: "not_joined",
    why,
    maxBytes: 20_971_520,
    ...(nth !== undefined && { nth }),
  });
  const whys = ["busy", "stopped", "not_sent", "not_taken", "gone", "unreachable", "unreadable", "too_large"] as const;
  const news: readonly JoinNews[] = [
    { kind: "joined" },
    { kind: "unclear" },
    ...[...whys, "too_slow" as const, "unequal" as const, "copy_unequal" as const].flatMap((why) => [
      no(why),
      no(why, 1),
    ]),
  ];
  const here = { ...first, locale: words.locale };
  return [
    ...[parts, many].flatMap((of) => [
      joining(of.length, now, words),
      cardWhileJoining(cardOf(here, now), of.length, { job: here, now }),
      joinedFilm(of, { durationMs: 10_000 * of.length, copies: [0] }, here),
      ...news.map((one) => joinNews(one, of, now, words)),
    ]),
    joinNews(no("gone", 0), parts, now + 8_000_000, words),
    joinNews(no("gone", 0), [{ ...first, reply: aDiscordReply({ isPrivate: true }) }], now + 8_000_000, words),
  ];
}

type NotJoined = Extract<JoinNews, { kind: "not_joined" }>;

const none = { charged: 0, refunded: 0, unknown: 0 };

/** The form of *Continue*, for a short prompt and for one that is too long to show. */
export function everyContinueForm(words: Words): readonly Form[] {
  const continues = { jobId: first.id, nth: 0 };
  const long = { ...first, request: aRequest({ prompt: "a boat ".repeat(300), resolution: "720p" }) };
  return [first, long].map((of) => continueForm(of, continues, words));
}
