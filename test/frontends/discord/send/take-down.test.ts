import { describe, expect, it } from "vitest";
import type { DiscordReply, Posted } from "../../../../src/core/chat.ts";
import { message } from "../typed.ts";
import { ada, aWorldFor, cardOf } from "../world.ts";

const ready = message({ tone: "good", title: "Your video is ready" });
const how = { people: [ada], nonce: "4f0c5a1be2d97c63", triedAt: null };

/** A card and its notification. */
async function notified({
  where = "here",
  isPrivate = false,
}: {
  where?: "here" | "foreign";
  isPrivate?: boolean;
} = {}) {
  const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command, { isPrivate }) }));
  const { discord, fate, frontEnd } = world;
  const channelId = where === "here" ? discord.channelId : discord.foreignChannelId;
  await discord.command("ada", "video", { prompt: "a paper boat" }, { channelId });
  const told = await fate();
  if (told.kind !== "given" || told.reply.platform !== "discord") throw new Error("no card");
  const reply: DiscordReply = told.reply;
  const sent = await frontEnd.chat.notify(reply, ready, how);
  const at: readonly Posted[] = sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
  return { ...world, reply, at, chat: frontEnd.chat, here: () => discord.messages("ada", channelId) };
}

describe("what a finished video has on Discord", () => {
  it("goes whole, its notification first", async () => {
    const { chat, reply, at, here, journal } = await notified();
    expect(at).toEqual([
      { platform: "discord", channelId: reply.channelId, messageId: here()[1]?.id, isByToken: false },
    ]);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(here()).toEqual([]);
    const gone = journal.since(0).filter(({ kind }) => kind === "deleted");
    expect(gone.map(({ messageId }) => messageId)).toEqual([
      at[0]?.platform === "discord" && at[0].messageId,
      reply.messageId,
    ]);
  });

  it("goes by the bot's own hand where the token is dead", async () => {
    const { chat, reply, at, here, discord } = await notified();
    discord.killTokens();
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(here()).toEqual([]);
  });

  it("goes by the token where the bot is not, and stays once that is dead", async () => {
    const first = await notified({ where: "foreign" });
    expect(first.at).toMatchObject([{ isByToken: true }]);
    expect(await first.chat.takeDown(first.reply, first.at)).toEqual({ ok: true, value: [] });
    expect(first.here()).toEqual([]);
    const second = await notified({ where: "foreign" });
    second.discord.killTokens();
    expect(await second.chat.takeDown(second.reply, second.at)).toEqual({ ok: true, value: ["notification", "card"] });
    expect(second.here()).toHaveLength(2);
  });

  it("that one person sees is not taken for gone where the bot cannot see it", async () => {
    const { chat, reply, at, here, discord } = await notified({ isPrivate: true });
    expect(here()).toHaveLength(2);
    discord.killTokens();
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: ["notification", "card"] });
  });

  it("keeps the card where the notification may go later", async () => {
    const { chat, reply, at, here, discord } = await notified();
    await discord.stop();
    expect(await chat.takeDown(reply, at)).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    expect(here()).toHaveLength(2);
  });
});
