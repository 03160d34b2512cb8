import { describe, expect, test } from "vitest";
import type { ButtonAction } from "../../src/core/button.ts";
import type { PressedOn, SlackReply } from "../../src/core/chat.ts";
import type { Act } from "../../src/core/command.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRunning, aSlackOwner, aSlackReply } from "../fakes/jobs.ts";
import { commandWorld, keyedWorld } from "./command-world.ts";

const jobId = aJobId();
const card = { channelId: "400000000000000004", messageId: "500000000000000005" };
const reply = aDiscordReply(card);
const elsewhere = { channelId: card.channelId, messageId: "599999999999999999" };

const pressed = (action: ButtonAction, on: PressedOn): Act => ({ kind: "press", action, on });
const everyKind = (["again", "edit", "in_720p", "fresh_link", "delete"] as const).map((kind) => ({ kind, jobId }));

/** Says whether a press does something in a world with that finished video, and not only says that it is stray. */
async function counts(act: Act, job = aClosedJob({ reply })) {
  const world = await keyedWorld({}, job);
  await world.withKey(job.owner);
  const answer = JSON.stringify(await world.does(act, { owner: job.owner }));
  const isStray = answer.includes("This button does not belong to the message");
  if (isStray) expect([world.orders, await world.vault.has(anOwner())]).toEqual([[], true]);
  return !isStray;
}

describe("a press", () => {
  test.for<readonly [PressedOn, boolean]>([
    [{ place: elsewhere, shows: false }, false],
    [{ place: elsewhere, shows: null }, false],
    [{ place: card, shows: null }, true],
    [{ place: card, shows: false }, true],
    [{ place: elsewhere, shows: true }, true],
    [{ place: null, shows: true }, true],
    [{ place: null, shows: null }, true],
  ])("counts on the video's own card, or wherever the platform shows that very button: %j: %s", async ([on, does]) => {
    for (const action of everyKind) expect(await counts(pressed(action, on)), action.kind).toBe(does);
  });

  const again = { kind: "again", jobId } as const;

  test("on a card that was moved counts in both of its places", async () => {
    const movedTo = { channelId: "7", messageId: "8" };
    for (const place of [movedTo, card])
      expect(await counts(pressed(again, { place, shows: null }), aClosedJob({ reply: { ...reply, movedTo } }))).toBe(
        true,
      );
  });

  test("on a card whose id nobody has stored yet counts in its channel alone", async () => {
    const job = aClosedJob({ reply: { ...reply, messageId: null } });
    const on = (channelId: string) => ({ place: { channelId, messageId: "77" }, shows: null });
    expect(await counts(pressed(again, on("9")), job)).toBe(false);
    expect(await counts(pressed(again, on(card.channelId)), job)).toBe(true);
  });

  const at = (channelId: string, messageId: string) => ({ channelId, messageId });
  test.for<readonly [string, Partial<SlackReply>, PressedOn, boolean]>([
    ["its own card", {}, { place: at("C1", "1.1"), shows: null }, true],
    ["another channel's message of that time", {}, { place: at("C2", "1.1"), shows: null }, false],
    ["another message", {}, { place: at("C1", "1.2"), shows: false }, false],
    ["a copy of the card", {}, { place: at("C2", "1.2"), shows: true }, true],
    [
      "a card that was posted by its address and has no id",
      { ts: null, cardChannelId: null, isUneditable: true },
      { place: at("C1", "1.9"), shows: true },
      true,
    ],
    ["a message that its presser alone sees", {}, { place: null, shows: null }, true],
  ])("on Slack, on %s", async ([, over, on, does]) => {
    const own = aSlackReply({ channelId: "C1", cardChannelId: "C1", ts: "1.1", ...over });
    const job = aClosedJob({ owner: aSlackOwner(), reply: own });
    expect(await counts(pressed({ kind: "delete", jobId }, on), job)).toBe(does);
  });

  test("of Notify me too from where it cannot stand puts nobody on the list", async () => {
    const world = commandWorld();
    await world.has(aJob({ reply, state: aRunning() }));
    for (const on of [
      { place: elsewhere, shows: false },
      { place: null, shows: null },
    ])
      expect(await world.reads(pressed({ kind: "notify_me", jobId }, on), { owner: anOwner("999") })).toContain(
        "does not belong to the message",
      );
    expect((await world.stored()).notify).toEqual([]);
  });

  test.for<ButtonAction>([
    { kind: "cancel" },
    { kind: "keep_data" },
    { kind: "jobs", page: 0 },
    { kind: "remove_key" },
    ...(["start_kept", "open_kept", "start_typed", "wait_kept", "show_job", "delete_it"] as const).map((kind) => ({
      kind,
      jobId,
    })),
  ])("that belongs to no card counts where the platform does not say what stands there: %j", async (action) => {
    expect(await counts(pressed(action, { place: card, shows: false }))).toBe(false);
    expect(await counts(pressed(action, { place: elsewhere, shows: null }))).toBe(true);
  });
});
