import { expect, test } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { deskInTime } from "../../../../src/core/desk-in-time.ts";
import { deskAsker } from "../../../../src/frontends/slack/in/slack-reception.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

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
  const command: Command = {
    eventId: "slack:1",
    owner: aSlackOwner("U1", "T1"),
    workspace: "T1",
    roles: [],
    reply: aSlackReply(),
    receivedAt: clock.now(),
    ageRestriction: "none",
    act: { kind: "help" },
  };
  await clock.advance(waitedMs);
  let said = "nothing";
  void asker(command).then((answer) => {
    said = answer.kind;
  });
  await clock.advance(leftMs - 1);
  expect(said).toBe("nothing");
  await clock.advance(1);
  expect(said).toBe("private");
});
