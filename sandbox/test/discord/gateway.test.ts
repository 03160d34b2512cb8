import { WebSocketShardEvents, WebSocketShardStatus } from "@discordjs/ws";
import { Routes } from "discord.js";
import { expect, test } from "vitest";
import WebSocket from "ws";
import { type AWorld, aBot, aWorld, refusal } from "./world.ts";

/** A raw socket, for requests that a correct client never makes. */
async function aSocket({ rest }: AWorld) {
  const { url } = Object(await rest.get(Routes.gatewayBot()));
  const socket = new WebSocket(`${url}?v=10&encoding=json`);
  const frames: { op: number; t: string | null; s: number | null; d: Record<string, unknown> }[] = [];
  const takers: (() => void)[] = [];
  socket.on("message", (raw) => {
    frames.push(JSON.parse(String(raw)));
    takers.shift()?.();
  });
  const next = async () => {
    if (frames.length === 0) await new Promise<void>((resolve) => takers.push(resolve));
    return frames.shift();
  };
  return {
    socket,
    next,
    send: (op: number, d: unknown) => socket.send(JSON.stringify({ op, d })),
    closed: () => new Promise<number>((resolve) => socket.once("close", resolve)),
  };
}

const identify = (token: string, more: object = {}) => ({ token, intents: 0, properties: {}, ...more });

test("a bot that identifies at Discord's gateway receives READY with the bot's user and servers", async () => {
  const world = await aWorld();
  const gateway = await aSocket(world);
  expect(await gateway.next()).toMatchObject({ op: 10, d: { heartbeat_interval: 41_250 } });
  gateway.send(1, null);
  expect(await gateway.next()).toMatchObject({ op: 11 });
  gateway.send(2, identify(world.discord.token));
  expect(await gateway.next()).toMatchObject({
    op: 0,
    t: "READY",
    s: 1,
    d: {
      v: 10,
      user: { id: world.discord.applicationId, bot: true },
      guilds: [{ id: world.discord.guildId, unavailable: true }],
    },
  });
  expect(world.seen("connected")).toHaveLength(1);
  expect(await world.rest.get(Routes.gatewayBot())).toMatchObject({
    session_start_limit: { total: 1_000, remaining: 999 },
  });
});

test("a Discord bot with the guilds intent receives a GUILD_CREATE event for its server", async () => {
  const world = await aWorld();
  const gateway = await aSocket(world);
  await gateway.next();
  gateway.send(2, identify(world.discord.token, { intents: 1 }));
  await gateway.next();
  expect(await gateway.next()).toMatchObject({
    t: "GUILD_CREATE",
    s: 2,
    d: {
      id: world.discord.guildId,
      channels: [{ id: world.discord.channelId }],
      member_count: 4,
      roles: [{ name: "@everyone" }, { name: "Film crew" }, { name: "Managers" }],
    },
  });
});

const CLOSED: readonly [what: string, op: number, d: (token: string) => unknown, code: number][] = [
  ["identifies with a wrong token", 2, () => identify("wrong"), 4004],
  ["identifies with a forbidden intent", 2, (token) => identify(token, { intents: 1 << 15 }), 4014],
  ["identifies with a shard id beyond the shard count", 2, (token) => identify(token, { shard: [2, 2] }), 4010],
  ["updates its presence before identifying", 3, () => ({}), 4003],
  ["identifies without intents", 2, (token) => ({ token }), 4002],
];

test.for(CLOSED)("Discord's gateway closes the connection of a bot that %s", async ([, op, d, code]) => {
  const world = await aWorld();
  const gateway = await aSocket(world);
  await gateway.next();
  gateway.send(op, d(world.discord.token));
  expect(await gateway.closed()).toBe(code);
  expect(world.seen("connected")).toEqual([]);
});

test.for([
  ["identifies again", 2, 4005],
  ["sends an unknown opcode", 99, 4001],
] as const)("Discord's gateway closes the connection of an identified bot that %s", async ([, op, code]) => {
  const world = await aWorld();
  const gateway = await aSocket(world);
  await gateway.next();
  gateway.send(2, identify(world.discord.token));
  await gateway.next();
  gateway.send(op, identify(world.discord.token));
  expect(await gateway.closed()).toBe(code);
});

test("Discord's GET /gateway/bot returns the number of remaining session starts", async () => {
  const world = await aWorld();
  const { starts, token } = world.discord;
  const limit = async () => Object(await world.rest.get(Routes.gatewayBot())).session_start_limit;
  starts.leave(1, 60_000);
  starts.closeNext(1, 4000);
  const gateway = await aSocket(world);
  await gateway.next();
  gateway.send(2, identify(token));
  expect(await gateway.closed()).toBe(4000);
  expect(starts.at()).toEqual([world.clock.now()]);
  expect(await limit()).toEqual({ total: 1_000, remaining: 0, reset_after: 60_000, max_concurrency: 1 });
  world.clock.advance(60_000);
  expect(await limit()).toMatchObject({ remaining: 1_000, reset_after: 86_400_000 });
});

test("identifying again after a dropped Discord gateway session counts as another session start", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const again = new Promise((resolve) => bot.manager.once(WebSocketShardEvents.Ready, resolve));
  expect(world.discord.starts.at()).toHaveLength(1);
  world.discord.dropSessions();
  await again;
  expect(world.discord.starts.at()).toHaveLength(2);
});

test("resuming a Discord gateway session delivers the events that the bot missed", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const first = await bot.asked();
  const resumed = new Promise((resolve) => bot.manager.once(WebSocketShardEvents.Resumed, resolve));
  const { url } = Object(await world.rest.get(Routes.gatewayBot()));
  const info = await bot.manager.options.retrieveSessionInfo(0);
  const other = new WebSocket(`${url}`);
  const frames: unknown[] = [];
  await new Promise<void>((resolve) => {
    other.on("message", (raw) => {
      const frame = JSON.parse(String(raw));
      frames.push(frame);
      if (frame.op === 10)
        other.send(JSON.stringify({ op: 6, d: { token: world.discord.token, session_id: info?.sessionId, seq: 1 } }));
      if (frame.t === "RESUMED") resolve();
    });
  });
  expect(frames).toMatchObject([{ op: 10 }, { t: "INTERACTION_CREATE", s: 2, d: { id: first.id } }, { t: "RESUMED" }]);
  // The real client lost its session to the other socket and now resumes it.
  await resumed;
  expect(await bot.asked()).toMatchObject({ type: 2 });
  expect(world.seen("connected")).toHaveLength(1);
});

test("Discord refuses to resume an unknown gateway session", async () => {
  const world = await aWorld();
  const lost = await aSocket(world);
  await lost.next();
  lost.send(6, { token: world.discord.token, session_id: "nobody's", seq: 0 });
  expect(await lost.next()).toMatchObject({ op: 9, d: false });
});

test("a restarted Discord bot receives new interactions, but not the interactions delivered before the restart", async () => {
  const world = await aWorld();
  const before = await aBot(world);
  await before.asked();
  await before.manager.destroy();
  const waiting = world.discord.command("ada", "ask", { prompt: "again" });
  const after = await aBot(world);
  expect(await after.next()).toMatchObject({ id: await waiting });
  expect((await after.manager.fetchStatus()).get(0)).toBe(WebSocketShardStatus.Ready);
  expect(world.seen("connected")).toHaveLength(2);
});

test("two Discord bots with the same token both receive an interaction, and only the first response is accepted", async () => {
  const world = await aWorld();
  const [older, newer] = [await aBot(world), await aBot(world)];
  const asked = await newer.asked();
  expect(await older.next()).toEqual(asked);
  await older.answer(asked, { type: 5 });
  expect(await refusal(newer.answer(asked, { type: 5 }))).toMatchObject({ status: 400, code: 40060 });
});

test("an interaction in a Discord server is delivered to that server's shard", async () => {
  const world = await aWorld();
  const shardOf = Number((BigInt(world.discord.guildId) >> 22n) % 2n);
  await world.rest.put(Routes.applicationCommands(world.discord.applicationId), {
    body: [{ name: "hi", description: "x" }],
  });
  const shards = [];
  for (const id of [shardOf, 1 - shardOf]) {
    const gateway = await aSocket(world);
    await gateway.next();
    gateway.send(2, identify(world.discord.token, { shard: [id, 2] }));
    await gateway.next();
    shards.push(gateway);
  }
  await world.discord.command("ada", "hi");
  expect(await shards[0]?.next()).toMatchObject({ t: "INTERACTION_CREATE" });
});
