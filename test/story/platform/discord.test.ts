import { describe, expect, test } from "vitest";
import { boat, endless, hasVideo, says, tell } from "../stage.ts";

describe("on discord, plain words", () => {
  test("to the bot become a video by a form that only their writer opens, after a restart too", async () => {
    const story = await tell("discord", endless);
    const { discord, video } = story.sandbox;
    discord.post("ada", `@Reelay ${boat.prompt} --ratio 9:16`);
    await story.until(says(/Make this a video/), "ben");
    await story.restart();
    await story.press("Make this", "ben");
    await story.until(says(/Only the person who wrote that message/), "ben");
    await story.press("Make this");
    await story.fillForm({});
    await story.finish();
    await story.until(hasVideo);
    expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16" }]);
    expect(story.entries("refused")).toEqual([]);
  });
});
