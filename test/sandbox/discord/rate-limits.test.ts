import { expect, test } from "vitest";
import { type AWorld, aBot, aWorld, messageIn } from "./world.ts";

const headers = { "content-type": "application/json" };

const edited: (world: AWorld) => Promise<string> = async ({ rest, discord }) => {
  const sent = messageIn(await rest.post(`/channels/${discord.channelId}/messages`, { body: { content: "x" } }));
  return `PATCH /channels/${discord.channelId}/messages/${sent.id}`;
};
const followed: (world: AWorld) => Promise<string> = async (world) => {
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "x" } });
  return `POST ${bot.webhook(asked)}`;
};

test.for<readonly [string, (world: AWorld) => Promise<string>, number]>([
  ["edits in a channel", edited, 5_000],
  ["new messages of an interaction", followed, 2_000],
])("%s: so many in so long, told in the headers, then 429 until it is over", async ([, prepare, windowMs]) => {
  const world = await aWorld();
  const { discord, clock } = world;
  const [method = "", path = ""] = (await prepare(world)).split(" ");
  const send = () =>
    fetch(`${discord.apiUrl}/v10${path}`, {
      method,
      headers: { ...headers, authorization: `Bot ${discord.token}` },
      body: '{"content":"y"}',
    });
  for (const left of ["4", "3", "2", "1", "0"]) {
    const { status, headers: told } = await send();
    expect([status, told.get("x-ratelimit-limit"), told.get("x-ratelimit-remaining")]).toEqual([200, "5", left]);
  }
  const over = await send();
  expect([over.status, await over.json()]).toMatchObject([429, { retry_after: windowMs / 1_000, global: false }]);
  expect(over.headers.get("retry-after")).toBe(String(windowMs / 1_000));
  clock.advance(windowMs);
  expect((await send()).status).toBe(200);
});
