import { describe, expect, test } from "vitest";
import { cardPlace } from "../../src/core/card-place.ts";
import type { Act, Answer, Command } from "../../src/core/command.ts";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosedJob, aDiscordReply, aJobId, anOwner, aRequest, aSlackOwner, aSlackReply } from "../fakes/jobs.ts";
import { wordsOf } from "../messages/words-of.ts";
import { finished, keyedWorld, makeVideo, messageOf, press } from "./command-world.ts";
import { admin, ben, member, teamWorld } from "./team/team-world.ts";

const approvals = cardPlace(aDiscordReply()).inChannel("600000000000000006");
const ofBen: Partial<Command> = { owner: ben, reply: aDiscordReply({ userId: ben.userId }), standing: admin };
const ofOther: Partial<Command> = { owner: anOwner("200000000000000007"), standing: member };
/** Text that a platform could strip, format or link. */
const odd = `${"**a** <@1> https://x.example ``` > # x".padEnd(PROMPT_MAX - 20, "*")}!`;
const paragraphs = `a boat\n\n  > # x ${odd}`;

/** The text of the attached file or, without a file, of the message. */
async function textIn(answer: Answer): Promise<string> {
  const { message, file } = await finished(answer);
  if (!file) return wordsOf(message);
  return Buffer.from((await file.within(1_000_000)).content).toString();
}

function pressOfReadAll(answer: Answer): Act {
  const id = messageOf(answer).readAll?.id.split(":")[1] ?? "";
  return press("read_all", id);
}

describe("the button “Read everything”", () => {
  test.for([
    ["one video", makeVideo({ prompt: paragraphs }), paragraphs],
    ["several videos", { kind: "make_batch", make: "2", draft: aDraft({ prompt: odd }) }, odd],
  ] as const)(
    "sends the requester a private file with the full prompt before the requester confirms %s",
    async ([, act, prompt]) => {
      const world = await keyedWorld();
      await world.settings.put(anOwner(), { ...(await world.settings.get(anOwner())), confirmAbove: -1 });
      const asked = await world.does(act);
      const answer = await world.does(pressOfReadAll(asked));
      // The question and its buttons remain.
      expect(answer).toMatchObject({ kind: "working", isAlwaysShown: true });
      expect(await textIn(answer)).toContain(`16:9 · 10 seconds · 480p\n\n${prompt}\n`);
      expect(await textIn(await world.does(pressOfReadAll(asked), ofOther))).toContain("This question has expired");
    },
  );

  test("sends a batch's numbered scenes only to the requester and to the people who may approve the batch", async () => {
    const world = await teamWorld({ askAbove: 95, approvals });
    const scenes = [..."123456"].map((nth) => `${nth} ${"*".repeat(586)}`);
    const draft = aDraft({ prompt: scenes.join("\n"), pay: "team" });
    const asked = await world.asMember({ kind: "make_batch", make: "scenes", draft });
    const start = messageOf(asked).buttons[0]?.id.split(":")[1] ?? "";
    await world.asMember(press("start_kept", start));
    const readAll = press("read_all", start);
    for (const command of [ofBen, { standing: member }]) {
      const text = await textIn(await world.does(readAll, command));
      for (const [index, scene] of scenes.entries())
        expect(text).toContain(`${index + 1}. 16:9 · 10 seconds · 480p\n\n${scene}\n`);
    }
    expect(await textIn(await world.does(readAll, ofOther))).toContain("Admins only");
    const elsewhere = { ...ofBen, workspace: "300000000000000099" };
    expect(await textIn(await world.does(readAll, elsewhere))).not.toContain("***");
  });

  test("shows a manager the prompt even after the approval", async () => {
    const world = await teamWorld({ askAbove: 95, approvals });
    await world.asMember(makeVideo({ prompt: "a boat", pay: "team", resolution: "720p" }));
    const [job] = await world.jobs.openJobsOf(anOwner());
    if (!job) throw new Error("no job");
    await finished(await world.does(press("approve", job.id), ofBen));
    expect(await textIn(await world.does(press("read_all", job.id), ofBen))).toContain("a boat");
  });

  test("shows a manager an error message if the video's record is missing", async () => {
    const world = await teamWorld();
    expect(await textIn(await world.does(press("read_all", aJobId(9)), ofBen))).toContain("This question has expired");
  });

  test("does not show an admin the prompt of a video that did not need approval", async () => {
    const world = await teamWorld();
    await world.has(aClosedJob({ request: aRequest({ prompt: "private words" }) }));
    expect(await textIn(await world.does(press("read_all", aJobId()), ofBen))).not.toContain("private words");
  });

  test.for([
    ["on Discord", {}, "Only you can see it."],
    [
      "in Slack",
      { owner: aSlackOwner(), reply: aSlackReply(), workspace: "T0000000001" },
      "is in your direct message with Reelay.",
    ],
  ] as const)(
    "answers with the place of the sent file, or with the start of the text if the file could not be sent (%s)",
    async ([, command, where]) => {
      const world = await keyedWorld();
      await world.vault.put(aSlackOwner(), (await world.vault.get(anOwner())) ?? never());
      const asked = await world.does(makeVideo({ prompt: "help" }), command);
      const { message, file } = await finished(await world.does(pressOfReadAll(asked), command));
      expect(wordsOf((await file?.within(1_000))?.message ?? message)).toContain(where);
      expect(message).toMatchObject({ quote: "help" });
      expect(wordsOf(message)).toContain("could not be sent");
    },
  );
});

function never(): never {
  throw new Error("there is a key");
}
