import { expect, test } from "vitest";
import type { Answer, AnswerFate, Command } from "../../src/core/command.ts";
import { deskInTime } from "../../src/core/desk-in-time.ts";
import { discordWordsIn } from "../fakes/front-end-words.ts";
import { aDiscordReply, aJobId, anOwner } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";

const command: Command = {
  eventId: "discord:1",
  owner: anOwner(),
  workspace: null,
  roles: [],
  receivedAt: 0,
  ageRestriction: "no",
  reply: aDiscordReply(),
  act: { kind: "help" },
};
const message = discordWordsIn("en").restarting;
const card: Answer = { kind: "card", card: { jobId: aJobId(), reply: aDiscordReply(), message } };

function asked(answer: () => Promise<Answer>, answered?: () => Promise<void>) {
  const clock = toldClock();
  const log = keptLog();
  const fates: AnswerFate["kind"][] = [];
  const kept: Promise<void>[] = [];
  const desk = {
    answer,
    async answered(_: string, { kind }: AnswerFate) {
      fates.push(kind);
      await answered?.();
    },
  };
  const wordsIn = () => discordWordsIn("en");
  const inTime = deskInTime({ platform: "discord", desk, clock, log, wordsIn, keep: (work) => kept.push(work) });
  return { clock, log, fates, kept, answer: inTime.ask(command, 2_000), ...inTime };
}

test("an answer in time is given as it is, and nothing is disowned", async () => {
  const { answer, fates, kept } = asked(async () => card);
  expect(await answer).toBe(card);
  expect([fates, kept]).toEqual([[], []]);
});

test("in the place of a late answer its person reads that nothing was saved, and its card is refused when it comes", async () => {
  const late = later<Answer>();
  const { clock, answer, fates, kept, log } = asked(() => late.promise);
  await clock.advance(2_000);
  expect(await answer).toEqual({ kind: "private", message: discordWordsIn("en").cannotSave });
  expect(fates).toEqual([]);
  late.come(card);
  await Promise.all(kept);
  expect(fates).toEqual(["refused"]);
  expect(log.lines).toMatchObject([{ level: "error", event: "desk late", fields: { act: "help" } }]);
});

test.for([
  ["rejects", async () => Promise.reject(new Error("a bug"))],
  [
    "throws",
    () => {
      throw new Error("a bug");
    },
  ],
] as const)("where the desk %s, its person reads that something went wrong", async ([, answers]) => {
  const { answer, log } = asked(answers);
  expect(await answer).toEqual({ kind: "private", message: discordWordsIn("en").somethingWentWrong });
  expect(log.lines).toMatchObject([{ level: "error", event: "desk failed", fields: { error: "Error" } }]);
});

test("a desk that fails after its time, or takes no fate, is logged and rejects nothing", async () => {
  const late = later<Answer>();
  const failing = asked(() => late.promise);
  await failing.clock.advance(2_000);
  late.fail(new Error("a bug"));
  await Promise.all(failing.kept);
  expect(failing.log.lines.map(({ event }) => event)).toEqual(["desk late", "desk failed"]);

  const deaf = asked(
    async () => card,
    () => Promise.reject(new Error("a bug")),
  );
  await deaf.tell(aJobId(), { kind: "unclear" });
  expect(deaf.log.lines).toMatchObject([{ event: "fate not told", fields: { fate: "unclear" } }]);
});

function later<Value>() {
  let come: (value: Value) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<Value>((resolve, reject) => {
    come = resolve;
    fail = reject;
  });
  return { promise, come: (value: Value) => come(value), fail: (error: Error) => fail(error) };
}
