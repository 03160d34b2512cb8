import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, messageIn, refusal } from "./world.ts";

test("editing a Discord message deletes every attachment that the edit does not list", async () => {
  const { rest, discord, clock } = await aWorld();
  const files = ["one", "two"].map((name) => ({ name: `${name}.mp4`, data: Buffer.from(name) }));
  const components = [{ type: 12, items: [{ media: { url: "attachment://one.mp4" } }] }];
  const sent = messageIn(
    await rest.post(Routes.channelMessages(discord.channelId), { body: { flags: 1 << 15, components }, files }),
  );
  const [one, two] = sent.attachments;
  expect(sent.attachments).toMatchObject([{ filename: "one.mp4", content_type: "video/mp4", size: 3 }, {}]);
  expect(sent.components).toMatchObject([{ items: [{ media: { url: one?.url } }] }]);
  expect(await (await fetch(one?.url ?? "")).text()).toBe("one");
  const address = Routes.channelMessage(discord.channelId, sent.id);
  expect(await refusal(rest.patch(address, { body: { attachments: [{ id: two?.id }] } }))).toMatchObject({
    code: 50035,
  });
  const edited = messageIn(
    await rest.patch(address, {
      body: { attachments: [{ id: one?.id }, { id: "0" }] },
      files: [{ name: "3.mp4", data: Buffer.from("3") }],
    }),
  );
  expect(edited.attachments).toMatchObject([{ id: one?.id }, { filename: "3.mp4" }]);
  clock.advance(25 * 3_600_000);
  expect((await fetch(one?.url ?? "")).status).toBe(404);
  expect((await fetch(`${discord.messages("ada")[0]?.attachments[0]?.url}`)).status).toBe(200);
  expect((await fetch(`${discord.messages("ada")[0]?.attachments[0]?.url}0`)).status).toBe(404);
});

test("Discord refuses an 11 MB file in a channel message but accepts the file in an interaction response", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const files = [{ name: "a.mp4", data: Buffer.alloc(11 * 1024 * 1024) }];
  const channel = Routes.channelMessages(world.discord.channelId);
  expect(await refusal(world.rest.post(channel, { files }))).toMatchObject({ status: 413, code: 40005 });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
  await world.rest.patch(bot.original(asked), { files, auth: false });
  expect(world.discord.messages("ada")).toMatchObject([{ attachments: [{ size: 11 * 1024 * 1024 }] }]);
});

test("a Discord server's boost level raises the upload limit in channels, but not in direct messages or interactions", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { discord, rest } = world;
  const files = [{ name: "a.mp4", data: Buffer.alloc(11 * 1024 * 1024) }];
  discord.limitFiles({ tier: 2, interactionMaxBytes: 1024 * 1024 });
  expect(await rest.get(Routes.guild(discord.guildId))).toMatchObject({ premium_tier: 2 });
  await rest.post(Routes.channelMessages(discord.channelId), { files });
  const direct = Routes.channelMessages(discord.dmChannelId("ada"));
  expect(await refusal(rest.post(direct, { files }))).toMatchObject({ status: 413, code: 40005 });
  const asked = await bot.asked();
  expect(asked.attachment_size_limit).toBe(1024 * 1024);
  await bot.answer(asked, { type: 5 });
  expect(await refusal(rest.patch(bot.original(asked), { files, auth: false }))).toMatchObject({ code: 40005 });
});

test("part of a Discord attachment can be downloaded with a Range header", async () => {
  const { rest, discord } = await aWorld();
  const files = [{ name: "one.mp4", data: Buffer.from("0123456789") }];
  const sent = messageIn(await rest.post(Routes.channelMessages(discord.channelId), { files }));
  const part = await fetch(sent.attachments[0]?.url ?? "", { headers: { range: "bytes=2-4" } });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-4/10", "234"]);
});

// The upload takes a second of CPU.
test.runIf(process.env.TESTS === "full")(
  "Discord answers a 111 MB upload with status 413 instead of aborting the request",
  async () => {
    const { rest, discord } = await aWorld();
    const files = [{ name: "a.mp4", data: Buffer.alloc(111_000_000) }];
    discord.limitFiles({ tier: 3 });
    const sent = rest.post(Routes.channelMessages(discord.channelId), { files });
    expect(await refusal(sent)).toMatchObject({ status: 413, code: 40005 });
  },
);
