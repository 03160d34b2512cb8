import { expect, test } from "vitest";
import { until } from "../fake-rest.ts";
import { aWorldFor, later } from "../world.ts";

/** A bot that is told of servers which it has left; `mark` resolves when all that came before was heard. */
async function watching(onGuildLeft: (guildId: string) => Promise<void> = async () => {}) {
  const left: string[] = [];
  const heard: string[] = [];
  const world = await aWorldFor(undefined, {
    onGuildJoined: async (guildId) => void heard.push(`joined ${guildId}`),
    onGuildLeft(guildId) {
      left.push(guildId);
      heard.push(`left ${guildId}`);
      return onGuildLeft(guildId);
    },
  });
  const { discord, commands } = world;
  return {
    ...world,
    left,
    heard,
    async mark() {
      const before = commands.length;
      await discord.command("ada", "video-help", {}, { channelId: discord.dmChannelId("ada") });
      await until(() => commands.length > before);
    },
  };
}

test("a server that the bot was removed from is told once", async () => {
  const { discord, left, mark, log } = await watching();
  discord.membership.removeBot();
  await mark();
  expect(left).toEqual([discord.guildId]);
  expect(log.lines).toContainEqual(
    expect.objectContaining({ event: "removed from discord", fields: { workspace: discord.guildId } }),
  );
  discord.membership.inviteBot();
  await mark();
  expect(left).toHaveLength(1);
});

test("a server that the bot is in is told when a session begins, and when it is invited again, after its removal", async () => {
  const first = later<void>();
  const { discord, heard, mark } = await watching(() => first.promise);
  await mark();
  const [left, joined] = [`left ${discord.guildId}`, `joined ${discord.guildId}`];
  expect(heard).toEqual([joined]);
  discord.membership.removeBot();
  discord.membership.inviteBot();
  await mark();
  expect(heard).toEqual([joined, left]);
  first.come();
  await mark();
  expect(heard).toEqual([joined, left, joined]);
});

test("one without an id is none that was joined", async () => {
  const { discord, heard, mark } = await watching();
  await mark();
  discord.tell("GUILD_CREATE", { id: "../1" });
  await mark();
  expect(heard).toHaveLength(1);
});

test.for([
  ["an outage", { unavailable: true }],
  ["one that says nothing clear", { unavailable: "no" }],
  ["one without an id", { id: undefined }],
  ["an id that is none", { id: "../1" }],
] as const)("%s takes nobody's server away", async ([, over]) => {
  const { discord, left, mark } = await watching();
  discord.tell("GUILD_DELETE", { id: discord.guildId, ...over });
  await mark();
  expect(left).toEqual([]);
});

test("one removal is noted after the other, a failure takes nothing from the next, and a stop waits for both", async () => {
  const first = later<void>();
  const world = await watching((guildId) => (guildId === "1" ? first.promise : Promise.reject(new Error("no disk"))));
  const { discord, left, mark, log, frontEnd } = world;
  discord.tell("GUILD_DELETE", { id: "1" });
  discord.tell("GUILD_DELETE", { id: "2" });
  await mark();
  expect(left).toEqual(["1"]);
  let isStopped = false;
  const stopped = frontEnd.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  first.come();
  await stopped;
  expect(left).toEqual(["1", "2"]);
  expect(log.lines).toContainEqual(expect.objectContaining({ event: "discord removal not noted" }));
});
