import { expect, onTestFinished, test } from "vitest";
import { buttonOf, messagesBefore } from "../story/seen.ts";
import { aFleet } from "./fleet.ts";

/** However busy the machine is: what is waited for either comes, or never does. */
const timeout = 60_000;
const UNKNOWN = /don't know whether this video/;
const QUESTION = /not answering right now/;

/** Two processes, of which one hears the server and the other direct messages; three paid calls have failed at the first. */
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

test("what one process sees of an outage, another asks about before it pays", async () => {
  const { fleet, video, direct, saysIn } = await anOutage();
  // It hears of it a moment later: what is typed before that still makes its paid call.
  for (let n = 1; saysIn(direct, QUESTION) < 2; n += 1) {
    await fleet.type(direct);
    await expect.poll(() => saysIn(direct, QUESTION) + saysIn(direct, UNKNOWN), { timeout }).toBe(n);
    // By three paid calls of its own it would know by itself.
    expect(saysIn(direct, UNKNOWN)).toBeLessThan(3);
  }
  expect(video.tasks()).toEqual([]);
}, 240_000);

/** Longer than a video that waits sleeps between two looks at whether it is released. */
const LONG_MS = 12_000;

test("of videos that wait at two processes one is released at a time once the service is well, and each starts once", async () => {
  const { fleet, discord, video, direct, saysIn } = await anOutage(LONG_MS);
  /** Ada asks there and presses that button of the question. */
  async function ask(prompt: string, channelId: string, label: string): Promise<void> {
    await discord.command("ada", "video", { prompt }, { channelId });
    const buttons = () =>
      messagesBefore(fleet.sandbox, "discord", { after: 0, personId: "ada" })
        .filter(({ text }) => text.includes(prompt))
        .flatMap(({ id, raw }) => {
          const action = buttonOf(raw, label);
          return action === null ? [] : [() => discord.press("ada", id, action)];
        });
    await expect.poll(() => buttons().length, { timeout }).toBe(1);
    for (const press of buttons()) await press();
  }
  const channels = [discord.channelId, direct];
  await ask("late boat 1", discord.channelId, "Start when it clears");
  await ask("late boat 2", direct, "Start when it clears");
  const wait = () => channels.reduce((sum, id) => sum + saysIn(id, /Waiting for the video service/), 0);
  await expect.poll(wait, { timeout }).toBe(2);

  const late = () => video.tasks().filter(({ prompt }) => prompt.startsWith("late boat"));
  let mostAtOnce = 0;
  const watching = setInterval(() => {
    mostAtOnce = Math.max(mostAtOnce, late().filter(({ status }) => status === "running").length);
  }, 20);
  onTestFinished(() => clearInterval(watching));
  video.everyFate("normal");
  expect(late()).toEqual([]);
  for (const n of [1, 2, 3, 4, 5]) await ask(`early boat ${n}`, discord.channelId, "Start anyway");
  await expect.poll(() => late().filter(({ status }) => status === "succeeded").length, { timeout: 200_000 }).toBe(2);
  await expect.poll(wait, { timeout }).toBe(0);
  expect(mostAtOnce).toBe(1);
  expect(
    video
      .tasks()
      .map(({ prompt }) => prompt)
      .toSorted(),
  ).toEqual([...[1, 2, 3, 4, 5].map((n) => `early boat ${n}`), "late boat 1", "late boat 2"]);
}, 420_000);
