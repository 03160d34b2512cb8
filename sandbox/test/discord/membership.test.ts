import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { Routes } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { aBot, aWorld, refusal } from "./world.ts";

/** What a bot with these intents hears, by the events' names. */
async function hearing(intents: number) {
  const world = await aWorld();
  const { discord, rest } = world;
  const manager = new WebSocketManager({ token: discord.token, intents, rest, retrieveSessionInfo: () => null });
  const heard: { readonly t: string; readonly d: unknown }[] = [];
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => heard.push(data));
  onTestFinished(() => manager.destroy());
  await manager.connect();
  const marked = new Promise<void>((resolve) =>
    manager.on(WebSocketShardEvents.Dispatch, ({ data }) => String(data.t) === "MARK" && resolve()),
  );
  discord.membership.removeBot();
  discord.membership.inviteBot();
  discord.tell("MARK", {});
  await marked;
  return { world, heard };
}

test("a bot that is removed from its server hears of it, without a word of an outage, and of being invited again", async () => {
  const { world, heard } = await hearing(1);
  const gone = heard.find(({ t }) => t === "GUILD_DELETE");
  expect(gone?.d).toEqual({ id: world.discord.guildId });
  expect(heard.slice(-2)).toMatchObject([{ t: "GUILD_CREATE", d: { id: world.discord.guildId } }, { t: "MARK" }]);
});

test("a bot that did not ask for guilds hears of neither", async () => {
  const { heard } = await hearing(0);
  expect(heard.map(({ t }) => t)).toEqual(["READY", "MARK"]);
});

test("a removed bot reaches nothing in its server, and nobody reaches it from there; direct messages stay", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const bot = await aBot(world);
  const { id } = await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }).then(Object);
  discord.membership.removeBot();
  for (const asking of [
    rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }),
    rest.patch(Routes.channelMessage(discord.channelId, id), { body: { content: "x" } }),
  ])
    expect(await refusal(asking)).toMatchObject({ status: 403, code: 50001 });
  expect(await refusal(rest.get(Routes.guild(discord.guildId)))).toMatchObject({ status: 404, code: 10004 });
  await expect(bot.asked()).rejects.toThrow("The bot is not in this server any more.");
  await bot.asked({ channelId: discord.dmChannelId("ada") });
  discord.membership.inviteBot();
  await bot.asked();
});
