import { expect, test } from "vitest";
import { answerInTime } from "../../src/commands/answer-in-time.ts";
import type { Answer, AnswerFate } from "../../src/core/command.ts";
import { notice } from "../../src/messages/ask/notices.ts";
import { en } from "../../src/messages/words/en.ts";
import { aDiscordReply, aJobId } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { aCommand, privateWords } from "./command-world.ts";

const message = notice("started", en);
const card: Answer = { kind: "card", card: { jobId: aJobId(), reply: aDiscordReply(), message } };

function asked(answer: Promise<Answer>, answered = async () => {}) {
  const clock = toldClock();
  const log = keptLog();
  const fates: AnswerFate["kind"][] = [];
  const service = answerInTime({
    answer: () => answer,
    answered: async (_, { kind }) => {
      fates.push(kind);
      await answered();
    },
    clock,
    log,
  });
  return { clock, log, fates, service, answer: service.answer(aCommand({ kind: "help" }), 2_000) };
}

test("an answer in time is given as it is, and nothing is reported", async () => {
  const { answer, fates } = asked(Promise.resolve(card));
  expect(await answer).toBe(card);
  expect(fates).toEqual([]);
});

test("in the place of a late answer its person reads that nothing was saved, and its card is refused when it comes", async () => {
  let come = (_: Answer) => {};
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const { clock, answer, fates, log } = asked(late);
  await clock.advance(2_000);
  expect(privateWords(await answer)).toContain("Reelay cannot save this now. Nothing was charged.");
  expect(fates).toEqual([]);
  come(card);
  await clock.advance(0);
  expect(fates).toEqual(["refused"]);
  expect(log.lines).toMatchObject([{ level: "error", event: "answer late", fields: { act: "help" } }]);
});

test("a fate that cannot be reported is logged and rejects nothing", async () => {
  const { service, log } = asked(Promise.resolve(card), () => Promise.reject(new Error("a bug")));
  await service.answered(aJobId(), { kind: "unclear" });
  expect(log.lines).toMatchObject([{ event: "fate not told", fields: { fate: "unclear" } }]);
});
