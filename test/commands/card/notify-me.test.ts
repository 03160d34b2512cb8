import { describe, expect, test } from "vitest";
import { cardOf } from "../../../src/messages/card/card.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  aRunning,
  aSlackReply,
  TEST_START,
} from "../../fakes/jobs.ts";
import { commandWorld, never, press, privateWords } from "../command-world.ts";

const notifyMe = press("notify_me", aJobId());
const ben = anOwner("999");

async function running() {
  const world = commandWorld();
  await world.has(aJob({ state: aRunning() }));
  const listed = async () => (await world.jobs.load(aJobId()))?.job.notify;
  return { world, listed };
}

describe("Notify me too", () => {
  test("puts anybody on the list", async () => {
    const { world, listed } = await running();
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You'll be notified too.");
    expect(privateWords(await world.does(notifyMe, { owner: anOwner("998") }))).toContain("You'll be notified too.");
    expect(await listed()).toEqual(["999", "998"]);
  });

  test("pressed again says that the person is on the list, once", async () => {
    const { world, listed } = await running();
    await world.does(notifyMe, { owner: ben });
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You're already on the list.");
    expect(await listed()).toEqual(["999"]);
  });

  test("tells the owner that they are told anyway", async () => {
    const { world, listed } = await running();
    expect(privateWords(await world.does(notifyMe))).toContain("You'll be notified anyway.");
    expect(await listed()).toEqual([]);
  });

  test("puts the owner on the list where their settings say no ping", async () => {
    const world = commandWorld();
    await world.has(aJob({ isSilent: true }));
    expect(privateWords(await world.does(notifyMe))).toContain("You'll be notified too.");
    expect(privateWords(await world.does(notifyMe))).toContain("You're already on the list.");
    expect((await world.jobs.load(aJobId()))?.job.notify).toEqual([anOwner().userId]);
  });

  test("works before the video has started, and for whoever may not make videos", async () => {
    const world = commandWorld({ rules: { access: { blockedUsers: new Set(["999"]) } } });
    await world.has(aJob());
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You'll be notified too.");
  });

  test.for([
    ["on a private card", aDiscordReply({ isPrivate: true, editableUntil: TEST_START + 900_000 })],
    ["in a direct message with the bot", aDiscordReply({ guildId: null })],
    ["where the bot is not, once the card's time is over", aDiscordReply({ editableUntil: TEST_START + 100_000 })],
    ["in Slack's direct message", aSlackReply({ cardChannelId: "D0000000001" })],
    ["in Slack's direct message that has no card yet", aSlackReply({ channelId: "U0000000002", cardChannelId: null })],
  ] as const)("%s promises nothing to anybody else, and its card has no such button", async ([, reply]) => {
    const world = commandWorld();
    const job = aJob({ reply: { ...reply, userId: "U0000000002" }, state: aRunning() });
    await world.has(job);
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("No notifications here");
    expect((await world.jobs.load(aJobId()))?.job.notify).toEqual([]);
    for (const state of [aRunning(), aJob().state])
      expect(cardOf({ ...job, state }, TEST_START).buttons.map(({ label }) => label)).not.toContain("Notify me too");
  });

  test("where the bot is not promises no more than it can keep", async () => {
    const world = commandWorld();
    const reply = aDiscordReply({ editableUntil: TEST_START + 900_000 });
    const job = aJob({ reply, state: aRunning() });
    await world.has(job);
    const said = privateWords(await world.does(notifyMe, { owner: ben }));
    expect(said).toContain("You'll be notified too, for a while.");
    expect(said).toContain("After that, Reelay can only notify the person who asked for it.");
    const labels = (at: number) => cardOf(job, at).buttons.map(({ label }) => label);
    expect(labels(TEST_START + 779_000)).toEqual(["Notify me too"]);
    expect(labels(TEST_START + 780_000)).toEqual([]);
  });

  test.for([
    ["a server", aDiscordReply()],
    ["a channel on Slack", aSlackReply()],
    ["a group message on Discord", aDiscordReply({ guildId: null, editableUntil: TEST_START + 900_000 })],
  ] as const)("in %s has its button", ([, reply]) => {
    const { buttons } = cardOf(aJob({ reply, state: aRunning() }), TEST_START);
    expect(buttons.map(({ label }) => label)).toEqual(["Notify me too"]);
  });

  test("of a video that has ended says so", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("Already finished");
  });

  test("of a video that ends at this moment says so", async () => {
    const world = commandWorld({ notifyMe: async () => aClosedJob() });
    await world.has(aJob({ state: aRunning() }));
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("Already finished");
  });

  test("names no more people than one message holds", async () => {
    const { world, listed } = await running();
    const others = Array.from({ length: 39 }, (_, nth) => anOwner(`1${nth}`));
    for (const owner of others) await world.does(notifyMe, { owner });
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("The list is full");
    expect(await listed()).toHaveLength(39);
  });

  test("of a forgotten video says so", async () => {
    expect(privateWords(await commandWorld().does(notifyMe))).toContain("record has been deleted");
  });

  test("with a store that is too slow promises nothing", async () => {
    const world = commandWorld({ notifyMe: never });
    await world.has(aJob({ state: aRunning() }));
    const answer = world.does(notifyMe, { owner: ben });
    await world.clock.advance(1_000);
    expect(privateWords(await answer)).toContain("Reelay cannot save this now.");
  });
});
