import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { bareFetch } from "../bare-fetch.ts";
import { aBot, ask, aWorld, type Received, refusal } from "../world.ts";

/** What moderators, settings and deletions make Discord say. */
const DENIALS = [
  ["unknown_channel", 404, 10003],
  ["unknown_message", 404, 10008],
  ["missing_access", 403, 50001],
  ["missing_permissions", 403, 50013],
  ["cannot_message_person", 403, 50007],
  ["archived_thread", 400, 50083],
  ["locked_thread", 403, 160005],
  ["blocked_message", 400, 200000],
  ["blocked_title", 400, 200001],
  ["file_too_large", 400, 50045],
  ["uploads_limited", 403, 400001],
] as const;

test.for(DENIALS)("%s is answered with %i and code %i, until it is over", async ([what, status, code]) => {
  const { discord, rest } = await aWorld();
  const post = () => rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } });
  const over = discord.deny({ what });
  expect(await refusal(post())).toMatchObject({ status, code });
  over();
  await post();
});

test("a denial holds for its channel, its token and its methods, and never for a first answer", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { discord, rest } = world;
  const { channelId, threadId } = discord;
  discord.deny({ what: "missing_access" });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "first" } });
  expect(await refusal(rest.get(bot.original(asked), { auth: false }))).toMatchObject({ code: 50001 });

  const other = await aWorld();
  const post = (id: string) => other.rest.post(Routes.channelMessages(id), { body: { content: "x" } });
  other.discord.deny({ what: "missing_permissions", channelId, by: "bot", methods: ["POST"] });
  expect(await refusal(post(channelId))).toMatchObject({ code: 50013 });
  await post(threadId);
  await other.rest.get(Routes.channel(channelId));
  const answered = await aBot(other);
  const one = await answered.asked();
  await answered.answer(one, { type: 4, data: { content: "first" } });
  await other.rest.post(answered.webhook(one), { body: { content: "by its token" }, auth: false });
});

test("by a person's own installation five new messages follow an answer, by a server's any number", async () => {
  const world = await aWorld();
  const bot = await aBot(world, [{ ...ask, contexts: [0, 1, 2], integration_types: [0, 1] }]);
  const { discord, rest, clock } = world;
  const answered = async (channelId: string) => {
    const asked = await bot.asked({ channelId });
    await bot.answer(asked, { type: 4, data: { content: "first" } });
    return asked;
  };
  const follow = (asked: Received) => {
    clock.advance(2_000);
    return bareFetch(world, "POST", bot.webhook(asked), { content: "x" });
  };
  const [visited, here] = [await answered(discord.visitedChannelId), await answered(discord.channelId)];
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await follow(visited)).status).toBe(200);
    expect((await follow(here)).status).toBe(200);
  }
  expect(await follow(visited)).toMatchObject({ status: 400, told: { code: 40094 } });
  expect((await follow(here)).status).toBe(200);
  await rest.patch(bot.original(visited), { body: { content: "edits are not counted" }, auth: false });
});

test("a denial of uploads lets every other request pass", async () => {
  const { discord, rest } = await aWorld();
  const post = (files: readonly { name: string; data: Buffer }[]) =>
    rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" }, files: [...files] });
  discord.deny({ what: "uploads_limited", isUpload: true });
  expect(await refusal(post([{ name: "a.mp4", data: Buffer.from("x") }]))).toMatchObject({ code: 400001 });
  await post([]);
});
