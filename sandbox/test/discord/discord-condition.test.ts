import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { bareFetch } from "./bare-fetch.ts";
import { type AWorld, aBot, aWorld } from "./world.ts";

const words = { content: "x" };

/** A bot that has answered one command, and what it may do next. */
async function answered() {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "first" } });
  const post = () => bareFetch(world, "POST", Routes.channelMessages(world.discord.channelId), words);
  const edit = (one = asked) => bareFetch(world, "PATCH", bot.original(one), words);
  return { ...world, world, bot, asked, post, edit };
}

const turns = ({ seen }: Pick<AWorld, "seen">) => seen("condition").map(({ place, payload }) => ({ place, payload }));

test("rate limited: messages and edits by either token are told to come back in 2 s, again and again until it clears", async () => {
  const { discord, bot, world, clock, post, edit, rest } = await answered();
  discord.setCondition("rate_limited");
  for (let round = 0; round < 3; round += 1) {
    for (const refused of [await post(), await edit()]) {
      expect(refused).toMatchObject({ status: 429, told: { retry_after: 2, global: false } });
      expect(refused.headers.get("retry-after")).toBe("2");
      expect(refused.headers.get("x-ratelimit-scope")).toBe("shared");
    }
    clock.advance(2_000);
  }
  // Neither first answers nor what is not about messages.
  await bot.answer(await bot.asked(), { type: 4, data: { content: "passes" } });
  await rest.get("/users/@me");
  discord.setCondition("clear");
  expect([(await post()).status, (await edit()).status]).toEqual([200, 200]);
  expect(turns(world)).toEqual([
    { place: "discord", payload: { condition: "rate_limited" } },
    { place: "discord", payload: { condition: "clear" } },
  ]);
});

test("down: every request is answered 503, first answers too, while people's acts reach the bot", async () => {
  const { discord, bot, world, post, edit } = await answered();
  discord.setCondition("down");
  const asked = await bot.asked();
  const first = await bareFetch(world, "POST", Routes.interactionCallback(asked.id, asked.token), { type: 5 });
  expect([first.status, (await post()).status, (await edit()).status]).toEqual([503, 503, 503]);
  expect(world.seen("refused").map(({ payload }) => payload)).toMatchObject(Array(3).fill({ status: 503, code: 0 }));
  discord.setCondition("clear");
  await bot.answer(asked, { type: 5 });
  expect([(await post()).status, (await edit()).status]).toEqual([200, 200]);
});

test("dead tokens: earlier ones are dead for good, later ones 5 s after their interaction; the bot's own is not", async () => {
  const { discord, bot, clock, post, edit } = await answered();
  const unanswered = await bot.asked();
  discord.setCondition("token_dead");
  expect(await edit()).toMatchObject({ status: 401, told: { code: 50027 } });
  expect((await post()).status).toBe(200);

  await bot.answer(unanswered, { type: 4, data: words });
  expect((await edit(unanswered)).status).toBe(200);
  clock.advance(4_999);
  const young = await bot.asked();
  await bot.answer(young, { type: 4, data: words });
  expect((await edit(unanswered)).status).toBe(200);
  clock.advance(1);
  expect(await edit(unanswered)).toMatchObject({ status: 401, told: { code: 50027 } });

  discord.setCondition("clear");
  clock.advance(60_000);
  expect([(await edit()).status, (await edit(unanswered)).status, (await edit(young)).status]).toEqual([401, 401, 200]);
});

test("the condition that it is already is no news", async () => {
  const world = await aWorld();
  world.discord.setCondition("clear");
  expect([world.discord.condition(), turns(world)]).toEqual(["clear", []]);
});
