import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, messageIn, refusal } from "../world.ts";

test("where the gateway is, is told to anybody; who the bot is and where, to the bot alone", async () => {
  const { discord, rest } = await aWorld();
  const get = async (path: string) => (await fetch(`${discord.apiUrl}/v10${path}`)).status;
  const { url } = Object(await rest.get(Routes.gateway(), { auth: false }));
  expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
  expect(await rest.get(Routes.gatewayBot())).toMatchObject({ url, shards: 1 });
  expect(await rest.get(Routes.user())).toMatchObject({ id: discord.applicationId, bot: true });
  for (const path of [Routes.currentApplication(), Routes.oauth2CurrentApplication()])
    expect(await rest.get(path)).toMatchObject({ id: discord.applicationId, name: "Reelay" });
  expect(await rest.get(Routes.guild(discord.guildId))).toMatchObject({ id: discord.guildId });
  expect(await refusal(rest.get(Routes.guild("1")))).toMatchObject({ status: 404, code: 10004 });
  const member = Routes.guildMember(discord.guildId, "200000000000000002");
  expect(await rest.get(member)).toMatchObject({ user: { id: "200000000000000002", global_name: "Ben" } });
  expect(await refusal(rest.get(Routes.guildMember("1", "2")))).toMatchObject({ status: 404, code: 10004 });
  expect(await refusal(rest.get(Routes.guildMember(discord.guildId, "2")))).toMatchObject({ status: 404, code: 10007 });
  const bots = [Routes.gatewayBot(), Routes.user(), Routes.currentApplication(), Routes.oauth2CurrentApplication()];
  for (const path of [...bots, Routes.guild(discord.guildId), member]) expect(await get(path)).toBe(401);
});

test("a channel tells itself and its messages, the newest first, as many as are asked for", async () => {
  const { discord, rest } = await aWorld();
  const messages = Routes.channelMessages(discord.channelId);
  for (const content of ["1", "2", "3"]) await rest.post(messages, { body: { content } });
  expect(await rest.get(Routes.channel(discord.channelId))).toMatchObject({ id: discord.channelId, type: 0 });
  expect(await rest.get(messages)).toMatchObject([{ content: "3" }, { content: "2" }, { content: "1" }]);
  const two = await rest.get(messages, { query: new URLSearchParams({ limit: "2" }) });
  expect(two).toMatchObject([{ content: "3" }, { content: "2" }]);
});

test("a message is read and taken away, by the bot and by the token that made it, and is gone then", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const bot = await aBot(world);
  const gone = { status: 404, code: 10008 };
  const { id } = messageIn(await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }));
  const address = Routes.channelMessage(discord.channelId, id);
  expect(await rest.get(address)).toMatchObject({ id, content: "x" });
  await rest.delete(address);
  expect(await refusal(rest.get(address))).toMatchObject(gone);
  expect(await refusal(rest.delete(address))).toMatchObject(gone);

  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "card" } });
  expect(await rest.get(bot.original(asked), { auth: false })).toMatchObject({ content: "card" });
  await rest.delete(bot.original(asked), { auth: false });
  expect(await refusal(rest.get(bot.original(asked), { auth: false }))).toMatchObject(gone);
  expect(discord.messages("ada")).toEqual([]);
});

test("a guild that is not the bot's has no commands of it", async () => {
  const { discord, rest } = await aWorld();
  expect(await refusal(rest.get(Routes.applicationGuildCommands(discord.applicationId, "1")))).toMatchObject({
    status: 403,
    code: 50001,
  });
});

test("the commands of a guild are overwritten and listed apart from the global ones", async () => {
  const { discord, rest } = await aWorld();
  const here = Routes.applicationGuildCommands(discord.applicationId, discord.guildId);
  const made = await rest.put(here, { body: [{ name: "here", description: "x" }] });
  expect(made).toMatchObject([{ name: "here", guild_id: discord.guildId }]);
  expect(await rest.get(here)).toEqual(made);
  expect(await rest.get(Routes.applicationCommands(discord.applicationId))).toEqual([]);
});
