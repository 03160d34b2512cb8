import { expect, test } from "vitest";
import type { ChatMessage } from "../../../../src/core/chat.ts";
import type { Answer } from "../../../../src/core/command.ts";
import type { Line, LineTools } from "../../../../src/frontends/slack/in/slack-answers.ts";
import { reception } from "../../../../src/frontends/slack/in/slack-reception.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { promisesOnly, toldClock } from "../../../fakes/told-clock.ts";
import { plain } from "../slack-world.ts";

/** What takes the place of the question, one after the other, where the answer to it takes so long. */
async function shownIn(ms: number): Promise<readonly string[]> {
  const clock = toldClock(undefined, promisesOnly);
  const log = keptLog();
  const finish = () => new Promise<ChatMessage>((resolve) => void clock.after(ms, () => resolve(plain("Deleted"))));
  const answer: Answer = { kind: "replace_later", meanwhile: plain("Deleting…"), finish };
  const unused = () => Promise.reject(new Error("not used here"));
  const tools: LineTools = {
    clientOf: unused,
    isInstalled: async () => true,
    ways: { inChannel: unused, throughUrl: unused, direct: unused, ephemeral: unused, privatelyThroughUrl: unused },
    postToUrl: unused,
    clock,
    log,
    locales: { known: () => undefined, soon: unused, learn: unused },
    wordsIn: slackWordsIn,
    takesFiles: true,
  };
  const shown: string[] = [];
  const line: Line = {
    accept: async () => {},
    say: unused,
    replace: async ({ title }) => void shown.push(title),
    open: unused,
    pointOut: unused,
    work: unused,
    removeMessage: unused,
  };
  const reply = aSlackReply();
  const desk = { answer: async () => answer, answered: async () => {} };
  const { receive } = reception({ desk, clock, log, tools, postFirstCard: unused, giveFile: unused });
  const command = {
    eventId: "slack:1",
    owner: aSlackOwner("U1", "T1"),
    workspace: "T1",
    roles: [],
    reply,
    receivedAt: clock.now(),
    ageRestriction: "none",
    act: { kind: "help" },
  } as const;
  const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
  void receive({ command, reply, origin, triggerId: "", userName: null }, line);
  await clock.advance(10_000);
  return shown;
}

test("what takes a press's place later says within three seconds what is waited for, and nothing of that where it is done by then", async () => {
  expect(await shownIn(1_900)).toEqual(["Deleted"]);
  expect(await shownIn(2_500)).toEqual(["Deleting…", "Deleted"]);
});
