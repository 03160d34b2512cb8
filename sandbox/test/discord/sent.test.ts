import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, button, messageIn, row, text, V2 } from "./world.ts";

test("the JSON that the bot sent last is kept as it was, for those who see the message", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const bot = await aBot(world);
  const card = { flags: V2, components: [text("making it"), row(button("tell"))] };
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: card });
  const id = discord.messages("ada").at(-1)?.id ?? "";
  expect(discord.sent("ben", id)).toMatchObject(card);
  const edit = { components: [text("ready")], allowed_mentions: { parse: [] } };
  await rest.patch(bot.original(asked), { body: edit, auth: false });
  expect(discord.sent("ada", id)).toEqual(edit);

  const posted = { content: "psst", enforce_nonce: true, nonce: "1" };
  const body = await rest.post(Routes.channelMessages(discord.channelId), { body: posted });
  expect(discord.sent("ada", messageIn(body).id)).toEqual(posted);
  await rest.post(bot.webhook(asked), { body: { content: "only you", flags: 64 }, auth: false });
  const whisper = discord.messages("ada").at(-1)?.id ?? "";
  expect(discord.sent("ada", whisper)).toEqual({ content: "only you", flags: 64 });
  expect(() => discord.sent("ben", whisper)).toThrow("there is no message");
  expect(() => discord.sent("ada", discord.post("ada", "my own"))).toThrow("has sent no JSON");
});
