import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { bareFetch } from "./bare-fetch.ts";
import { type AWorld, aBot, ask, aWorld, messageIn, type Received, refusal } from "./world.ts";

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
  ["follow-up messages to an interaction", followed, 2_000],
])(
  "Discord allows five %s per rate limit window and reports the remaining calls in headers",
  async ([, prepare, windowMs]) => {
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
      const { status, headers: limitHeaders } = await send();
      expect([status, limitHeaders.get("x-ratelimit-limit"), limitHeaders.get("x-ratelimit-remaining")]).toEqual([
        200,
        "5",
        left,
      ]);
    }
    const over = await send();
    expect([over.status, await over.json()]).toMatchObject([429, { retry_after: windowMs / 1_000, global: false }]);
    expect(over.headers.get("retry-after")).toBe(String(windowMs / 1_000));
    clock.advance(windowMs);
    expect((await send()).status).toBe(200);
  },
);

test("Discord allows a bot 50 requests per second, not counting interaction responses", async () => {
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
  const names = ["retry-after", "x-ratelimit-global", "x-ratelimit-scope", "x-ratelimit-remaining"];
  expect(names.map((name) => over.headers.get(name))).toEqual(["1", "true", "global", null]);
  await bot.answer(asked, { type: 4, data: { content: "x" } });
  expect((await send(bot.original(asked))).status).toBe(200);
  clock.advance(400);
  expect((await statuses(21)).filter((status) => status === 200)).toHaveLength(20);
});

/** Refusals that moderators, settings and deletions cause. */
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

test.for(DENIALS)(
  "while the error “%s” is simulated, Discord answers a new message with status %i and code %i",
  async ([what, status, code]) => {
    const { discord, rest } = await aWorld();
    const post = () => rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } });
    const over = discord.deny({ what });
    expect(await refusal(post())).toMatchObject({ status, code });
    over();
    await post();
  },
);

test("a simulated Discord error does not affect the first response to an interaction", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { discord, rest } = world;
  discord.deny({ what: "missing_access" });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "first" } });
  expect(await refusal(rest.get(bot.original(asked), { auth: false }))).toMatchObject({ code: 50001 });
});

test("a simulated Discord error can be limited to one channel, one kind of token and one HTTP method", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const { channelId, threadId } = discord;
  const post = (id: string) => rest.post(Routes.channelMessages(id), { body: { content: "x" } });
  discord.deny({ what: "missing_permissions", channelId, by: "bot", methods: ["POST"] });
  expect(await refusal(post(channelId))).toMatchObject({ code: 50013 });
  await post(threadId);
  await rest.get(Routes.channel(channelId));
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "first" } });
  await rest.post(bot.webhook(asked), { body: { content: "with the interaction token" }, auth: false });
});

test("Discord allows only five follow-ups to an interaction if the app is not installed in the server", async () => {
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
  expect(await follow(visited)).toMatchObject({ status: 400, body: { code: 40094 } });
  expect((await follow(here)).status).toBe(200);
  await rest.patch(bot.original(visited), { body: { content: "edits are not counted" }, auth: false });
});

test("a simulated upload error on Discord does not affect messages without files", async () => {
  const { discord, rest } = await aWorld();
  const post = (files: readonly { name: string; data: Buffer }[]) =>
    rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" }, files: [...files] });
  discord.deny({ what: "uploads_limited", isUpload: true });
  expect(await refusal(post([{ name: "a.mp4", data: Buffer.from("x") }]))).toMatchObject({ code: 400001 });
  await post([]);
});

const words = { content: "x" };

/** A bot that has answered one command, with functions to post and edit. */
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

test("while a Discord rate limit is simulated, messages and edits get 429 with a wait of 2 s", async () => {
  const { discord, bot, world, clock, post, edit, rest } = await answered();
  discord.setCondition("rate_limited");
  for (let round = 0; round < 3; round += 1) {
    for (const refused of [await post(), await edit()]) {
      expect(refused).toMatchObject({ status: 429, body: { retry_after: 2, global: false } });
      expect(refused.headers.get("retry-after")).toBe("2");
      expect(refused.headers.get("x-ratelimit-scope")).toBe("shared");
    }
    clock.advance(2_000);
  }
  // First responses and requests that do not concern messages are not limited.
  await bot.answer(await bot.asked(), { type: 4, data: { content: "passes" } });
  await rest.get("/users/@me");
  discord.setCondition("clear");
  expect([(await post()).status, (await edit()).status]).toEqual([200, 200]);
  expect(turns(world)).toEqual([
    { place: "discord", payload: { condition: "rate_limited" } },
    { place: "discord", payload: { condition: "clear" } },
  ]);
});

test("while a Discord outage is simulated, every request gets 503, but interactions still reach the bot", async () => {
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

test("while early token expiry is simulated, a Discord interaction token is valid for at most 5 s", async () => {
  const { discord, bot, clock, post, edit } = await answered();
  const unanswered = await bot.asked();
  discord.setCondition("token_dead");
  expect(await edit()).toMatchObject({ status: 401, body: { code: 50027 } });
  expect((await post()).status).toBe(200);

  await bot.answer(unanswered, { type: 4, data: words });
  expect((await edit(unanswered)).status).toBe(200);
  clock.advance(4_999);
  const young = await bot.asked();
  await bot.answer(young, { type: 4, data: words });
  expect((await edit(unanswered)).status).toBe(200);
  clock.advance(1);
  expect(await edit(unanswered)).toMatchObject({ status: 401, body: { code: 50027 } });

  discord.setCondition("clear");
  clock.advance(60_000);
  expect([(await edit()).status, (await edit(unanswered)).status, (await edit(young)).status]).toEqual([401, 401, 200]);
});

test("ending a simulated Discord failure adds no entry to the sandbox's journal if no failure is simulated", async () => {
  const world = await aWorld();
  world.discord.setCondition("clear");
  expect([world.discord.condition(), turns(world)]).toEqual(["clear", []]);
});

test("Discord requires a bot token to read the bot's user and servers, but not to read the gateway URL", async () => {
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

test("Discord returns a channel's messages newest first, up to the requested number", async () => {
  const { discord, rest } = await aWorld();
  const messages = Routes.channelMessages(discord.channelId);
  for (const content of ["1", "2", "3"]) await rest.post(messages, { body: { content } });
  expect(await rest.get(Routes.channel(discord.channelId))).toMatchObject({ id: discord.channelId, type: 0 });
  expect(await rest.get(messages)).toMatchObject([{ content: "3" }, { content: "2" }, { content: "1" }]);
  const two = await rest.get(messages, { query: new URLSearchParams({ limit: "2" }) });
  expect(two).toMatchObject([{ content: "3" }, { content: "2" }]);
});

test("a Discord bot can read and delete a channel message with the bot token, and an interaction response with the interaction token", async () => {
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

test("Discord refuses a request for the commands of an unknown server", async () => {
  const { discord, rest } = await aWorld();
  expect(await refusal(rest.get(Routes.applicationGuildCommands(discord.applicationId, "1")))).toMatchObject({
    status: 403,
    code: 50001,
  });
});

test("a Discord server's commands are stored separately from the app's global commands", async () => {
  const { discord, rest } = await aWorld();
  const here = Routes.applicationGuildCommands(discord.applicationId, discord.guildId);
  const made = await rest.put(here, { body: [{ name: "here", description: "x" }] });
  expect(made).toMatchObject([{ name: "here", guild_id: discord.guildId }]);
  expect(await rest.get(here)).toEqual(made);
  expect(await rest.get(Routes.applicationCommands(discord.applicationId))).toEqual([]);
});
