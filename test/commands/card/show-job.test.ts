import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRunning } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { commandWorld, messageOf, privateWords } from "../command-world.ts";

const show = (id: string): Act => ({ kind: "jobs", show: id });
const running = aJob({ state: aRunning({ percent: 42 }), reply: aDiscordReply({ channelId: "elsewhere" }) });
const here = aDiscordReply({ messageId: null, token: "of the command" });

describe("/video-jobs show", () => {
  test.for([aJobId(), aJobId().slice(0, 6), ` ${aJobId().slice(0, 7).toUpperCase()} `])(
    "brings the card of a running video here, by %j",
    async (id) => {
      const world = commandWorld();
      await world.has(running);
      const answer = await world.does(show(id), { reply: here });
      expect(answer).toMatchObject({ kind: "card_again", isLive: true, card: { jobId: aJobId(), reply: here } });
      if (answer.kind === "card_again") expect(wordsOf(answer.card.message)).toContain("42% done");
    },
  );

  test("brings a copy of an ended one, with its buttons", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    const answer = await world.does(show(aJobId()));
    expect(answer).toMatchObject({ kind: "card_again", isLive: false });
    if (answer.kind === "card_again")
      expect(answer.card.message.buttons.map(({ label }) => label)).toContain("Again · 95 credits");
  });

  test("leaves a private card private", async () => {
    const world = commandWorld();
    await world.has({ ...running, reply: aDiscordReply({ isPrivate: true }) });
    const answer = await world.does(show(aJobId()), { reply: here });
    expect(answer).toMatchObject({ card: { reply: { ...here, isPrivate: true } } });
  });

  test.for(["", aJobId().slice(0, 5), aJobId(2), "show me"])("knows no video by %j", async (id) => {
    const world = commandWorld();
    await world.has(running);
    expect(privateWords(await world.does(show(id)))).toContain("None of your videos has an id that begins like that");
  });

  test("knows nobody else's", async () => {
    const world = commandWorld();
    await world.has(running);
    const answer = await world.does(show(aJobId()), { owner: anOwner("200000000000000009") });
    expect(privateWords(answer)).toContain("None of your videos");
  });

  test("waits for a video that is just starting", async () => {
    const world = commandWorld();
    await world.has(aJob());
    expect(privateWords(await world.does(show(aJobId())))).toContain("This video is just starting.");
    await world.has(aJob({ state: { status: "submitting", since: 0, attempts: 1, answer: null } }));
    expect(privateWords(await world.does(show(aJobId())))).toContain("This video is just starting.");
  });

  test("is for those who may make videos here", async () => {
    const world = commandWorld({ rules: { access: { allowedChannels: new Set(["another"]) } } });
    await world.has(running);
    expect(wordsOf(messageOf(await world.does(show(aJobId()))))).toContain("You can't make videos here");
  });

  test("tells a store that fails", async () => {
    const world = commandWorld();
    world.jobs.failNext();
    expect(privateWords(await world.does(show(aJobId())))).toContain("Reelay cannot save this now.");
  });
});
