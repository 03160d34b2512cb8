import { expect, test } from "vitest";
import { boat, hasVideo, says, tell } from "../stage.ts";

test("on slack the shortcut's form asks where the card goes: said nothing, into the direct message with the bot", async () => {
  const story = await tell("slack");
  const { slack, video } = story.sandbox;
  await slack.shortcut("ada", "make_video");
  await story.fillForm({ ...boat, ratio: "9:16", resolution: "720p" });
  await story.until(hasVideo);
  expect(story.seen("ben")).toEqual([]);
  expect(slack.messages("ada", slack.dmChannelId("ada"))).toContainEqual(
    expect.objectContaining({ ephemeralFor: null, userId: slack.botUserId }),
  );
  expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16", resolution: "720p" }]);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack a channel that was chosen gets the card, also one that the bot is not in", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  await slack.shortcut("ada", "make_video");
  await story.fillForm({ ...boat, where: slack.channelId });
  await story.until(hasVideo, "ben");
  await slack.shortcut("ada", "make_video");
  await story.fillForm({ ...boat, where: slack.foreignChannelId });
  await story.taskId(1);
  expect(slack.messages("ben", slack.foreignChannelId)).toMatchObject([{ viaResponseUrl: true }]);
});

test("on slack, without a key, the shortcut's request waits, and goes on in its channel", async () => {
  const story = await tell("slack", { seedKeys: false });
  const { slack, video } = story.sandbox;
  await slack.shortcut("ben", "make_video");
  await story.fillForm({ ...boat, where: slack.channelId }, "ben");
  await story.until(says(/Add your API key/), "ben");
  await story.press("Add my key", "ben");
  await story.fillForm({ key: video.key }, "ben");
  await story.until(hasVideo, "ada");
});
