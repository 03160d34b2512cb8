import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { aBot, aWorld, button, messageIn, refusal, row, text, V2 } from "../world.ts";

const long = (length: number) => "x".repeat(length);
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const link = (url: string) => ({ type: 2, style: 5, label: "Open", url });
const gallery = (count: number, url = "https://example.com/a.png") => ({
  type: 12,
  items: many(count, () => ({ media: { url } })),
});

const FITTING: readonly [what: string, body: object][] = [
  ["2,000 characters", { content: long(2_000) }],
  ["ten embeds of 6,000 characters in all", { embeds: many(10, () => ({ description: long(600) })) }],
  [
    "five action rows of five buttons",
    { content: "x", components: many(5, (r) => row(...many(5, (b) => button(`${r}-${b}`)))) },
  ],
  [
    "a button label of 80 characters and a custom_id of 100",
    { components: [row(button(long(100), { label: long(80) }))] },
  ],
  ["a link button URL of 512 characters", { components: [row(link(`https://e.com/${long(498)}`))] }],
  ["40 components", { flags: V2, components: [{ type: 17, components: many(39, () => text("x")) }] }],
  ["4,000 characters of display text", { flags: V2, components: [text(long(2_000)), text(long(2_000))] }],
  ["a button in a section", { flags: V2, components: [{ type: 9, components: [text("x")], accessory: button("a") }] }],
  ["a gallery of ten pictures", { flags: V2, components: [gallery(10)] }],
  ["a select menu", { components: [row({ type: 3, custom_id: "m", options: [{ label: "a", value: "a" }] })] }],
  ["a text display followed by a separator", { flags: V2, components: [text("x"), { type: 14, spacing: 2 }] }],
];

test.for(FITTING)("Discord accepts a message with %s", async ([, body]) => {
  const { rest, discord } = await aWorld();
  await rest.post(Routes.channelMessages(discord.channelId), { body });
  expect(discord.messages("ada")).toHaveLength(1);
});

const REFUSED: readonly [what: string, body: object, path: string][] = [
  ["2,001 characters", { content: long(2_001) }, "content"],
  ["eleven embeds", { embeds: many(11, () => ({ title: "x" })) }, "embeds"],
  [
    "embeds of 6,001 characters in all",
    { embeds: [{ title: "x" }, ...many(6, () => ({ description: long(1_000) }))] },
    "embeds",
  ],
  ["an embed title of 257 characters", { embeds: [{ title: long(257) }] }, "embeds.0.title"],
  ["an empty embed", { embeds: [{}] }, "embeds.0.description"],
  ["six action rows", { components: many(6, (index) => row(button(`${index}`))) }, "components"],
  [
    "six buttons in an action row",
    { components: [row(...many(6, (index) => button(`${index}`)))] },
    "components.0.components",
  ],
  ["an empty action row", { components: [row()] }, "components.0.components"],
  [
    "a button label of 81 characters",
    { components: [row(button("a", { label: long(81) }))] },
    "components.0.components.0.label",
  ],
  [
    "a button without a label or emoji",
    { components: [row({ type: 2, style: 1, custom_id: "a" })] },
    "components.0.components.0.label",
  ],
  ["a custom_id of 101 characters", { components: [row(button(long(101)))] }, "components.0.components.0.custom_id"],
  ["an empty custom_id", { components: [row(button(""))] }, "components.0.components.0.custom_id"],
  [
    "a button without a custom_id",
    { components: [row({ type: 2, style: 1, label: "x" })] },
    "components.0.components.0.custom_id",
  ],
  [
    "two buttons with the same custom_id",
    { components: [row(button("a"), button("a"))] },
    "components.0.components.1.custom_id",
  ],
  [
    "a link button URL of 513 characters",
    { components: [row(link(`https://e.com/${long(499)}`))] },
    "components.0.components.0.url",
  ],
  [
    "a link button to a javascript: URL",
    { components: [row(link("javascript:alert(1)"))] },
    "components.0.components.0.url",
  ],
  [
    "a link button with a custom_id",
    { components: [row({ ...link("https://e.com"), custom_id: "a" })] },
    "components.0.components.0.custom_id",
  ],
  ["an unknown button style", { components: [row(button("a", { style: 9 }))] }, "components.0.components.0.style"],
  ["a component of an unknown type", { components: [{ type: 99 }] }, "components.0.type"],
  ["a button outside an action row", { components: [button("a")] }, "components.0.type"],
  ["a text display without the Components V2 flag", { components: [text("x")] }, "components.0.type"],
  ["both plain content and the Components V2 flag", { flags: V2, content: "x", components: [text("x")] }, "content"],
  [
    "both embeds and the Components V2 flag",
    { flags: V2, embeds: [{ title: "x" }], components: [text("x")] },
    "embeds",
  ],
  ["41 components", { flags: V2, components: [{ type: 17, components: many(40, () => text("x")) }] }, "components"],
  ["4,001 characters of display text", { flags: V2, components: [text(long(2_000)), text(long(2_001))] }, "components"],
  [
    "a section without an accessory",
    { flags: V2, components: [{ type: 9, components: [text("x")] }] },
    "components.0.accessory",
  ],
  [
    "a section of four texts",
    { flags: V2, components: [{ type: 9, components: many(4, () => text("x")), accessory: button("a") }] },
    "components.0.components",
  ],
  ["a gallery of eleven pictures", { flags: V2, components: [gallery(11)] }, "components.0.items"],
  [
    "a gallery picture at an ftp: URL",
    { flags: V2, components: [gallery(1, "ftp://e.com/a")] },
    "components.0.items.0.media.url",
  ],
  [
    "a gallery picture that is not attached",
    { flags: V2, components: [gallery(1, "attachment://a.mp4")] },
    "components.0.items.0.media.url",
  ],
  [
    "a container in a container",
    { flags: V2, components: [{ type: 17, components: [{ type: 17, components: [text("x")] }] }] },
    "components.0.components.0.type",
  ],
  [
    "a form's input field",
    { flags: V2, components: [{ type: 18, label: "x", component: { type: 4, custom_id: "a", style: 1 } }] },
    "components.0.type",
  ],
  ["a flag that bots cannot set", { content: "x", flags: 1 << 7 }, "flags"],
  [
    "both a list of users and the value “users” in allowed_mentions",
    { content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } },
    "allowed_mentions.parse",
  ],
  [
    "101 user ids in allowed_mentions",
    { content: "x", allowed_mentions: { users: many(101, String) } },
    "allowed_mentions.users",
  ],
  ["a nonce of 26 characters", { content: "x", nonce: long(26) }, "nonce"],
  ["a reference to a deleted message", { content: "x", message_reference: { message_id: "1" } }, "message_reference"],
];

test.for(REFUSED)("Discord refuses a message with %s", async ([, body, path]) => {
  const { rest, discord, seen } = await aWorld();
  const { status, code, errors } = await refusal(rest.post(Routes.channelMessages(discord.channelId), { body }));
  expect([status, code]).toEqual([400, 50035]);
  expect(errors).toHaveProperty([...path.split("."), "_errors", "0", "code"]);
  expect(seen("message")).toEqual([]);
  expect(seen("refused")).toMatchObject([
    { payload: { method: "POST", path: `/api/v10/channels/${discord.channelId}/messages`, status: 400, code: 50035 } },
  ]);
});

test("Discord refuses an empty message and an edit that makes a message empty", async () => {
  const { rest, discord } = await aWorld();
  const messages = Routes.channelMessages(discord.channelId);
  const empty = { status: 400, code: 50006 };
  expect(await refusal(rest.post(messages, { body: { content: "  " } }))).toMatchObject(empty);
  expect(await refusal(rest.post(messages, { body: { flags: V2, components: [] } }))).toMatchObject(empty);
  const { id } = messageIn(await rest.post(messages, { body: { content: "x" } }));
  expect(
    await refusal(rest.patch(Routes.channelMessage(discord.channelId, id), { body: { content: "" } })),
  ).toMatchObject(empty);
});

test("Discord reports a mistake in an interaction response under errors.data", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  expect(await refusal(bot.answer(asked, { type: 4, data: { content: long(2_001) } }))).toMatchObject({
    code: 50035,
    errors: {
      data: { content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 2000 or fewer in length." }] } },
    },
  });
  expect(world.seen("refused")).toMatchObject([
    { payload: { path: `/api/v10/interactions/${asked.id}/:token/callback` } },
  ]);
  await bot.answer(asked, { type: 4, data: { content: "shorter" } });
});

test("an edit can convert a Discord message to Components V2 only if the edit also removes the content and the embeds", async () => {
  const { rest, discord } = await aWorld();
  const { id } = messageIn(
    await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "old", embeds: [{ title: "e" }] } }),
  );
  const address = Routes.channelMessage(discord.channelId, id);
  const components = [text("new")];
  const { errors } = await refusal(rest.patch(address, { body: { flags: V2, components } }));
  expect(errors).toMatchObject({ content: {}, embeds: {} });
  await rest.patch(address, { body: { flags: V2, content: null, embeds: [], components } });
  expect(discord.messages("ada")).toMatchObject([{ flags: V2, content: "", components: [{ content: "new", id: 1 }] }]);
  expect(await refusal(rest.patch(address, { body: { flags: 0, content: "back", components: [] } }))).toMatchObject({
    code: 50035,
  });
  expect(await refusal(rest.patch(address, { body: { content: "back" } }))).toMatchObject({ errors: { content: {} } });
  await rest.patch(address, { body: { components: [text("newer")] } });
  expect(discord.messages("ada")).toMatchObject([{ flags: V2, components: [{ content: "newer" }] }]);
});

test("Discord refuses an invalid JSON body, an unknown route and an unsupported method", async () => {
  const { discord } = await aWorld();
  const headers = { authorization: `Bot ${discord.token}`, "content-type": "application/json" };
  const post = await fetch(`${discord.apiUrl}/v10/channels/${discord.channelId}/messages`, {
    method: "POST",
    headers,
    body: "{",
  });
  expect([post.status, await post.json()]).toMatchObject([400, { code: 50109 }]);
  expect((await fetch(`${discord.apiUrl}/v10/nowhere`)).status).toBe(404);
  expect((await fetch(`${discord.apiUrl}/v10/users/@me`, { method: "DELETE", headers })).status).toBe(405);
});
