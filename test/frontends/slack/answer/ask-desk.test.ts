import { describe, expect, test } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { deskInTime } from "../../../../src/core/desk-in-time.ts";
import { deskAsker } from "../../../../src/frontends/slack/in/slack-reception.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

const command = (over: Partial<Command> = {}): Command => ({
  eventId: "slack:1",
  owner: aSlackOwner("U1", "T1"),
  workspace: "T1",
  roles: [],
  reply: aSlackReply(),
  receivedAt: 0,
  ageRestriction: "none",
  act: { kind: "help" },
  ...over,
});

test.for([
  [0, 2_000],
  [200, 2_000],
  [600, 1_600],
])("after %i ms for a person's language the desk has %i ms more, 2.2 s in all", async ([waitedMs = 0, leftMs = 0]) => {
  const clock = toldClock();
  const log = keptLog();
  const never = { answer: () => new Promise<Answer>(() => {}), answered: async () => {} };
  const desk = deskInTime({ platform: "slack", desk: never, clock, log, wordsIn: discordWordsIn, keep: () => {} });
  const asker = deskAsker({ desk, clock, log });
  const receivedAt = clock.now();
  await clock.advance(waitedMs);
  let said = "nothing";
  void asker(command({ receivedAt })).then((answer) => {
    said = answer.kind;
  });
  await clock.advance(leftMs - 1);
  expect(said).toBe("nothing");
  await clock.advance(1);
  expect(said).toBe("private");
});

describe("an event that was heard", () => {
  function anAsker() {
    const clock = toldClock();
    const heard: string[] = [];
    const ask = async ({ eventId }: Command): Promise<Answer> => {
      heard.push(eventId);
      return { kind: "nothing" };
    };
    return { clock, heard, asks: deskAsker({ desk: { ask }, clock, log: keptLog() }) };
  }

  test("is heard anew after ten minutes", async () => {
    const { clock, heard, asks } = anAsker();
    await asks(command());
    await clock.advance(600_000 - 1);
    expect(await asks(command())).toEqual({ kind: "again", said: null });
    await clock.advance(2);
    expect((await asks(command())).kind).toBe("nothing");
    expect(heard).toHaveLength(2);
  });

  test("is among 10,000 that are known, the oldest going first", async () => {
    const { heard, asks } = anAsker();
    for (let id = 0; id <= 10_000; id += 1) await asks(command({ eventId: `slack:${id}` }));
    expect((await asks(command({ eventId: "slack:1" }))).kind).toBe("again");
    expect((await asks(command({ eventId: "slack:0" }))).kind).toBe("nothing");
    expect(heard).toHaveLength(10_002);
  });
});
