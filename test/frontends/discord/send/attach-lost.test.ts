import { describe, expect, it } from "vitest";
import type { DiscordEmulator } from "../../../../sandbox/src/discord/discord-emulator.ts";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { aCard, attached, ready } from "../video-card.ts";

/** A moderator takes the file out of the message, which stays. */
async function takeFileAway({ apiUrl, token }: DiscordEmulator, { channelId, messageId }: DiscordReply): Promise<void> {
  const body = { flags: 1 << 15, components: [{ type: 10, content: "bare" }], attachments: [] };
  const taken = await fetch(`${apiUrl}/v10/channels/${channelId}/messages/${messageId}`, {
    method: "PATCH",
    headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...body, allowed_mentions: { parse: [] } }),
  });
  expect(taken.status).toBe(200);
}

describe("a video in a card", () => {
  it("that somebody took away keeps no word from the card, and is not named again", async () => {
    const world = await aCard();
    const reply = await attached(world);
    await takeFileAway(world.discord, reply);
    const shown = await world.show(reply, ready, "anywhere");
    expect(shown).toEqual({ ok: true, value: { reply: world.reply, isNew: false } });
    expect(JSON.stringify(world.card()?.components)).toContain("Your video is ready");
    const before = world.refusals();
    expect(await world.show(world.reply, ready, "in_place")).toMatchObject({ ok: true });
    expect(world.refusals()).toBe(before);
  });

  it("is not to blame for every refusal: an edit that AutoMod blocks goes each way once", async () => {
    const world = await aCard();
    const reply = await attached(world);
    world.discord.deny({ what: "blocked_message" });
    expect(await world.show(reply, ready, "in_place")).toMatchObject({
      ok: false,
      refusal: { kind: "unreachable" },
    });
    expect(world.refusals()).toBe(2);
  });
});
