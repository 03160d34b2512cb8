import { RateLimitError } from "@discordjs/rest";
import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, EPHEMERAL, messageIn, refusal, restOf, text, V2 } from "./world.ts";

const ada = "200000000000000001";
const ben = "200000000000000002";

test("every bot route refuses a wrong token, and interaction routes need none", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const stranger = restOf(world.discord, "wrong");
  expect(await refusal(stranger.get(Routes.gatewayBot()))).toMatchObject({ status: 401, code: 0 });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
});

test("a channel that the bot may not see answers Missing Access, and interactions still work there", async () => {
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

test("the answer to an interaction can be edited through the channel after its token has expired", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: "one" } });
  world.clock.advance(20 * 60_000);
  const [one] = world.discord.messages("ada");
  await world.rest.patch(Routes.channelMessage(world.discord.channelId, one?.id ?? ""), { body: { content: "two" } });
  expect(world.discord.messages("ada")).toMatchObject([{ id: one?.id, content: "two", editedAt: world.clock.now() }]);
});

test("the same nonce returns the earlier message for a few minutes", async () => {
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

const PINGS: readonly [what: string, body: object, pinged: readonly string[], mentioned?: readonly string[]][] = [
  ["a mention", { content: `<@${ben}>` }, [ben]],
  ["a mention in a text display", { flags: V2, components: [text(`<@${ben}>`)] }, [ben]],
  ["@everyone", { content: "@everyone" }, [ada, ben, "200000000000000003"]],
  ["a mention that is allowed by id", { content: `<@${ben}> <@${ada}>`, allowed_mentions: { users: [ada] } }, [ada]],
  ["a mention that is not allowed", { content: `<@${ben}> @everyone`, allowed_mentions: { parse: [] } }, []],
  ["a mention sent silently", { content: `<@${ben}>`, flags: 1 << 12 }, [], [ben]],
  ["a mention in an embed", { embeds: [{ description: `<@${ben}>` }] }, []],
  ["no mention", { content: "nobody" }, []],
];

test.for(PINGS)("a channel message with %s mentions the right people", async ([, body, pinged, mentioned = pinged]) => {
  const { rest, discord, seen } = await aWorld();
  await rest.post(Routes.channelMessages(discord.channelId), { body });
  expect(seen("pinged").map(({ payload }) => payload)).toEqual(pinged.length ? [{ personIds: pinged }] : []);
  expect(discord.messages("ada")[0]?.mentions).toEqual(mentioned);
});

test("answers mention users by default, and never @everyone", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: `@everyone <@${ben}>` } });
  expect(world.seen("pinged")).toMatchObject([{ payload: { personIds: [ben] } }]);
});

test("an edit never notifies, not even one that answers a defer", async () => {
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

test("an edit of a message's text mentions whom that edit allows, whatever the original message allowed", async () => {
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

test.for<[reply: string, body: object, mentioned: readonly string[]]>([
  ["a reply without allowed mentions mentions", {}, [ben]],
  [
    "a reply that allows only the replied user mentions",
    { allowed_mentions: { parse: [], replied_user: true } },
    [ben],
  ],
  ["a reply that allows no mention does not mention", { allowed_mentions: { parse: [] } }, []],
])("%s the author of the message that is replied to", async ([, body, mentioned]) => {
  const { rest, discord } = await aWorld();
  const message_id = discord.post("ben", "a boat");
  const reply = { content: "seen", message_reference: { message_id }, ...body };
  await rest.post(Routes.channelMessages(discord.channelId), { body: reply });
  expect(discord.messages("ada")[1]?.mentions).toEqual(mentioned);
});

test("an ephemeral message mentions nobody but the person who can see it", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: `<@${ada}> <@${ben}>`, flags: EPHEMERAL } });
  expect(world.seen("pinged")).toMatchObject([{ personId: "ada", payload: { personIds: [ada] } }]);
});

test("a direct message notifies its recipient and appears only in the recipient's direct messages", async () => {
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

test("five edits in two seconds are reported as the limit, and discord.js holds back the sixth", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "0" } });
  const edit = (content: string) => world.rest.patch(bot.original(asked), { body: { content }, auth: false });
  for (const content of ["1", "2", "3", "4", "5"]) await edit(content);
  await expect(edit("6")).rejects.toBeInstanceOf(RateLimitError);
  expect(world.seen("refused")).toEqual([]);
});

test("a request above the limit gets 429 with the wait in header and body, and succeeds after that wait", async () => {
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

test("a message posted more than an hour ago allows three edits in 20 s", async () => {
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

test("people's messages arrive without content, because the bot lacks that intent", async () => {
  const { rest, discord } = await aWorld();
  const id = discord.post("ben", "look at this");
  expect(await rest.get(Routes.channelMessage(discord.channelId, id))).toMatchObject({
    content: "",
    author: { id: ben },
  });
  expect(
    await refusal(rest.patch(Routes.channelMessage(discord.channelId, id), { body: { content: "x" } })),
  ).toMatchObject({
    status: 403,
    code: 50005,
  });
  expect(discord.messages("ada")).toMatchObject([{ content: "look at this", authorId: ben }]);
});
