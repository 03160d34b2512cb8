import { describe, expect, it, test } from "vitest";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { cardFor, inSlack, plain, wordsIn } from "../slack-world.ts";
import { ada, answered, keyForm, openForm, saying } from "../steps.ts";

describe("a command", () => {
  it("is answered privately within Slack's own answer", () =>
    inSlack(
      () => ({ kind: "private", message: plain("Too many at once") }),
      async ({ slack, journal, answeredIn }) => {
        await slack.command("ada", "/video a cat");
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toContain("Too many at once");
        expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(answeredIn).toHaveLength(1);
      },
    ));

  it("gets its card as a message that notifies nobody, and the desk is told where it is", () =>
    inSlack(
      (command) => cardFor(command, plain("Starting", { facts: [["Requested by ", { kind: "person", userId: ada }]] })),
      async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat");
        const fate = await desk.fate();
        const card = slack.messages("ben").at(-1);
        expect(fate).toMatchObject({
          kind: "given",
          reply: { ts: card?.ts, cardChannelId: slack.channelId, isUneditable: false },
        });
        expect(card?.mentions).toEqual([]);
        expect(wordsIn(card?.blocks)).toContain("Requested by @ada");
      },
    ));

  it("is acknowledged at once, and its card posted when others have their answers", async () => {
    let othersHave = () => {};
    const quiet = () =>
      new Promise<void>((resolve) => {
        othersHave = resolve;
        begun();
      });
    let begun = () => {};
    const isWaiting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await inSlack(
      cardFor,
      async ({ slack, journal, desk }) => {
        const before = slack.messages("ben").length;
        await slack.command("ada", "/video a cat");
        await Promise.all([journal.find(answered), isWaiting]);
        expect(slack.messages("ben")).toHaveLength(before);
        othersHave();
        await desk.fate();
        expect(slack.messages("ben")).toHaveLength(before + 1);
      },
      ...([machineClock, "socket", undefined, quiet] as const),
    );
  });

  test.for(["unjoinedChannelId", "foreignChannelId"] as const)(
    "gets its card through the response_url in the %s",
    (which) =>
      inSlack(cardFor, async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat", { channelId: slack[which] });
        expect(await desk.fate()).toMatchObject({
          kind: "given",
          reply: { ts: null, isUneditable: true, responseUrlUses: 1 },
        });
        expect(slack.messages("ben", slack[which]).at(-1)).toMatchObject({ viaResponseUrl: true, ephemeralFor: null });
      }),
  );

  it("whose card Slack answers with 429 is told when it may be posted, and that it surely was not", () =>
    inSlack(cardFor, async ({ slack, desk }) => {
      slack.setWeather("rate_limited");
      await slack.command("ada", "/video a cat");
      expect(await desk.fate()).toEqual({ kind: "put_off", waitMs: 2_000 });
    }));

  it("gets its card as a direct message, with a reason, where no other way is left", () =>
    inSlack(
      (command) => cardFor({ ...command, reply: { ...command.reply, responseUrl: null } as Command["reply"] }),
      async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
        expect(await desk.fate()).toMatchObject({ kind: "given", reply: { cardChannelId: slack.dmChannelId("ada") } });
        expect(wordsIn(slack.messages("ada", slack.dmChannelId("ada")).at(-1)?.blocks)).toContain(
          "cannot write in the channel",
        );
      },
    ));

  it("opens a form, and what is typed there comes back as a command of the same channel", () =>
    inSlack(
      ({ act }) =>
        act.kind === "set_key" ? { kind: "form", form: keyForm } : { kind: "private", message: plain("Got it") },
      async (world) => {
        const { slack, desk, journal, log } = world;
        await slack.command("ada", "/video-key set", { channelId: slack.foreignChannelId });
        await slack.submitForm("ada", await openForm(world), { key: "sk-canary-0123456789" });
        await journal.find(saying("Got it"));
        const act = desk.commands.at(-1)?.act;
        expect(act?.kind === "give_key" && act.key.reveal()).toBe("sk-canary-0123456789");
        expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(slack.openForms("ada")).toEqual([]);
        expect(JSON.stringify(log.lines)).not.toContain("canary");
      },
    ));

  test.for(["channelId", "foreignChannelId"] as const)(
    "that is worked on is acknowledged without a word, and gets one private message, in the %s",
    async (which) => {
      let finish = () => {};
      const finishing = new Promise<void>((resolve) => {
        finish = resolve;
      });
      await inSlack(
        () => ({
          kind: "working",
          message: plain("Checking your key…"),
          finish: async () => {
            await finishing;
            return { message: plain("Your key works"), card: null };
          },
        }),
        async ({ slack, journal }) => {
          await slack.command("ada", "/video-key status", { channelId: slack[which] });
          const { payload } = await journal.find(answered);
          expect(JSON.stringify(payload)).not.toContain("Checking");
          finish();
          await journal.find(saying("Your key works"));
          const own = slack.messages("ada", slack[which]).filter(({ ephemeralFor }) => ephemeralFor === ada);
          expect(own.map(({ blocks }) => wordsIn(blocks))).toEqual(["Your key works"]);
        },
      );
    },
  );

  it("that the desk cannot answer is answered all the same", () =>
    inSlack(
      () => Promise.reject(new Error("a bug")),
      async ({ slack, journal, log }) => {
        await slack.command("ada", "/video a cat");
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toMatch(/Something went wrong in Reelay.*Nothing was charged/);
        expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "desk failed" }));
      },
    ));

  it("that cannot be finished ends with a sentence that does not say what was done", () =>
    inSlack(
      () => ({
        kind: "working",
        message: plain("Checking your key…"),
        finish: () => Promise.reject(new Error("a bug")),
      }),
      async ({ slack, journal }) => {
        await slack.command("ada", "/video-key status");
        await journal.find(saying("Check what happened before you try again"));
        expect(
          slack
            .messages("ada")
            .map(({ blocks }) => wordsIn(blocks))
            .join(),
        ).not.toContain("charged");
      },
    ));

  it("that the desk answers too late is told so in time, and its late card is refused", async () => {
    const clock = toldClock();
    let decide = (_: Answer) => {};
    const late = new Promise<Answer>((resolve) => {
      decide = resolve;
    });
    await inSlack(
      () => late,
      async ({ slack, journal, desk }) => {
        await slack.command("ada", "/video a cat");
        while (desk.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(2_000);
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toMatch(/cannot save this now.*Nothing was charged/);
        const [command] = desk.commands;
        if (command) decide(cardFor(command));
        expect(await desk.fate()).toEqual({ kind: "refused" });
        expect(slack.messages("ben").filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
      },
      clock,
    );
  });
});
