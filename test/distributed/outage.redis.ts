import { beforeAll, expect, test } from "vitest";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { aFleet } from "./fleet.ts";

let bot: BuiltBot;
beforeAll(async () => {
  bot = await buildBot();
}, 120_000);

test("what one process sees of an outage, another asks about before it pays", async () => {
  const fleet = await aFleet(bot, { taskMs: 1_000 });
  fleet.start("first", "all", { DISCORD_SHARDS: "0-0/2" });
  fleet.start("second", "all", { DISCORD_SHARDS: "1-1/2" });
  await Promise.all(["first", "second"].map(fleet.ready));
  const { discord, video, seeded } = fleet.sandbox;
  await seeded();
  const direct = discord.dmChannelId("ada");
  const saysIn = (channelId: string, words: RegExp) =>
    discord.messages("ada", channelId).filter((message) => words.test(JSON.stringify(message))).length;

  video.everyFate("server_error");
  for (const n of [1, 2, 3]) {
    await fleet.type();
    await expect.poll(() => saysIn(discord.channelId, /don't know whether this video/), { timeout: 20_000 }).toBe(n);
  }
  // Direct messages come to the other process.
  for (const n of [1, 2]) {
    await fleet.type(direct);
    await expect.poll(() => saysIn(direct, /not answering right now/), { timeout: 20_000 }).toBe(n);
  }
  expect(video.tasks()).toEqual([]);
}, 120_000);
