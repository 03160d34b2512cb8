import { describe, expect, test } from "vitest";
import { showStatus } from "../../../../src/frontends/discord/connect/discord-gateway.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { until } from "../fake-rest.ts";
import { aWorldFor } from "../world.ts";

/** A bot that receives events of the servers that it left. `mark` resolves when all earlier events were received. */
async function watching(onGuildLeft: (guildId: string) => Promise<void> = async () => {}) {
  const left: string[] = [];
  const received: string[] = [];
  const world = await aWorldFor(undefined, {
    onGuildJoined: async (guildId) => void received.push(`joined ${guildId}`),
    onGuildLeft(guildId) {
      left.push(guildId);
      received.push(`left ${guildId}`);
      return onGuildLeft(guildId);
    },
  });
  const { discord, commands } = world;
  return {
    ...world,
    left,
    received,
    async mark() {
      const before = commands.length;
      await discord.command("ada", "video-help", {}, { channelId: discord.dmChannelId("ada") });
      await until(() => commands.length > before);
    },
  };
}

test("the Discord front end reports a server as joined at the start of a session, and then reports each removal and addition of the bot", async () => {
  const first = deferred();
  const { discord, received, mark, log } = await watching(() => first.promise);
  await mark();
  const [left, joined] = [`left ${discord.guildId}`, `joined ${discord.guildId}`];
  expect(received).toEqual([joined]);
  discord.membership.removeBot();
  discord.membership.inviteBot();
  await mark();
  expect(received).toEqual([joined, left]);
  first.resolve();
  await mark();
  expect(received).toEqual([joined, left, joined]);
  const removed = { event: "removed from discord", fields: { workspace: discord.guildId } };
  expect(log.lines).toContainEqual(expect.objectContaining(removed));
});

test.for([
  ["a Discord outage", "GUILD_DELETE", { unavailable: true }],
  ["a GUILD_DELETE event with an invalid “unavailable” flag", "GUILD_DELETE", { unavailable: "no" }],
  ["a GUILD_DELETE event with an invalid server id", "GUILD_DELETE", { id: "../1" }],
  ["a GUILD_CREATE event with an invalid server id", "GUILD_CREATE", { id: "../1" }],
] as const)("%s is not reported as an addition or removal of the bot", async ([, event, over]) => {
  const { discord, received, mark } = await watching();
  await mark();
  discord.dispatch(event, { id: discord.guildId, ...over });
  await mark();
  expect(received).toEqual([`joined ${discord.guildId}`]);
});

test("the Discord front end handles every removal of the bot from a server, one at a time, before stopping", async () => {
  const first = deferred();
  const world = await watching((guildId) => (guildId === "1" ? first.promise : Promise.reject(new Error("no disk"))));
  const { discord, left, mark, log, frontEnd } = world;
  discord.dispatch("GUILD_DELETE", { id: "1" });
  discord.dispatch("GUILD_DELETE", { id: "2" });
  await mark();
  expect(left).toEqual(["1"]);
  let isStopped = false;
  const stopped = frontEnd.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  first.resolve();
  await stopped;
  expect(left).toEqual(["1", "2"]);
  expect(log.lines).toContainEqual(expect.objectContaining({ event: "discord removal not noted" }));
});

describe("the bot's status on Discord", () => {
  /** A bot with two connections, of which the second is not ready. */
  function aBot() {
    const sent: (readonly [shard: number, text: string | null])[] = [];
    const clock = manualClock();
    const status = { text: null as string | null, receive: () => {} };
    let isReady = (_shard: number) => {};
    const shards = {
      ready: () => [0],
      show: (...one: (typeof sent)[number]) => void sent.push(one),
      onReady(receive: typeof isReady) {
        isReady = receive;
      },
    };
    const onChange = (receive: () => void) => {
      status.receive = receive;
      return () => {
        status.receive = () => {};
      };
    };
    const stop = showStatus(shards, { now: () => status.text, onChange }, clock);
    const says = (text: string | null) => {
      status.text = text;
      status.receive();
    };
    return { sent, clock, says, stop, isReady: (shard: number) => isReady(shard) };
  }

  test("is sent to the connected shards only when the text changes", async () => {
    const bot = aBot();
    bot.says(null);
    bot.isReady(1);
    bot.says("down");
    bot.says("down");
    expect(bot.sent).toEqual([[0, "down"]]);
    await bot.clock.advance(20_000);
    bot.says(null);
    expect(bot.sent).toEqual([
      [0, "down"],
      [0, null],
    ]);
  });

  test("is updated at most every 20 s, with the latest text", async () => {
    const bot = aBot();
    for (const text of ["down", "slow", null, "failing"]) bot.says(text);
    expect(bot.sent).toEqual([[0, "down"]]);
    await bot.clock.advance(19_999);
    expect(bot.sent).toHaveLength(1);
    await bot.clock.advance(1);
    expect(bot.sent).toEqual([
      [0, "down"],
      [0, "failing"],
    ]);
  });

  test("is also sent to a shard that connects after the text was set", async () => {
    const bot = aBot();
    bot.says("down");
    bot.isReady(1);
    expect(bot.sent).toEqual([
      [0, "down"],
      [1, "down"],
    ]);
  });

  test("is no longer sent after the bot stops", async () => {
    const bot = aBot();
    bot.says("down");
    bot.says("slow");
    bot.stop();
    await bot.clock.advance(60_000);
    bot.says("failing");
    expect(bot.sent).toEqual([[0, "down"]]);
  });
});
