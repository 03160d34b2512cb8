import { expect, test } from "vitest";
import { boat, endless, hasVideo, says, startStory } from "../stage.ts";

test("on slack a double press of “Again” starts one video", async () => {
  const story = await startStory("slack", endless);
  await story.makeVideo(boat);
  await story.finish();
  await story.until(hasVideo);
  await Promise.all([story.press("Again"), story.press("Again")]);
  await story.finish(1);
  await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
  expect(story.sandbox.video.ledger().tasks).toBe(2);
});

test("on slack the buttons of a card work only for the person who requested the video", async () => {
  const story = await startStory("slack");
  await story.makeVideo(boat);
  await story.until(hasVideo, "ben");
  await story.press("Again", "ben");
  await story.until((messages) => messages.some(({ isPrivate }) => isPrivate), "ben");
  await story.press("Delete", "ben");
  await story.until((messages) => messages.filter(({ isPrivate }) => isPrivate).length === 2, "ben");
  expect(story.sandbox.video.ledger().tasks).toBe(1);
  expect(hasVideo(story.seen("ada"))).toBe(true);
});

test("on discord “In 720p” shows the price first, and “Start it” charges the price only one time", async () => {
  const story = await startStory("discord");
  await story.makeVideo(boat);
  await story.until(hasVideo);
  await story.restart();
  await story.press("In 720p", "ben");
  await story.until(says(/Only the person who asked/), "ben");
  await story.press("In 720p");
  await story.until(says(/It costs 205 credits/, /Start it/));
  expect(story.seen("ben").some(({ text }) => /205 credits/.test(text))).toBe(false);
  expect(story.sandbox.video.ledger().tasks).toBe(1);
  await story.restart();
  await Promise.all([story.press("Start it"), story.press("Start it")]);
  await story.until(says(/205 credits used/), "ben");
  expect(story.sandbox.video.tasks()[1]).toMatchObject({ ...boat, resolution: "720p" });
  expect(story.sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
});
