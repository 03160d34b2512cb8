import { expect, test } from "vitest";
import { aFleet } from "./fleet.ts";

/** Long enough for a busy machine. */
const timeout = 60_000;
const UNKNOWN = /don't know whether this video/;
const QUESTION = /not answering right now/;

/**
 * Two processes: one receives the server's commands, and the other direct messages. Three paid calls of the first have
 * failed.
 */
async function anOutage(taskMs = 1_000) {
  const fleet = await aFleet({ taskMs });
  fleet.start("first", "all", { DISCORD_SHARDS: "0-0/2" });
  fleet.start("second", "all", { DISCORD_SHARDS: "1-1/2" });
  await Promise.all(["first", "second"].map(fleet.ready));
  const { discord, video, seeded } = fleet.sandbox;
  await seeded();
  const direct = discord.dmChannelId("ada");
  const saysIn = (channelId: string, words: RegExp) =>
    discord.messages("ada", channelId).filter((message) => words.test(JSON.stringify(message))).length;

  video.everyFate("server_error");
  for (const n of [1, 2, 3]) {
    await fleet.type();
    await expect.poll(() => saysIn(discord.channelId, UNKNOWN), { timeout }).toBe(n);
  }
  return { fleet, discord, video, direct, saysIn };
}

test("if one process sees an outage, another process also asks before anything is charged", async () => {
  const { fleet, video, direct, saysIn } = await anOutage();
  // The second process is informed a moment later. A command typed before that still makes its paid call.
  for (let n = 1; saysIn(direct, QUESTION) < 2; n += 1) {
    await fleet.type(direct);
    await expect.poll(() => saysIn(direct, QUESTION) + saysIn(direct, UNKNOWN), { timeout }).toBe(n);
    // After three failed calls of its own, it would notice the outage itself.
    expect(saysIn(direct, UNKNOWN)).toBeLessThan(3);
  }
  expect(video.tasks()).toEqual([]);
}, 240_000);
