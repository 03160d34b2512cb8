import { describe, expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { endless, mostly, says, tell } from "../stage.ts";
import type { Place } from "../world.ts";

const scenes = { prompt: "a boat leaves\na storm comes\nthe boat is home", make: "chain" };

/** A chain that was asked for and started, and a bot that can take last frames. */
async function aChain(place: Place) {
  const story = await tell(place, { ...endless, films: () => sampleFilms() });
  await story.type("video-batch");
  await story.fillForm(scenes);
  await story.until(says(/Make 3 videos\?/, /made one after the other/, /Together they cost 285 credits/));
  await story.press("Start 3 videos");
  await story.taskId(0);
  return story;
}

describe.for(mostly("slack"))("on %s", (place) => {
  test("scenes that go on from one another are made one after the other, each from the last frame before it", async () => {
    const story = await aChain(place);
    const { video } = story.sandbox;
    await story.until(says(/Each continues the one before/, /Waiting for the video before it/), "ben");
    expect(video.ledger().tasks).toBe(1);
    await story.finish(0);
    await story.taskId(1);
    expect(video.ledger().tasks).toBe(2);
    await story.finish(1);
    await story.finish(2);
    await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
    expect(video.tasks().map(({ prompt, type }) => [prompt, type])).toEqual([
      ["a boat leaves", "text2video"],
      ["a storm comes", "image2video"],
      ["the boat is home", "image2video"],
    ]);
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
    await story.press("Join");
    await story.until(says(/3 parts joined/, /free/));
    expect(video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
    expect(story.entries("refused")).toEqual([]);
  });
});
