import { describe, expect, test } from "vitest";
import type { ButtonAction } from "../../src/core/button.ts";
import type { PressedOn, SlackReply } from "../../src/core/chat.ts";
import type { Act } from "../../src/core/command.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRunning, aSlackOwner, aSlackReply } from "../fakes/jobs.ts";
import { commandWorld, privateWords } from "./command-world.ts";

const jobId = aJobId();
const card = { channelId: "400000000000000004", messageId: "500000000000000005" };
const reply = aDiscordReply(card);
const elsewhere = { channelId: card.channelId, messageId: "599999999999999999" };

const pressed = (action: ButtonAction, on: PressedOn): Act => ({ kind: "press", action, on });
const everyKind = (["again", "edit", "in_720p", "fresh_link", "delete"] as const).map((kind) => ({ kind, jobId }));

async function finishedWorld(job = aClosedJob({ reply })) {
  const world = commandWorld();
  await world.withKey(job.owner);
  await world.has(job);
  return world;
}

describe("a press", () => {
  test.for(everyKind)(
    "on a message that is not the video's card and has no such button does nothing: %j",
    async (action) => {
      const world = await finishedWorld();
      for (const shows of [false, null]) {
        expect(await world.reads(pressed(action, { place: elsewhere, shows }))).toContain(
          "This button does not belong to the message",
        );
      }
      expect(world.orders).toEqual([]);
    },
  );

  test.for(everyKind)(
    "on the video's own card, or wherever the platform shows that very button, counts: %j",
    async (action) => {
      for (const on of [
        { place: card, shows: null },
        { place: card, shows: false },
        { place: elsewhere, shows: true },
        { place: null, shows: true },
        { place: null, shows: null },
      ]) {
        const world = await finishedWorld();
        const answer = await world.does(pressed(action, on));
        expect(JSON.stringify(answer)).not.toContain("does not belong to the message");
      }
    },
  );

  test("on a card that was moved counts in both of its places", async () => {
    const movedTo = { channelId: "7", messageId: "8" };
    for (const place of [movedTo, card]) {
      const world = await finishedWorld(aClosedJob({ reply: { ...reply, movedTo } }));
      const answer = await world.does(pressed({ kind: "again", jobId }, { place, shows: null }));
      expect(answer.kind).toBe("card");
    }
  });

  test("on a card whose id nobody has stored yet counts in its channel alone", async () => {
    const world = await finishedWorld(aClosedJob({ reply: { ...reply, messageId: null } }));
    const on = (channelId: string) => ({ place: { channelId, messageId: "77" }, shows: null });
    const answer = await world.does(pressed({ kind: "again", jobId }, on("9")));
    expect(privateWords(answer)).toContain("does not belong to the message");
    expect((await world.does(pressed({ kind: "again", jobId }, on(card.channelId)))).kind).toBe("card");
  });

  test.for<readonly [string, Partial<SlackReply>, PressedOn, boolean]>([
    ["its own card", {}, { place: { channelId: "C1", messageId: "1.1" }, shows: null }, true],
    [
      "another channel's message of that time",
      {},
      { place: { channelId: "C2", messageId: "1.1" }, shows: null },
      false,
    ],
    ["another message", {}, { place: { channelId: "C1", messageId: "1.2" }, shows: false }, false],
    ["a copy of the card", {}, { place: { channelId: "C2", messageId: "1.2" }, shows: true }, true],
    [
      "a card that was posted by its address and has no id",
      { ts: null, cardChannelId: null, isUneditable: true },
      { place: { channelId: "C1", messageId: "1.9" }, shows: true },
      true,
    ],
    ["a message that its presser alone sees", {}, { place: null, shows: null }, true],
  ])("on Slack, on %s", async ([, over, on, counts]) => {
    const own = aSlackReply({ channelId: "C1", cardChannelId: "C1", ts: "1.1", ...over });
    const world = await finishedWorld(aClosedJob({ owner: aSlackOwner(), reply: own }));
    const answer = await world.does(pressed({ kind: "delete", jobId }, on), { owner: aSlackOwner(), reply: own });
    expect(!JSON.stringify(answer).includes("does not belong to the message")).toBe(counts);
  });

  test("of Notify me too from where it cannot stand puts nobody on the list", async () => {
    const world = commandWorld();
    await world.has(aJob({ reply, state: aRunning() }));
    for (const on of [
      { place: elsewhere, shows: false },
      { place: null, shows: null },
    ]) {
      const answer = await world.does(pressed({ kind: "notify_me", jobId }, on), { owner: anOwner("999") });
      expect(privateWords(answer)).toContain("does not belong to the message");
    }
    expect((await world.stored(jobId)).notify).toEqual([]);
  });

  test.for<ButtonAction>([
    { kind: "cancel" },
    { kind: "keep_data" },
    { kind: "jobs", page: 0 },
    { kind: "remove_key" },
    { kind: "start_kept", jobId },
    { kind: "open_kept", jobId },
    { kind: "start_typed", jobId },
    { kind: "wait_kept", jobId },
    { kind: "show_job", jobId },
    { kind: "delete_it", jobId },
  ])("that belongs to no card does nothing on a message without that button: %j", async (action) => {
    const world = await finishedWorld();
    const answer = await world.does(pressed(action, { place: card, shows: false }));
    expect(privateWords(answer)).toContain("does not belong to the message");
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });

  test.for<ButtonAction>([
    { kind: "start_kept", jobId },
    { kind: "delete_it", jobId },
    { kind: "show_job", jobId },
  ])("of a question or a list counts where the platform does not say what stands there: %j", async (action) => {
    const world = await finishedWorld();
    const answer = await world.does(pressed(action, { place: elsewhere, shows: null }));
    expect(JSON.stringify(answer)).not.toContain("does not belong to the message");
  });
});
