import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { Routes } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type AWorld, aBot, ask, aWorld, button, messageIn, refusal, row, text, V2 } from "./world.ts";

/** Returns the names of the events that a bot with these intents receives. */
async function receiving(intents: number) {
  const world = await aWorld();
  const { discord, rest } = world;
  const manager = new WebSocketManager({ token: discord.token, intents, rest, retrieveSessionInfo: () => null });
  const received: { readonly t: string; readonly d: unknown }[] = [];
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => received.push(data));
  onTestFinished(() => manager.destroy());
  await manager.connect();
  const marked = new Promise<void>((resolve) =>
    manager.on(WebSocketShardEvents.Dispatch, ({ data }) => String(data.t) === "MARK" && resolve()),
  );
  discord.membership.removeBot();
  discord.membership.inviteBot();
  discord.dispatch("MARK", {});
  await marked;
  return { world, received };
}

test("a Discord bot receives GUILD_DELETE when it is removed from a server, and GUILD_CREATE when it is invited again", async () => {
  const { world, received } = await receiving(1);
  const gone = received.find(({ t }) => t === "GUILD_DELETE");
  expect(gone?.d).toEqual({ id: world.discord.guildId });
  expect(received.slice(-2)).toMatchObject([{ t: "GUILD_CREATE", d: { id: world.discord.guildId } }, { t: "MARK" }]);
});

test("a Discord bot without the guilds intent receives no event when it is removed from a server or invited again", async () => {
  const { received } = await receiving(0);
  expect(received.map(({ t }) => t)).toEqual(["READY", "MARK"]);
});

test("a Discord bot that was removed from a server loses access to the server but still works in direct messages", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const bot = await aBot(world);
  const { id } = await rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }).then(Object);
  discord.membership.removeBot();
  for (const asking of [
    rest.post(Routes.channelMessages(discord.channelId), { body: { content: "x" } }),
    rest.patch(Routes.channelMessage(discord.channelId, id), { body: { content: "x" } }),
  ])
    expect(await refusal(asking)).toMatchObject({ status: 403, code: 50001 });
  expect(await refusal(rest.get(Routes.guild(discord.guildId)))).toMatchObject({ status: 404, code: 10004 });
  await expect(bot.asked()).rejects.toThrow("The bot is not in this server any more.");
  await bot.asked({ channelId: discord.dmChannelId("ada") });
  discord.membership.inviteBot();
  await bot.asked();
});

const MANAGE_GUILD = 1n << 5n;
const IS_GUEST = 1 << 4;

const memberShape = z.object({ roles: z.array(z.string()), permissions: z.string(), flags: z.number() });

/** Returns a function that uses a command as a person and returns the roles and permissions in the interaction. */
async function aTeam(world: AWorld) {
  const bot = await aBot(world);
  return async (personId: string) => {
    await world.discord.command(personId, "ask", { prompt: "a boat" });
    const { roles, permissions, flags } = memberShape.parse((await bot.next()).member);
    return { roles, isManager: (BigInt(permissions) & MANAGE_GUILD) !== 0n, isGuest: (flags & IS_GUEST) !== 0 };
  };
}

async function roleNamed(name: string, { rest, discord }: AWorld): Promise<string> {
  const guild = z.object({ owner_id: z.string(), roles: z.array(z.object({ id: z.string(), name: z.string() })) });
  const { roles } = guild.parse(await rest.get(Routes.guild(discord.guildId)));
  return roles.find((role) => role.name === name)?.id ?? "none";
}

test("on the sandbox's Discord server, Ben is a manager, Ada has a role without permissions and Cleo has no role", async () => {
  const world = await aWorld();
  const seen = await aTeam(world);
  const [crew, managers] = [await roleNamed("Film crew", world), await roleNamed("Managers", world)];
  expect(await seen("ada")).toEqual({ roles: [crew], isManager: false, isGuest: false });
  expect(await seen("ben")).toEqual({ roles: [managers], isManager: true, isGuest: false });
  expect(await seen("cleo")).toEqual({ roles: [], isManager: false, isGuest: false });
});

test("a change of a person's role or guest status in the sandbox appears in the person's next Discord interaction", async () => {
  const world = await aWorld();
  const seen = await aTeam(world);
  const crew = await roleNamed("Film crew", world);
  world.discord.standings.change("cleo", { rank: "guest" });
  world.discord.standings.change("cleo", { isCrew: true });
  world.discord.standings.change("ben", { rank: "member" });
  expect(await seen("cleo")).toEqual({ roles: [crew], isManager: false, isGuest: true });
  expect(await seen("ben")).toEqual({ roles: [], isManager: false, isGuest: false });
  expect(() => world.discord.standings.change("nobody", { rank: "admin" })).toThrow('nobody here is called "nobody"');
});

test("Discord offers a command that requires Manage Server only to people with this permission", async () => {
  const world = await aWorld();
  const bot = await aBot(world, [{ ...ask, default_member_permissions: String(MANAGE_GUILD) }]);
  await expect(world.discord.command("ada", "ask", { prompt: "x" })).rejects.toThrow("not offered");
  await world.discord.command("ben", "ask", { prompt: "x" });
  expect(await bot.next()).toMatchObject({ member: { user: { username: "ben" } } });
});

test("the sandbox shows the JSON of a bot's Discord message only to people who can see the message", async () => {
  const world = await aWorld();
  const { discord, rest } = world;
  const bot = await aBot(world);
  const card = { flags: V2, components: [text("making it"), row(button("tell"))] };
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: card });
  const id = discord.messages("ada").at(-1)?.id ?? "";
  expect(discord.sent("ben", id)).toMatchObject(card);
  const edit = { components: [text("ready")], allowed_mentions: { parse: [] } };
  await rest.patch(bot.original(asked), { body: edit, auth: false });
  expect(discord.sent("ada", id)).toEqual(edit);

  const posted = { content: "psst", enforce_nonce: true, nonce: "1" };
  const body = await rest.post(Routes.channelMessages(discord.channelId), { body: posted });
  expect(discord.sent("ada", messageIn(body).id)).toEqual(posted);
  await rest.post(bot.webhook(asked), { body: { content: "only you", flags: 64 }, auth: false });
  const privateMessage = discord.messages("ada").at(-1)?.id ?? "";
  expect(discord.sent("ada", privateMessage)).toEqual({ content: "only you", flags: 64 });
  expect(() => discord.sent("ben", privateMessage)).toThrow("there is no message");
  expect(() => discord.sent("ada", discord.post("ada", "my own"))).toThrow("has sent no JSON");
});

const animate = { type: 3, name: "Animate this" };
const image = { name: "a.png", contentType: "image/png", bytes: new Uint8Array([1]), width: 3, height: 4 };
const link = { url: "https://cats.example/b.png", width: 30, height: 40 };

async function aMessageCommand() {
  const world = await aWorld();
  const bot = await aBot(world, [animate]);
  const asSent = async (messageId: string) => {
    await world.discord.command("ada", "Animate this", {}, { messageId });
    const { data } = await bot.next();
    return Object(Object(data.resolved).messages)[messageId];
  };
  return { ...world, asSent };
}

test("a sticker in a Discord message reaches the bot with the sticker's format type", async () => {
  const { discord, asSent } = await aMessageCommand();
  const formats = await Promise.all(
    (["png", "apng", "lottie", "gif"] as const).map(async (sticker) => {
      const [item] = Object(await asSent(discord.post("ben", "", [], { sticker }))).sticker_items;
      return item.format_type;
    }),
  );
  expect(formats.sort()).toEqual([1, 2, 3, 4]);
});

test("a picture URL in a Discord message reaches the bot as an embed of type image", async () => {
  const { discord, asSent } = await aMessageCommand();
  const { content, embeds } = await asSent(discord.post("ben", "look", [], { link }));
  expect(content).toBe("look https://cats.example/b.png");
  expect(embeds).toEqual([{ type: "image", url: link.url, thumbnail: { ...link, proxy_url: link.url } }]);
});

test("a forwarded Discord message contains a snapshot of the original without the author", async () => {
  const { discord, asSent } = await aMessageCommand();
  const first = discord.post("ben", "my cat", [image]);
  const message = await asSent(discord.post("ada", "", [], { forwards: first }));
  expect(message).toMatchObject({ content: "", attachments: [], message_reference: { type: 1, message_id: first } });
  const [{ message: snapshot }] = message.message_snapshots;
  expect(snapshot).toMatchObject({ content: "my cat", attachments: [{ filename: "a.png", width: 3, height: 4 }] });
  expect(snapshot).not.toHaveProperty("author");
});
