import { describe, expect, it } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { textOf } from "../text-of.ts";
import { aWorldFor, cardOf } from "../world.ts";

const again =
  (isLive: boolean, isPrivate = false) =>
  (command: Command): Answer => ({ kind: "card_again", card: cardOf(command, { isPrivate }), isLive });

describe("a card that is shown again on Discord", () => {
  it("is a new message for everyone, and the desk learns that the job goes on there", async () => {
    const { discord, fate, commands } = await aWorldFor(again(true));
    await discord.command("ada", "video-jobs", { show: "0123ab" });
    const told = await fate();
    const [shown] = discord.messages("ben");
    expect(told).toEqual({ kind: "moved", reply: { ...commands[0]?.reply, messageId: shown?.id } });
    expect(shown && textOf(shown)).toContain("Accepted");
  });

  it("stays private where it was", async () => {
    const { discord, fate } = await aWorldFor(again(true, true));
    await discord.command("ada", "video-jobs", { show: "0123ab" });
    expect(await fate()).toMatchObject({ kind: "moved", reply: { isPrivate: true } });
    expect(discord.messages("ben")).toEqual([]);
  });

  it("is a mere copy where its job has ended", async () => {
    const { discord, fates, seen } = await aWorldFor(again(false));
    await seen("message", await discord.command("ada", "video-jobs", { show: "0123ab" }));
    await seen("answered", await discord.command("ada", "video-help"));
    expect(fates).toEqual([]);
  });
});
