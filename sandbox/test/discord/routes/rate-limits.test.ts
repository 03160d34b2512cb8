import { expect, test } from "vitest";
import { type AWorld, aBot, aWorld, messageIn } from "../world.ts";

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
])("%s: the headers say how many are left, then comes 429 until the window is over", async ([, prepare, windowMs]) => {
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

test("the bot itself is heard fifty times in any second, told as global, and its interactions are not counted", async () => {
  const world = await aWorld();
  const { discord, clock } = world;
  const bot = await aBot(world);
  const asked = await bot.asked();
  clock.advance(1_000);
  const send = (path = "/users/@me") =>
    fetch(`${discord.apiUrl}/v10${path}`, { headers: { authorization: `Bot ${discord.token}` } });
  const statuses = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await send()).status));
  expect(new Set(await statuses(20))).toEqual(new Set([200]));
  clock.advance(600);
  expect(new Set(await statuses(30))).toEqual(new Set([200]));
  const over = await send();
  expect([over.status, await over.json()]).toMatchObject([429, { retry_after: 0.4, global: true }]);
  const told = ["retry-after", "x-ratelimit-global", "x-ratelimit-scope", "x-ratelimit-remaining"];
  expect(told.map((name) => over.headers.get(name))).toEqual(["1", "true", "global", null]);
  await bot.answer(asked, { type: 4, data: { content: "x" } });
  expect((await send(bot.original(asked))).status).toBe(200);
  clock.advance(400);
  expect((await statuses(21)).filter((status) => status === 200)).toHaveLength(20);
});
