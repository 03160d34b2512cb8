import { expect, test } from "vitest";
import { boat, says, tell } from "../stage.ts";

/** The bot's own words for it, in its log and at /readyz. */
const SAYS_SO = /another process/i;

test("on discord two bots with one token and folders of their own pay for a command once, and the slower one says so once", async () => {
  const story = await tell("discord");
  const rival = await story.startRival();
  await story.makeVideo(boat);
  await story.until(says(/95 credits used/));
  await story.until((messages) => messages.filter(({ text }) => /Your video is ready/.test(text)).length === 1);
  await story.makeVideo({ prompt: "a second boat" });
  await story.until(says(/a second boat/, /95 credits used/));
  const { video } = story.sandbox;
  expect(video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  const told = [story.log, rival.log].map(({ lines }) => lines.filter(({ event }) => SAYS_SO.test(event)));
  expect(told.flat().length).toBeGreaterThan(0);
  for (const lines of told) expect(lines.length).toBeLessThanOrEqual(1);
});
