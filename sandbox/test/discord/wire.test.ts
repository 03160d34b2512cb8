import { Routes } from "discord.js";
import {
  ApplicationCommandResponseSchema,
  GatewayBotResponseSchema,
  InteractionCallbackResponseSchema,
  MessageResponseSchema,
} from "discord-api-spec/zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { aBot, ask, aWorld, button, messageIn, row, text, V2 } from "./world.ts";

/** What Discord's own schema has against it. */
const against = (schema: z.core.$ZodType, value: unknown) => {
  const { error } = z.safeParse(schema, value);
  return error ? z.treeifyError(error) : null;
};

test("messages, answers and commands have the shape of Discord's own schema", async () => {
  const world = await aWorld();
  const { rest, discord } = world;
  const bot = await aBot(world);
  const asked = await bot.asked();
  const data = {
    content: "card",
    embeds: [{ title: "e", fields: [{ name: "a", value: "b" }] }],
    components: [row(button("a"))],
  };
  const answered = await bot.answer(asked, { type: 4, data }, "with_response=true");
  expect(against(InteractionCallbackResponseSchema, answered)).toBeNull();
  const follow = await rest.post(bot.webhook(asked), {
    body: { content: "more" },
    files: [{ name: "a.png", data: Buffer.from("x") }],
    auth: false,
  });
  expect(against(MessageResponseSchema, follow)).toBeNull();
  const display = [
    {
      type: 17,
      accent_color: 255,
      components: [text("x"), { type: 14 }, { type: 9, components: [text("y")], accessory: button("z") }],
    },
    { type: 12, items: [{ media: { url: "https://example.com/a.png" } }] },
  ];
  const channel = await rest.post(Routes.channelMessages(discord.channelId), {
    body: { flags: V2, components: display, message_reference: { message_id: messageIn(follow).id } },
  });
  expect(against(MessageResponseSchema, channel)).toBeNull();
  expect(against(GatewayBotResponseSchema, await rest.get(Routes.gatewayBot()))).toBeNull();
  const commands = z
    .array(z.unknown())
    .parse(await rest.put(Routes.applicationCommands(discord.applicationId), { body: [ask] }));
  for (const command of commands) expect(against(ApplicationCommandResponseSchema, command)).toBeNull();
});
