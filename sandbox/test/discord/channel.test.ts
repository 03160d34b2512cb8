import { RateLimitError } from "@discordjs/rest";
import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, EPHEMERAL, messageIn, refusal, restOf, text, V2 } from "./world.ts";

const ada = "200000000000000001";
const ben = "200000000000000002";

test("Discord refuses a wrong bot token, but an interaction response needs no bot token", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const stranger = restOf(world.discord, "wrong");
  expect(await refusal(stranger.get(Routes.gatewayBot()))).toMatchObject({ status: 401, code: 0 });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
});

test("in a channel that the bot cannot see, Discord refuses requests with the bot token but accepts interaction responses", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { foreignChannelId } = world.discord;
  const asked = await bot.asked({ channelId: foreignChannelId });
  expect(asked).toMatchObject({ channel_id: foreignChannelId });
  await bot.answer(asked, { type: 4, data: { content: "here" } });
  const [here] = world.discord.messages("ben", foreignChannelId);
  const missing = { status: 403, code: 50001 };
  const address = Routes.channelMessage(foreignChannelId, here?.id ?? "");
  for (const request of [
    () => world.rest.get(Routes.channel(foreignChannelId)),
    () => world.rest.post(Routes.channelMessages(foreignChannelId), { body: { content: "x" } }),
    () => world.rest.patch(address, { body: { content: "x" } }),
    () => world.rest.delete(address),
  ])
    expect(await refusal(request())).toMatchObject(missing);
  await world.rest.patch(bot.original(asked), { body: { content: "still here" }, auth: false });
  expect(await refusal(world.rest.get(Routes.channel("1")))).toMatchObject({ status: 404, code: 10003 });
});

test("a Discord interaction response can be edited like an ordinary channel message after the interaction token has expired", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: "one" } });
  world.clock.advance(20 * 60_000);
  const [one] = world.discord.messages("ada");
  await world.rest.patch(Routes.channelMessage(world.discord.channelId, one?.id ?? ""), { body: { content: "two" } });
  expect(world.discord.messages("ada")).toMatchObject([{ id: one?.id, content: "two", editedAt: world.clock.now() }]);
});

test("Discord creates only one message if the same enforced nonce is sent twice within a few minutes", async () => {
  const { rest, discord, clock } = await aWorld();
  const post = async (nonce: string, enforce_nonce: boolean) =>
    messageIn(
      await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x", nonce, enforce_nonce } }),
    ).id;
  const first = await post("a", true);
  expect(await post("a", true)).toBe(first);
  expect(await post("b", true)).not.toBe(first);
  expect(await post("a", false)).not.toBe(first);
  clock.advance(10 * 60_000);
  const late = await post("a", true);
  expect(late).not.toBe(first);
  expect(discord.messages("ada")).toHaveLength(4);
});

const PINGS: readonly [
  what: string,
  whom: string,
  body: object,
  pinged: readonly string[],
  mentioned?: readonly string[],
][] = [
  ["a mention", "the mentioned person", { content: `<@${ben}>` }, [ben]],
  ["a mention in a text display", "the mentioned person", { flags: V2, components: [text(`<@${ben}>`)] }, [ben]],
  ["@everyone", "everybody in the channel", { content: "@everyone" }, [ada, ben, "200000000000000003"]],
  [
    "two mentions and one allowed id",
    "only the person with the allowed id",
    { content: `<@${ben}> <@${ada}>`, allowed_mentions: { users: [ada] } },
    [ada],
  ],
  [
    "mentions and an empty allowed_mentions",
    "nobody",
    { content: `<@${ben}> @everyone`, allowed_mentions: { parse: [] } },
    [],
  ],
  ["a mention and the flag for silent messages", "nobody", { content: `<@${ben}>`, flags: 1 << 12 }, [], [ben]],
  ["a mention in an embed", "nobody", { embeds: [{ description: `<@${ben}>` }] }, []],
  ["no mention", "nobody", { content: "nobody" }, []],
];

test.for(PINGS)("a Discord message with %s notifies %s", async ([, , body, pinged, mentioned = pinged]) => {
  const { rest, discord, seen } = await aWorld();
  await rest.post(Routes.channelMessages(discord.channelId), { body });
  expect(seen("pinged").map(({ payload }) => payload)).toEqual(pinged.length ? [{ personIds: pinged }] : []);
  expect(discord.messages("ada")[0]?.mentions).toEqual(mentioned);
});

test("a Discord interaction response notifies mentioned users by default, but never @everyone", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: `@everyone <@${ben}>` } });
  expect(world.seen("pinged")).toMatchObject([{ payload: { personIds: [ben] } }]);
});

test("editing a Discord message notifies nobody, even if the edit completes a deferred response", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
  await world.rest.patch(bot.original(asked), { body: { content: `<@${ben}>` }, auth: false });
  const [answer] = world.discord.messages("ada");
  await world.rest.patch(Routes.channelMessage(world.discord.channelId, answer?.id ?? ""), {
    body: { content: `<@${ada}>` },
  });
  expect(world.seen("pinged")).toEqual([]);
  await world.rest.post(bot.webhook(asked), { body: { content: `<@${ben}>` }, auth: false });
  expect(world.seen("pinged")).toMatchObject([{ payload: { personIds: [ben] }, interactionId: asked.id }]);
});

test("editing a Discord message's text applies the allowed mentions of the edit, not of the original message", async () => {
  const { rest, discord } = await aWorld();
  const quiet = { allowed_mentions: { parse: [] } };
  const posted = Routes.channelMessages(discord.channelId);
  const { id } = messageIn(await rest.post(posted, { body: { content: `<@${ben}>`, ...quiet } }));
  const mentionsAfter = async (body: object) => {
    await rest.patch(Routes.channelMessage(discord.channelId, id), { body });
    return discord.messages("ada")[0]?.mentions;
  };
  expect(await mentionsAfter({ content: `<@${ada}>` })).toEqual([ada]);
  expect(await mentionsAfter({ embeds: [{ title: "x" }] })).toEqual([ada]);
  expect(await mentionsAfter({ content: `<@${ada}>!`, ...quiet })).toEqual([]);
});

test.for<[reply: string, effect: string, body: object, mentioned: readonly string[]]>([
  ["without allowed_mentions", "mentions", {}, [ben]],
  ["with replied_user set to true", "mentions", { allowed_mentions: { parse: [], replied_user: true } }, [ben]],
  ["with an empty allowed_mentions", "does not mention", { allowed_mentions: { parse: [] } }, []],
])("a Discord reply %s %s the author of the original message", async ([, , body, mentioned]) => {
  const { rest, discord } = await aWorld();
  const message_id = discord.post("ben", "a boat");
  const reply = { content: "seen", message_reference: { message_id }, ...body };
  await rest.post(Routes.channelMessages(discord.channelId), { body: reply });
  expect(discord.messages("ada")[1]?.mentions).toEqual(mentioned);
});

test("an ephemeral Discord message that mentions two people notifies only the person who can see the message", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: `<@${ada}> <@${ben}>`, flags: EPHEMERAL } });
  expect(world.seen("pinged")).toMatchObject([{ personId: "ada", payload: { personIds: [ada] } }]);
});

test("a direct message on Discord notifies its recipient and is visible to nobody else", async () => {
  const { rest, discord, seen } = await aWorld();
  const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: ada } });
  expect(channel).toMatchObject({ id: discord.dmChannelId("ada"), type: 1, recipients: [{ id: ada }] });
  await rest.post(Routes.channelMessages(discord.dmChannelId("ada")), { body: { content: "done" } });
  expect(seen("pinged")).toMatchObject([{ payload: { personIds: [ada] } }]);
  expect(discord.messages("ada", discord.dmChannelId("ada"))).toMatchObject([{ content: "done" }]);
  expect(() => discord.messages("ben", discord.dmChannelId("ada"))).toThrow("sees no channel");
  expect(await refusal(rest.post(Routes.userChannels(), { body: { recipient_id: "7" } }))).toMatchObject({
    code: 50033,
  });
});

test("discord.js reads the limit of five edits in 2 s from Discord's headers and sends no sixth edit", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "0" } });
  const edit = (content: string) => world.rest.patch(bot.original(asked), { body: { content }, auth: false });
  for (const content of ["1", "2", "3", "4", "5"]) await edit(content);
  await expect(edit("6")).rejects.toBeInstanceOf(RateLimitError);
  expect(world.seen("refused")).toEqual([]);
});

test("a Discord request above the rate limit gets 429 and succeeds after the wait that the response names", async () => {
  const { discord, clock, seen } = await aWorld();
  const post = () =>
    fetch(`${discord.apiUrl}/v10/channels/${discord.channelId}/messages`, {
      method: "POST",
      headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
      body: '{"content":"x"}',
    });
  const first = await post();
  expect(first.headers.get("x-ratelimit-limit")).toBe("5");
  expect(first.headers.get("x-ratelimit-remaining")).toBe("4");
  expect(first.headers.get("x-ratelimit-reset-after")).toBe("5.000");
  expect(first.headers.get("x-ratelimit-bucket")).toMatch(/^[0-9a-f]{32}$/);
  for (let sent = 1; sent < 5; sent += 1) expect((await post()).status).toBe(200);
  clock.advance(1_500);
  const over = await post();
  expect([over.status, await over.json()]).toEqual([
    429,
    { message: "You are being rate limited.", retry_after: 3.5, global: false },
  ]);
  expect(over.headers.get("retry-after")).toBe("4");
  expect(over.headers.get("x-ratelimit-scope")).toBe("user");
  expect(seen("refused")).toMatchObject([{ payload: { status: 429, why: "You are being rate limited." } }]);
  clock.advance(3_500);
  expect((await post()).status).toBe(200);
});

test("a Discord message older than an hour can be edited only three times in 20 s", async () => {
  const { discord, clock, rest } = await aWorld();
  const { id } = messageIn(await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }));
  clock.advance(3_600_001);
  const edit = () =>
    fetch(`${discord.apiUrl}/v10/channels/${discord.channelId}/messages/${id}`, {
      method: "PATCH",
      headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
      body: '{"content":"y"}',
    });
  for (let sent = 0; sent < 3; sent += 1) expect((await edit()).status).toBe(200);
  const fourth = await edit();
  expect([fourth.status, await fourth.json()]).toMatchObject([429, { code: 30046, retry_after: 20 }]);
});

test("a Discord bot without the message content intent gets people's messages with empty content", async () => {
  const { rest, discord } = await aWorld();
  const id = discord.post("ben", "look at this");
  expect(await rest.get(Routes.channelMessage(discord.channelId, id))).toMatchObject({
    content: "",
    author: { id: ben },
  });
  expect(discord.messages("ada")).toMatchObject([{ content: "look at this", authorId: ben }]);
});

test("a Discord bot cannot edit a person's message", async () => {
  const { rest, discord } = await aWorld();
  const id = discord.post("ben", "look at this");
  expect(
    await refusal(rest.patch(Routes.channelMessage(discord.channelId, id), { body: { content: "x" } })),
  ).toMatchObject({
    status: 403,
    code: 50005,
  });
  expect(discord.messages("ada")).toMatchObject([{ content: "look at this", authorId: ben }]);
});
