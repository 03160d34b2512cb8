import { describe, expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { askForApprovals, asTeam, giveTeamKey } from "../a-team.ts";
import { endless, hasVideo, mostly, says, tell } from "../stage.ts";
import type { Place } from "../world.ts";

/** A team whose manager Ben is asked before any video, and a bot that can take last frames. */
async function anAskingTeam(place: Place) {
  const story = await tell(place, { ...endless, films: sampleFilms });
  await giveTeamKey(story);
  await askForApprovals(story, place);
  return story;
}

describe.for(mostly("discord"))("on %s, where managers are asked", (place) => {
  test("one approval covers a chain, whose parts wait for one another all the same", async () => {
    const story = await anAskingTeam(place);
    const { video } = story.sandbox;
    await story.type("video-batch", undefined, "cleo");
    await story.fillForm({ prompt: "a boat leaves\na storm comes", make: "chain" }, "cleo");
    await story.until(says(/Make 2 videos\?/), "cleo");
    await story.press("Start 2 videos", "cleo");
    await story.until(says(/asks for 2 videos that cost 190 credits/, /Each continues the one before/), "ben");
    expect(video.ledger().tasks).toBe(0);
    await story.press("Approve 190 credits", "ben");
    await story.taskId(0);
    await story.until(says(/Waiting for the video before it/), "ben");
    expect(video.ledger().tasks).toBe(1);
    await story.finish(0);
    await story.finish(1);
    await story.until(says(/Your 2 videos are ready/, /190 credits charged/), "ben");
    expect(video.tasks().map(({ type }) => type)).toEqual(["text2video", "image2video"]);
    expect(story.entries("refused")).toEqual([]);
  });

  test("a video that goes on from another is asked for by itself, and its frame is taken once it is approved", async () => {
    const story = await anAskingTeam(place);
    const { video } = story.sandbox;
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Approve this video\?/), "ben");
    await story.press("Approve 95 credits", "ben");
    await story.finish(0);
    await story.until(hasVideo, "cleo");
    await story.press("Continue", "cleo");
    await story.fillForm({ prompt: "and then it rains" }, "cleo");
    await story.until(says(/Approve this video\?/, /and then it rains/, /Part 2/, /goes on from this card/), "ben");
    expect(video.ledger().tasks).toBe(1);
    await story.press("Approve 95 credits", "ben");
    await story.finish(1);
    expect(video.tasks()[1]).toMatchObject({ prompt: "and then it rains", type: "image2video" });
    expect(video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});
