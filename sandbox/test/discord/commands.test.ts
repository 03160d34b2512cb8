import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { writtenPng } from "../film/written-png.ts";
import { aBot, ask, aWorld, type BadCommand, expectRefused, refusal } from "./world.ts";

const option = (name: string, more: object = {}) => ({ type: 3, name, description: "x", ...more });
const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const choices = (count: number) => many(count, (index) => ({ name: `c${index}`, value: `${index}` }));

const REFUSED: readonly BadCommand[] = [
  ["a capital letter in its name", { name: "Ask", description: "x" }, "name"],
  ["a space in its name", { name: "ask me", description: "x" }, "name"],
  ["a name of 33 characters", { name: "x".repeat(33), description: "x" }, "name"],
  ["no description", { name: "ask" }, "description"],
  ["a description of 101 characters", { name: "ask", description: "x".repeat(101) }, "description"],
  ["26 options", { ...ask, options: many(26, (index) => option(`o${index}`)) }, "options"],
  ["an option with 26 choices", { ...ask, options: [option("a", { choices: choices(26) })] }, "options.0.choices"],
  [
    "a required option after an optional one",
    { ...ask, options: [option("a"), option("b", { required: true })] },
    "options.1",
  ],
  ["two options of the same name", { ...ask, options: [option("a"), option("a")] }, "options.1"],
  ["an option without a description", { ...ask, options: [{ type: 3, name: "a" }] }, "options.0.description"],
  ["an option of an unknown type", { ...ask, options: [option("a", { type: 12 })] }, "options.0.type"],
  [
    "a choice of the wrong type in an option",
    { ...ask, options: [option("a", { type: 4, choices: choices(1) })] },
    "options.0.choices.0.value",
  ],
  [
    "both autocomplete and choices in one option",
    { ...ask, options: [option("a", { autocomplete: true, choices: choices(1) })] },
    "options.0.autocomplete",
  ],
  ["both a subcommand and a plain option", { ...ask, options: [option("a", { type: 1 }), option("b")] }, "options"],
  ["an unknown interaction context", { ...ask, contexts: [3] }, "contexts.0"],
];

test.for(REFUSED)("Discord refuses a command with %s", ([, command, path]) => expectRefused(command, path));

test("in the sandbox, a Discord bot sees a guest as a member of the server", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await world.discord.command("guest-0042", ask.name, { prompt: "who" });
  const asked = await bot.next();
  const user = { id: "200000000000010042", username: "guest-0042" };
  expect(asked).toMatchObject({ member: { user } });
  expect(await world.rest.get(Routes.guildMember(world.discord.guildId, user.id))).toMatchObject({ user });
  const direct = await world.rest.post(Routes.userChannels(), { body: { recipient_id: user.id } });
  expect(direct).toMatchObject({ type: 1, recipients: [user] });
  await bot.answer(asked, { type: 4, data: { content: "you", flags: 64 } });
  expect(world.seen("message")).toMatchObject([{ personId: "guest-0042" }]);
});

test("overwriting all Discord commands keeps the id of a command whose name stays the same", async () => {
  const { rest, discord } = await aWorld();
  const commands = Routes.applicationCommands(discord.applicationId);
  const [first] = [
    await rest.put(commands, { body: [ask, { ...ask, name: "gone" }, { type: 3, name: "Animate this" }] }),
  ].flat();
  const [again] = [await rest.put(commands, { body: [{ ...ask, description: "Asks better" }] })].flat();
  expect(discord.commands()).toEqual([again]);
  expect(again).toMatchObject({ id: Object(first).id, description: "Asks better", type: 1 });
  expect(Object(again).version).not.toBe(Object(first).version);
  expect(await rest.get(commands)).toEqual([again]);
  expect(await refusal(rest.put(commands, { body: [ask, ask] }))).toMatchObject({ errors: { "1": { name: {} } } });
});

test("an individual global or server command can be created, changed and deleted on Discord", async () => {
  const { rest, discord } = await aWorld();
  for (const commands of [
    Routes.applicationCommands(discord.applicationId),
    Routes.applicationGuildCommands(discord.applicationId, discord.guildId),
  ] as const) {
    const { id } = Object(await rest.post(commands, { body: ask }));
    expect(Object(await rest.post(commands, { body: ask })).id).toBe(id);
    expect(await rest.patch(`${commands}/${id}`, { body: { description: "Better" } })).toMatchObject({
      id,
      name: "ask",
      description: "Better",
    });
    expect(await rest.get(`${commands}/${id}`)).toMatchObject({ description: "Better" });
    await rest.delete(`${commands}/${id}`);
    expect(await refusal(rest.get(`${commands}/${id}`))).toMatchObject({ status: 404, code: 10063 });
  }
  expect(await refusal(rest.get(Routes.applicationCommands("1")))).toMatchObject({ status: 403, code: 20012 });
});

test("a Discord command that is used before the bot connects is delivered when the bot connects", async () => {
  const world = await aWorld();
  const early = world.discord.command("ada", "ask", { prompt: "a boat" });
  const bot = await aBot(world);
  expect(await bot.next()).toMatchObject({ id: await early });
});

test("a slash command with a file reaches the bot in Discord's format, and the file can be downloaded", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { discord } = world;
  const image = {
    name: "my boat.png",
    contentType: "image/png",
    bytes: new Uint8Array([9, 8, 7]),
    width: 3,
    height: 1,
  };
  await discord.command("ben", "ask", { prompt: "a boat", duration: 10, image });
  const asked = await bot.next();
  const attachmentId = Object.keys(Object(asked.data.resolved).attachments)[0] ?? "";
  expect(asked).toMatchObject({
    application_id: discord.applicationId,
    type: 2,
    version: 1,
    guild_id: discord.guildId,
    channel_id: discord.channelId,
    channel: { id: discord.channelId, type: 0 },
    member: { user: { id: "200000000000000002", global_name: "Ben" } },
    locale: "en-US",
    guild_locale: "en-US",
    context: 0,
    entitlements: [],
    authorizing_integration_owners: { "0": discord.guildId },
    attachment_size_limit: 20 * 1024 * 1024,
    data: {
      name: "ask",
      type: 1,
      options: [
        { name: "prompt", type: 3, value: "a boat" },
        { name: "duration", type: 4, value: 10 },
        { name: "image", type: 11, value: attachmentId },
      ],
      resolved: {
        attachments: { [attachmentId]: { filename: "my_boat.png", size: 3, width: 3, height: 1, ephemeral: true } },
      },
    },
  });
  const { url } = Object(asked.data.resolved).attachments[attachmentId];
  const file = await fetch(url);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(file.headers.get("content-length")).toBe("3");
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(image.bytes);
  expect(world.seen("command")).toMatchObject([{ personId: "ben", interactionId: asked.id, payload: asked.data }]);
});

test("a Discord command that is used in direct messages reaches the bot with a user and without a server", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked({ channelId: world.discord.dmChannelId("ada") });
  expect(asked).toMatchObject({
    user: { id: "200000000000000001" },
    context: 1,
    authorizing_integration_owners: { "0": "0" },
  });
  expect(asked).not.toHaveProperty("member");
  expect(asked).not.toHaveProperty("guild_id");
});

test("the emulated Discord client refuses to send a command with invalid options", async () => {
  const world = await aWorld();
  await aBot(world, [
    ask,
    { ...ask, name: "here", contexts: [0] },
    { ...ask, name: "admin", default_member_permissions: "8" },
  ]);
  const { discord } = world;
  const use = (options: Record<string, string | number>) => discord.command("ada", "ask", options);
  await expect(use({})).rejects.toThrow('"prompt" is required');
  await expect(use({ prompt: "x".repeat(101) })).rejects.toThrow("at most 100");
  await expect(use({ prompt: "x", duration: 15 })).rejects.toThrow("offers 10");
  await expect(use({ prompt: "x", count: 4 })).rejects.toThrow("no more than 3");
  await expect(use({ prompt: "x", count: 0 })).rejects.toThrow("no less than 1");
  await expect(use({ prompt: "x", count: 1.5 })).rejects.toThrow("takes a number");
  await expect(use({ prompt: "x", image: "file" })).rejects.toThrow("takes a file");
  await expect(use({ prompt: "x", other: "y" })).rejects.toThrow('no option "other"');
  const dm = { channelId: discord.dmChannelId("ada") };
  await expect(discord.command("ada", "here", { prompt: "x" }, dm)).rejects.toThrow("not offered");
  await expect(discord.command("ada", "admin", { prompt: "x" })).rejects.toThrow("not offered");
  expect(world.seen("command")).toEqual([]);
});

test("a Discord command with subcommands cannot be used without a subcommand", async () => {
  const world = await aWorld();
  const set = { type: 1, name: "set", description: "x", options: [option("value")] };
  const bot = await aBot(world, [{ name: "key", description: "x", options: [set] }]);
  await expect(world.discord.command("ada", "key")).rejects.toThrow("one of set");
  await world.discord.command("ada", "key", { value: "v" }, { subcommand: "set" });
  const asked = await bot.next();
  expect(asked.data.options).toEqual([{ type: 1, name: "set", options: [{ type: 3, name: "value", value: "v" }] }]);
  await bot.answer(asked, { type: 4, data: { content: "x" } });
  expect(world.discord.messages("ada")).toMatchObject([{ interaction: { name: "key set" } }]);
});

const picture = writtenPng(
  Array.from({ length: 20 }, () => Array(30).fill(0)),
  { colour: 0, bits: 8 },
);

test("Discord adds width and height to an uploaded picture if the file is readable", async () => {
  const world = await aWorld();
  const bot = await aBot(world, [{ type: 3, name: "Animate this" }]);
  const files = [picture, new Uint8Array([1])].map((bytes) => ({ name: "a.png", contentType: "image/png", bytes }));
  const messageId = world.discord.post("ben", "my cats", files);
  await world.discord.command("ada", "Animate this", {}, { messageId });
  const { messages } = Object((await bot.next()).data.resolved);
  const [whole, broken] = messages[messageId].attachments;
  expect(whole).toMatchObject({ width: 30, height: 20 });
  expect(broken).not.toHaveProperty("width");
});

test("a Discord message command reaches the bot with the text and files of the selected message", async () => {
  const world = await aWorld();
  const bot = await aBot(world, [{ type: 3, name: "Animate this" }]);
  const image = { name: "a.png", contentType: "image/png", bytes: new Uint8Array([1]) };
  const messageId = world.discord.post("ben", "my cat", [image]);
  await world.discord.command("ada", "Animate this", {}, { messageId });
  const asked = await bot.next();
  expect(asked.data).toMatchObject({
    type: 3,
    target_id: messageId,
    resolved: { messages: { [messageId]: { content: "my cat", attachments: [{ filename: "a.png" }] } } },
  });
  await bot.answer(asked, { type: 4, data: { content: "moving" } });
  expect(world.discord.messages("ada")).toMatchObject([{}, { type: 23 }]);
});

test("Discord's autocomplete shows the bot's suggestions and refuses any other type of response", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const offered = world.discord.suggest("ada", "ask", "show", "bo");
  const typed = await bot.next();
  expect(typed).toMatchObject({ type: 4, data: { options: [{ name: "show", value: "bo", focused: true }] } });
  expect(await refusal(bot.answer(typed, { type: 4, data: { content: "x" } }))).toMatchObject({ errors: { type: {} } });
  const tooMany = many(26, (index) => ({ name: `${index}`, value: `${index}` }));
  expect(await refusal(bot.answer(typed, { type: 8, data: { choices: tooMany } }))).toMatchObject({ code: 50035 });
  await bot.answer(typed, { type: 8, data: { choices: [{ name: "boat", value: "1" }] } });
  expect(await offered).toEqual([{ name: "boat", value: "1" }]);
  const late = expect(world.discord.suggest("ada", "ask", "show", "x")).rejects.toThrow("Loading options failed");
  await bot.next();
  world.clock.advance(3_000);
  await late;
});
